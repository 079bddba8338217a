import type { z } from "zod";
import { ClaimAnswer, HeartbeatAnswer, ServedSlot } from "@/lib/labels/wire";
import type { OutboxEntry, Reply } from "./outbox-state";

const TIMEOUT_MS = 20_000;
const at = (study: string, path: string) => `/api/v1/studies/${encodeURIComponent(study)}/${path}`;

/**
 * One request of the label page. `X-Assay-User` names the account that the page was opened under: where another one
 * has signed in meanwhile in this browser, the server must not take the answer for theirs.
 */
async function call(method: "GET" | "POST", url: string, userId: string, body?: unknown): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method,
      credentials: "same-origin",
      cache: "no-store",
      headers: { "X-Assay-User": userId, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const type = response.headers.get("content-type") ?? "";
    const retryAfter = Number(response.headers.get("retry-after")) || 0;
    const json: unknown = /^application\/(problem\+)?json/.test(type) ? await response.json() : undefined;

    return { kind: "answer", status: response.status, type, json, retryAfter };
  } catch {
    return { kind: "none" };
  }
}

export function postLabel(entry: OutboxEntry): Promise<Reply> {
  return call("POST", at(entry.study, "labels"), entry.userId, entry.body);
}

export type Got<T> =
  | { kind: "ok"; value: T }
  | { kind: "unreachable" }
  | { kind: "signed_out" }
  | { kind: "refused"; title: string };

export async function claim(study: string, userId: string, ahead: number, have: string[]): Promise<Got<ClaimAnswer>> {
  return got(ClaimAnswer, await call("POST", at(study, "slots/claim"), userId, { ahead, have }));
}

export async function heartbeat(
  study: string,
  userId: string,
  slotIds: string[],
): Promise<Got<z.infer<typeof HeartbeatAnswer>>> {
  return got(HeartbeatAnswer, await call("POST", at(study, "slots/heartbeat"), userId, { slotIds }));
}

export async function reopen(study: string, userId: string, slotId: string): Promise<Got<ServedSlot>> {
  return got(ServedSlot, await call("POST", at(study, "slots/reopen"), userId, { slotId }));
}

function got<T>(schema: z.ZodType<T>, reply: Reply): Got<T> {
  if (reply.kind === "none") return { kind: "unreachable" };
  if (reply.status === 401) return { kind: "signed_out" };
  if (reply.status >= 200 && reply.status < 300) {
    const parsed = schema.safeParse(reply.json);

    return parsed.success ? { kind: "ok", value: parsed.data } : { kind: "unreachable" };
  }
  if (reply.status >= 500 || reply.status === 429 || !reply.type.startsWith("application/problem+json")) {
    return { kind: "unreachable" };
  }
  const json = reply.json as { title?: unknown };

  return { kind: "refused", title: typeof json?.title === "string" ? json.title : "The server refused this." };
}
