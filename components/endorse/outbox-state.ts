import type { EndorseAck, EndorseAnswer } from "@/lib/endorsements/wire";

/** What the author changes at a tap. Consent, submitting and withdrawing are not queued: they are answered at once. */
export type Change =
  | { path: "answers"; body: { focalId: string; n: number; value: "yes" | "maybe" | null; reason?: string } }
  | { path: "works"; body: WorkChange }
  | { path: "inspirations"; body: InspirationChange }
  | { path: "list-shown"; body: { focalId: string } };

export type WorkChange = {
  workId: string;
  focalId: string;
  title: string;
  year: number | null;
  doi: string | null;
  n: number | null;
  corpusId: string | null;
  value: "yes" | "maybe" | null;
  reason?: string;
};
export type InspirationChange = {
  inspirationId: string;
  focalId: string;
  kind: "talk" | "conversation" | "failed_experiment" | "need" | "other" | null;
  text?: string;
};

/** One change on its way. `order` is the browser database's own, so that a jumping clock reorders nothing. */
export type Entry = {
  order?: number;
  opId: string;
  /** Whose: EndorseView.respondentId. */
  owner: string;
  change: Change;
  /** The newest revision of which this browser knows that nobody else changed the same thing up to it. */
  base: number;
  held?: Held;
};
export type Held =
  | { kind: "conflict"; revision: number; current: EndorseAnswer | null }
  | { kind: "refused"; reason: string };

/** Two changes of one target from two devices are a conflict; the server's names for targets. */
export function targetOf({ path, body }: Change): string {
  if (path === "answers") return `ref ${body.focalId} ${body.n}`;
  if (path === "works") return `work ${body.focalId} ${body.workId}`;
  if (path === "inspirations") return `inspiration ${body.focalId} ${body.inspirationId}`;

  return `shown ${body.focalId}`;
}

export type Reply =
  | { kind: "none" }
  | { kind: "answer"; status: number; problem: boolean; json: unknown; retryAfter: number };

export type Verdict =
  | { kind: "acknowledged"; ack: EndorseAck }
  | { kind: "later"; retryAfter: number }
  /** The link is gone, or another one is open in this browser: nothing more is sent from here. */
  | { kind: "stopped"; reason: "gone" | "other_link" }
  /** Consent is asked for again before anything is taken. */
  | { kind: "consent" }
  | { kind: "held"; held: Held };

/** What a reply means. Only our own acknowledgement of this very change takes it out of the queue. */
export function verdictOf(opId: string, reply: Reply): Verdict {
  if (reply.kind === "none") return { kind: "later", retryAfter: 0 };
  const { status, problem, retryAfter } = reply;
  const json = membersOf(reply.json);
  if (status >= 200 && status < 300 && json.opId === opId && typeof json.revision === "number") {
    return { kind: "acknowledged", ack: { opId, revision: json.revision, missed: json.missed === true } };
  }
  if (!problem) return { kind: "later", retryAfter };
  if (status === 401) return { kind: "stopped", reason: "other_link" };
  if (status === 409 && json.needs !== undefined) return { kind: "consent" };
  if (status === 409 && typeof json.revision === "number") {
    const current = (json.current ?? null) as EndorseAnswer | null;

    return { kind: "held", held: { kind: "conflict", revision: json.revision, current } };
  }
  if (status === 404 && json.gone === true) return { kind: "stopped", reason: "gone" };
  if ([400, 403, 404, 409, 413, 415, 422].includes(status)) {
    return { kind: "held", held: { kind: "refused", reason: titleOf(json) } };
  }

  return { kind: "later", retryAfter };
}

export function membersOf(json: unknown): Record<string, unknown> {
  return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
}

export function titleOf(json: Record<string, unknown>): string {
  return typeof json.title === "string" ? json.title : "";
}

export function inOrder(entries: Entry[]): Entry[] {
  return [...entries].sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity));
}

/** The oldest that is not held and does not stand behind a held one of the same target. */
export function nextToSend(entries: Entry[]): Entry | undefined {
  const all = inOrder(entries);
  const blocked = new Set<string>();
  for (const entry of all) {
    const target = targetOf(entry.change);
    if (entry.held) blocked.add(target);
    else if (!blocked.has(target)) return entry;
  }

  return undefined;
}

/**
 * After an acknowledgement: what the entries that wait now know. With nothing missed, everything up to the new revision
 * was this browser's own; otherwise that is known of the same target alone.
 */
export function rebased(entries: Entry[], sent: Entry, ack: EndorseAck): Entry[] {
  const target = targetOf(sent.change);

  return entries
    .filter((entry) => entry.opId !== sent.opId)
    .map((entry) => {
      const knows = targetOf(entry.change) === target || (!ack.missed && entry.base >= sent.base);

      return knows && entry.base < ack.revision && !entry.held ? { ...entry, base: ack.revision } : entry;
    });
}

/** Entries of the same target given after a held one; they go or are sent again with it. */
export function withThoseBehind(entries: Entry[], held: Entry): Entry[] {
  return inOrder(entries).filter(
    (entry) =>
      targetOf(entry.change) === targetOf(held.change) &&
      (entry.opId === held.opId || (entry.order ?? Infinity) > (held.order ?? 0)),
  );
}
