import type { EndorseView, Suggestion } from "@/lib/endorsements/wire";
import { membersOf, type Reply } from "./outbox-state";

const TIMEOUT_MS = 20_000;

/** One request of the author's page. `mark` says under which link it was opened: another's cookie must not take it. */
export async function call(mark: string, method: "GET" | "POST", path: string, body?: object): Promise<Reply> {
  try {
    const response = await fetch(`/api/v1/endorse${path === "" ? "" : `/${path}`}`, {
      method,
      credentials: "same-origin",
      cache: "no-store",
      headers: { "X-Assay-Link": mark, ...(body ? { "Content-Type": "application/json" } : {}) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const type = response.headers.get("content-type") ?? "";
    const json: unknown = /^application\/(problem\+)?json/.test(type) ? await response.json() : undefined;
    const retryAfter = Number(response.headers.get("retry-after")) || 0;

    return {
      kind: "answer",
      status: response.status,
      problem: type.startsWith("application/problem+json"),
      json,
      retryAfter,
    };
  } catch {
    return { kind: "none" };
  }
}

export type Read = { kind: "view"; view: EndorseView } | { kind: "none" } | { kind: "gone" };

export async function readView(mark: string): Promise<Read> {
  const reply = await call(mark, "GET", "");
  if (reply.kind === "answer" && reply.status === 200 && "revision" in membersOf(reply.json)) {
    return { kind: "view", view: reply.json as EndorseView };
  }
  const gone = reply.kind === "answer" && reply.problem && [401, 404].includes(reply.status);

  return { kind: gone ? "gone" : "none" };
}

export async function suggest(mark: string, focalId: string, text: string): Promise<Suggestion[]> {
  const reply = await call(mark, "POST", "suggestions", { focalId, text });
  const works = reply.kind === "answer" && reply.status === 200 ? membersOf(reply.json).works : undefined;

  return Array.isArray(works) ? (works as Suggestion[]) : [];
}
