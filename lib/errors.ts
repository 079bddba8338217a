import { ZodError } from "zod";

export const STATUS_OF_CODE = {
  bad_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  unprocessable: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof STATUS_OF_CODE;

/** A fault in what the caller sent: where, and why. Line and column count from 1. */
export type Fault = { file?: string; line?: number; column?: number | string; reason: string };

/**
 * The one error that verbs throw on purpose. `message` is for people: what happened, what was kept, what to do.
 * `extra` is given to the client as it is; `faults` lists bad input by place.
 */
export class ServiceError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: { faults?: Fault[]; total?: number; extra?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = "ServiceError";
  }

  get status(): number {
    return STATUS_OF_CODE[this.code];
  }
}

/** One answer for an unknown id and for somebody else's, so that ids cannot be probed. */
export function notFound(what = "This page or record"): ServiceError {
  return new ServiceError("not_found", `${what} does not exist, or you have no access to it.`);
}

/** A failed parse as an error for people: which part of the input, and why. Other errors come back as they are. */
export function explainParseError(error: unknown): unknown {
  if (!(error instanceof ZodError)) return error;
  const faults = error.issues.map((issue) => ({ column: issue.path.map(String).join("."), reason: issue.message }));
  const first = faults[0];
  const place = first?.column ? `${first.column}: ` : "";

  return new ServiceError("bad_input", `This was not accepted. ${place}${first?.reason ?? ""}`, {
    faults: faults.slice(0, 100),
    total: faults.length,
  });
}
