import type { z } from "zod";
import { LabelAck, LabelConflict, type RecordLabelBody } from "@/lib/labels/wire";

/** One answer on its way. `order` is given by the browser's database, so that a jumping clock cannot reorder answers. */
export type OutboxEntry = {
  order?: number;
  opId: string;
  userId: string;
  study: string;
  body: RecordLabelBody;
  /** The browser's clock at the key press; shown, never used to order. */
  madeAt: string;
  /** Why it is not sent on: a newer answer stands, or the server refused it. Both are for the rater to settle. */
  held?: Held;
};

export type Conflict = z.infer<typeof LabelConflict>["current"];
export type Held = { kind: "conflict"; current: Conflict } | { kind: "refused"; status: number; reason: string };

/** What came back for one POST, as far as it could be read. */
export type Reply =
  | { kind: "none" }
  | { kind: "answer"; status: number; type: string; json: unknown; retryAfter?: number };

export type Verdict =
  | { kind: "acknowledged"; ack: LabelAck }
  | { kind: "later"; retryAfter: number }
  | { kind: "signed_out" }
  | { kind: "held"; held: Held };

const REFUSALS = new Set([400, 403, 404, 413, 415, 422]);

/**
 * What a reply means for the entry. Only our own acknowledgement with the same opId takes an entry out; whatever does
 * not come from our server (a sign-in page or a captive portal with status 200, a proxy's error page) means: later.
 */
export function verdictOf(entry: Pick<OutboxEntry, "opId">, reply: Reply): Verdict {
  if (reply.kind === "none") return { kind: "later", retryAfter: 0 };
  const { status, json } = reply;
  const later: Verdict = { kind: "later", retryAfter: reply.retryAfter ?? 0 };
  if (status >= 200 && status < 300) {
    const ack = LabelAck.safeParse(json);

    return ack.success && ack.data.opId === entry.opId ? { kind: "acknowledged", ack: ack.data } : later;
  }
  if (status === 401) return { kind: "signed_out" };
  if (!reply.type.startsWith("application/problem+json")) return later;
  if (status === 409) {
    const conflict = LabelConflict.safeParse(json);

    return conflict.success ? { kind: "held", held: { kind: "conflict", current: conflict.data.current } } : later;
  }
  if (REFUSALS.has(status)) return { kind: "held", held: { kind: "refused", status, reason: titleOf(json) } };

  return later;
}

function titleOf(json: unknown): string {
  const title = typeof json === "object" && json !== null && "title" in json ? json.title : undefined;

  return typeof title === "string" && title !== "" ? title : "The server did not take this answer.";
}

export function sameQuestion(a: OutboxEntry, b: OutboxEntry): boolean {
  return (
    a.body.slotId === b.body.slotId &&
    a.body.question === b.body.question &&
    (a.body.unit ?? "") === (b.body.unit ?? "")
  );
}

/** The next entry to send: the oldest of this user that is not held and does not stand behind a held one. */
export function nextToSend(entries: OutboxEntry[], userId: string): OutboxEntry | undefined {
  const mine = inOrder(entries.filter((entry) => entry.userId === userId));

  return mine.find(
    (entry, i) => !entry.held && !mine.slice(0, i).some((earlier) => earlier.held && sameQuestion(earlier, entry)),
  );
}

export function inOrder(entries: OutboxEntry[]): OutboxEntry[] {
  return [...entries].sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity));
}

/** Entries whose answer the rater gave to the same question after `held`, and which therefore wait behind it. */
export function behind(entries: OutboxEntry[], held: OutboxEntry): OutboxEntry[] {
  return inOrder(entries).filter((entry) => sameQuestion(entry, held) && (entry.order ?? 0) > (held.order ?? 0));
}

export type SendPhase =
  | { kind: "idle" }
  | { kind: "sending" }
  | { kind: "waiting"; until: number }
  | { kind: "signed_out" };

export type OutboxView = {
  /** Of this user, in order. */
  mine: OutboxEntry[];
  /** Left in this browser by other accounts; never sent from here. */
  foreign: number;
  phase: SendPhase;
  /** False where the browser refused to store: answers then live in this tab alone. */
  durable: boolean;
};

/** The line at the foot of the page. `now` in ms, as `until`. */
export function statusLine(view: OutboxView, now: number): string {
  const waiting = view.mine.filter((entry) => !entry.held).length;
  const held = view.mine.length - waiting;
  const aside = held === 0 ? "" : `${count(held)} to settle`;
  if (waiting === 0) return aside === "" ? "All answers saved" : `${aside}; all others saved`;
  const lead = `${count(waiting)} waiting`;
  const tail =
    view.phase.kind === "signed_out"
      ? "sign in to send"
      : view.phase.kind === "waiting"
        ? `trying again in ${Math.max(1, Math.ceil((view.phase.until - now) / 1000))} s`
        : "sending";

  return [lead, tail, aside].filter(Boolean).join(", ");
}

function count(n: number): string {
  return n === 1 ? "1 answer" : `${n} answers`;
}

const DAY_MS = 86_400_000;

/** Entries that have waited for more than a day: a browser may purge what a page has stored. */
export function overdue(view: OutboxView, now: number): number {
  return view.mine.filter((entry) => now - Date.parse(entry.madeAt) > DAY_MS).length;
}
