import { mapDatabaseError } from "@/lib/db/map-error";
import { explainParseError, ServiceError } from "@/lib/errors";

/** RFC 9457. A known error says what happened; an unknown one says nothing but the request's id. */
export function problem(thrown: unknown, requestId: string): Response {
  const error = mapDatabaseError(explainParseError(thrown));
  if (!(error instanceof ServiceError)) {
    report(requestId, thrown);

    return answer(500, {
      title: "Something failed on our side. What you sent was not saved; please try again.",
      status: 500,
      code: "internal",
      requestId,
    });
  }
  const { faults, total, retryAfter } = error.details;
  // The name of a table or an index is for the log alone.
  const { table: _, index: __, ...extra } = error.details.extra ?? {};
  if (error.status >= 500) report(requestId, thrown);

  return answer(
    error.status,
    { title: error.message, status: error.status, code: error.code, requestId, faults, total, ...extra },
    retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
  );
}

function answer(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}): Response {
  return Response.json(body, {
    status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "private, no-store", ...headers },
  });
}

function report(requestId: string, thrown: unknown): void {
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), requestId, error: text })}\n`);
}
