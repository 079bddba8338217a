import type { AdjudicationItem, DecideAck, DecideBody, QueuePage } from "@/lib/adjudication/wire";
import type { Entry } from "./adjudicate-session";

const TIMEOUT_MS = 20_000;
const OFFLINE = "The server could not be reached. Your decision is kept here; send it again.";

/** `again`: worth sending once more as it is; otherwise the server refused it for what it is. */
export type Got<T> = { ok: true; value: T } | { ok: false; title: string; status: number; again: boolean };

export type QueueScope = { filter: string; question?: string; roundId?: string };

/** `userId`: whom the page was opened for. If somebody else signs in meanwhile, nothing is saved under their name. */
async function call<T>(url: string, userId: string, body?: unknown): Promise<Got<T>> {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    cache: "no-store",
    headers: { "X-Assay-User": userId, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null);
  if (!response) return { ok: false, title: OFFLINE, status: 0, again: true };
  const json: unknown = await response.json().catch(() => null);
  if (response.ok && json !== null) return { ok: true, value: json as T };
  const said = typeof json === "object" && json !== null && "title" in json ? String(json.title) : "";
  const { status } = response;

  return {
    ok: false,
    title: said || `The server answered ${status} without saying why.`,
    status,
    again: status >= 500,
  };
}

const at = (slug: string, path = "") => `/api/v1/studies/${encodeURIComponent(slug)}/adjudications${path}`;

export function postDecision(slug: string, userId: string, body: DecideBody): Promise<Got<DecideAck>> {
  return call(at(slug), userId, body);
}

export function getItem(
  slug: string,
  userId: string,
  { itemId, roundId, unit, question }: Entry,
  how: { showJudge: boolean; settle: boolean },
): Promise<Got<AdjudicationItem>> {
  const query = new URLSearchParams({ itemId, roundId, question, ...(unit && { unit }) });
  if (how.showJudge) query.set("showJudge", "1");
  if (how.settle) query.set("settle", "1");

  return call(at(slug, `/item?${query}`), userId);
}

export function getMore(slug: string, userId: string, scope: QueueScope, cursor: string): Promise<Got<QueuePage>> {
  return call(at(slug, `?${new URLSearchParams({ ...scope, cursor })}`), userId);
}
