import type { QueueFilter } from "@/lib/adjudication/wire";
import type { Entry } from "./adjudicate-session";

/** What of the queue an address shows. */
export type QueueView = { filter: QueueFilter; question?: string; roundId?: string; cursor?: string };

export function queueHref(slug: string, view: QueueView): string {
  return `/studies/${slug}/adjudicate${search({ ...view })}`;
}

/** The workspace over the same part of the queue, beginning with one entry where it is named. */
export function workHref(slug: string, { cursor: _, ...view }: QueueView, entry?: Entry): string {
  const first = entry
    ? { item: entry.itemId, round: entry.roundId, of: entry.question, ...(entry.unit && { unit: entry.unit }) }
    : {};

  return `/studies/${slug}/adjudicate/work${search({ ...view, ...first })}`;
}

function search(parts: Record<string, string | undefined>): string {
  const given = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined || (name === "filter" && value === "undecided") ? [] : [[name, value]],
  );

  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
