import type { LabelState } from "@/lib/codebooks/label-state";
import { isComplete } from "@/lib/codebooks/questions-for";
import type { Codebook } from "@/lib/codebooks/schema";
import type { ClaimAnswer, Progress, RecordLabelBody, ServedSlot } from "@/lib/labels/wire";
import { inOrder, type OutboxEntry } from "./outbox-state";

export type Codebooks = Readonly<Record<number, Codebook>>;

/** One answer that the rater gives or takes back (`value` null). */
export type Change = { question: string; value: string | null; note?: string };

type Before = { value: string; note: string | null } | null;
export type UndoStep = { slotId: string; question: string; before: Before };

/** All that the label page knows: the items it holds, the place, and what may be undone. Plain data, kept in the browser. */
export type LabelSession = {
  slots: ServedSlot[];
  currentId: string | null;
  /** A practice item whose gold answer is being shown. */
  feedbackId: string | null;
  history: UndoStep[];
  /** Items whose lease has gone to somebody else. */
  lost: string[];
  /** Items reopened from "my work": a change to them asks for a reason. */
  reopened: string[];
  progress: Progress | null;
  /** Items done here that `progress` counts already. */
  counted: string[];
  /** Items done here that are neither counted nor kept any longer. */
  beyond: number;
  /** How many items there are for this rater, done ones included. */
  total: number;
  heldByOthers: number;
  nextFreeAt: string | null;
};

export const UNDO_DEPTH = 10;
const KEPT_DONE = 12;

export function emptySession(): LabelSession {
  return {
    slots: [],
    currentId: null,
    feedbackId: null,
    history: [],
    lost: [],
    reopened: [],
    progress: null,
    counted: [],
    beyond: 0,
    total: 0,
    heldByOthers: 0,
    nextFreeAt: null,
  };
}

export function slotOf(session: LabelSession, slotId: string | null): ServedSlot | undefined {
  return session.slots.find((slot) => slot.slotId === slotId);
}

/** What the codebook's functions read: the values of the answers, and the fields that conditions name. */
export function labelStateOf(slot: ServedSlot): LabelState {
  const answers: Record<string, string> = {};
  for (const [question, answer] of Object.entries(slot.answers)) answers[question] = answer.value;

  return { fields: slot.conditionFields, answers };
}

export function isSkipped(slot: ServedSlot): boolean {
  return slot.answers._skip !== undefined;
}

export function isDone(codebooks: Codebooks, slot: ServedSlot): boolean {
  const codebook = codebooks[slot.codebookVersion];
  if (isSkipped(slot)) return true;
  const { fields, answers } = labelStateOf(slot);

  return codebook !== undefined && isComplete(codebook, fields, answers);
}

export function openSlots(session: LabelSession, codebooks: Codebooks): ServedSlot[] {
  return session.slots.filter((slot) => !isDone(codebooks, slot));
}

/** A slot with one answer set or taken back. */
export function withAnswer(slot: ServedSlot, change: Change, opId: string | null): ServedSlot {
  const { [change.question]: _, ...others } = slot.answers;
  const answers =
    change.value === null
      ? others
      : { ...others, [change.question]: { value: change.value, opId, note: change.note ?? null } };

  return { ...slot, answers };
}

export type Recorded = { session: LabelSession; body: RecordLabelBody };

/** The rater answers: the slot changes, the step can be undone, and the place moves on when the item is done. */
export function record(
  session: LabelSession,
  codebooks: Codebooks,
  slotId: string,
  change: Change,
  made: { opId: string; elapsedMs: number },
): Recorded | undefined {
  const slot = slotOf(session, slotId);
  if (!slot) return undefined;
  const was = slot.answers[change.question];
  const before = was ? { value: was.value, note: was.note } : null;
  const step = { slotId, question: change.question, before };
  const next = replaceSlot(
    { ...session, history: [...session.history, step].slice(-UNDO_DEPTH) },
    withAnswer(slot, change, made.opId),
  );

  return { session: movedOn(next, codebooks, slotId), body: bodyOf(slot, change, made) };
}

/** Takes the last step back, which is an answer of its own, and returns to its item. */
export function undo(session: LabelSession, made: { opId: string; elapsedMs: number }): Recorded | undefined {
  const step = session.history.at(-1);
  const slot = step && slotOf(session, step.slotId);
  if (!step || !slot) return undefined;
  const change: Change = {
    question: step.question,
    value: step.before?.value ?? null,
    ...(step.before?.note ? { note: step.before.note } : {}),
  };
  const next = replaceSlot({ ...session, history: session.history.slice(0, -1) }, withAnswer(slot, change, made.opId));

  return { session: { ...next, currentId: slot.slotId, feedbackId: null }, body: bodyOf(slot, change, made) };
}

function bodyOf(slot: ServedSlot, change: Change, made: { opId: string; elapsedMs: number }): RecordLabelBody {
  const revises = slot.answers[change.question]?.opId;

  return {
    opId: made.opId,
    slotId: slot.slotId,
    question: change.question,
    value: change.value,
    elapsedMs: made.elapsedMs,
    ...(revises ? { revises } : {}),
    ...(change.note ? { note: change.note } : {}),
  };
}

function replaceSlot(session: LabelSession, slot: ServedSlot): LabelSession {
  return { ...session, slots: session.slots.map((one) => (one.slotId === slot.slotId ? slot : one)) };
}

/** After an answer: stay while the item is open, show the gold answer of a practice item, else the next open item. */
function movedOn(session: LabelSession, codebooks: Codebooks, slotId: string): LabelSession {
  const slot = slotOf(session, slotId);
  if (!slot || !isDone(codebooks, slot)) return session;
  if (slot.gold && !isSkipped(slot)) return { ...session, feedbackId: slotId };

  return toNextOpen(session, codebooks);
}

export function toNextOpen(session: LabelSession, codebooks: Codebooks): LabelSession {
  const at = session.slots.findIndex((slot) => slot.slotId === session.currentId);
  const open = openSlots(session, codebooks);
  const after = open.find((slot) => session.slots.indexOf(slot) > at) ?? open[0];

  return { ...session, currentId: after?.slotId ?? null, feedbackId: null };
}

/** Answering the same once more changes nothing, but leaves an item that is done. */
export function passIfDone(session: LabelSession, codebooks: Codebooks, slotId: string): LabelSession {
  const slot = slotOf(session, slotId);

  return slot && isDone(codebooks, slot) ? toNextOpen(session, codebooks) : session;
}

/** An item opened again from "my work" becomes the current one. */
export function withReopened(session: LabelSession, slot: ServedSlot, counted: string[]): LabelSession {
  const others = <T extends string>(ids: T[]) => ids.filter((id) => id !== slot.slotId);

  return {
    ...session,
    slots: [...session.slots.filter((one) => one.slotId !== slot.slotId), slot],
    reopened: [...others(session.reopened), slot.slotId],
    counted,
    currentId: slot.slotId,
    feedbackId: null,
  };
}

/** Whether what the browser kept is a session of this version of the page. */
export function isSession(kept: unknown): kept is LabelSession {
  if (typeof kept !== "object" || kept === null) return false;
  const wanted = Object.keys(emptySession());

  return wanted.every((key) => key in kept) && Array.isArray((kept as LabelSession).slots);
}

/** To the item before or after the current one among those held, done ones included. */
export function turn(session: LabelSession, by: 1 | -1): LabelSession {
  const at = session.slots.findIndex((slot) => slot.slotId === session.currentId);
  const from = at < 0 ? session.slots.length : at;
  const to = session.slots[from + by];

  return to ? { ...session, currentId: to.slotId, feedbackId: null } : session;
}

/**
 * Takes in what a claim brought. Answers that wait in the outbox are laid over the server's, so that a reload neither
 * shows a given answer as open nor asks twice. `counted`: the items done here that the claim's count includes; undefined
 * where answers were under way meanwhile, so that nobody can tell: then the former count goes on. `moved`: answers were
 * given or acknowledged while the claim was under way, so that what is here is newer than what it brings.
 */
export function mergeClaim(
  session: LabelSession,
  codebooks: Codebooks,
  claim: ClaimAnswer,
  { waiting, counted, moved = false }: { waiting: OutboxEntry[]; counted?: string[] | undefined; moved?: boolean },
): LabelSession {
  const fresh = new Map(claim.slots.map((slot) => [slot.slotId, withWaiting(slot, waiting)]));
  const known = session.slots.map((slot) => {
    const now = fresh.get(slot.slotId);
    fresh.delete(slot.slotId);

    return moved ? slot : (now ?? slot);
  });
  const slots = [...known, ...fresh.values()];
  // Done once, and open now: a new codebook version asks it again, and the server's count has it no more.
  const again = new Set(slots.filter((slot) => !isDone(codebooks, slot)).map((slot) => slot.slotId));
  const still = counted?.filter((id) => !again.has(id));
  const merged = trimmed({ ...session, ...countsOf(session, claim, still), slots }, codebooks);
  const lost = merged.lost.filter((id) => !claim.slots.some((slot) => slot.slotId === id));
  const next = { ...merged, lost, heldByOthers: claim.heldByOthers, nextFreeAt: claim.nextFreeAt };

  return slotOf(next, next.currentId) ? next : toNextOpen({ ...next, currentId: null }, codebooks);
}

function countsOf(session: LabelSession, { progress }: ClaimAnswer, counted: string[] | undefined) {
  const total = progress.done + progress.skipped + progress.left;
  if (counted) return { progress, counted, total, beyond: 0 };

  return { progress: { ...(session.progress ?? progress), medianMs: progress.medianMs }, total };
}

/** A slot as the server knows it, with this browser's unsent answers on top. */
export function withWaiting(slot: ServedSlot, waiting: OutboxEntry[]): ServedSlot {
  const mine = inOrder(waiting).filter((entry) => entry.body.slotId === slot.slotId && !entry.held);

  return mine.reduce((now, { opId, body }) => {
    const note = body.note === undefined ? {} : { note: body.note };
    return withAnswer(now, { question: body.question, value: body.value, ...note }, opId);
  }, slot);
}

/** Done items stay for undo and for looking back; older ones go. */
function trimmed(session: LabelSession, codebooks: Codebooks): LabelSession {
  const needed = new Set([session.currentId, session.feedbackId, ...session.history.map((step) => step.slotId)]);
  const done = session.slots.filter((slot) => isDone(codebooks, slot) && !needed.has(slot.slotId));
  const gone = new Set(done.slice(0, Math.max(0, done.length - KEPT_DONE)).map((slot) => slot.slotId));

  const slots = session.slots.filter((slot) => !gone.has(slot.slotId));
  const uncounted = [...gone].filter((id) => !session.counted.includes(id)).length;
  const counted = session.counted.filter((id) => slots.some((slot) => slot.slotId === id));

  return { ...session, slots, counted, beyond: session.beyond + uncounted };
}

/** Leases that could not be renewed: what has not been begun goes; the current item stays, and the page says so. */
export function loseLeases(session: LabelSession, codebooks: Codebooks, lost: string[]): LabelSession {
  if (lost.length === 0) return session;
  const stays = (slot: ServedSlot) =>
    !lost.includes(slot.slotId) || slot.slotId === session.currentId || isDone(codebooks, slot);

  return { ...session, slots: session.slots.filter(stays), lost: [...new Set([...session.lost, ...lost])] };
}

/** An answer made in another tab of this rater. */
export function takeOver(
  session: LabelSession,
  codebooks: Codebooks,
  slotId: string,
  change: Change,
  opId: string | null,
): LabelSession {
  const slot = slotOf(session, slotId);
  if (!slot) return session;
  const next = replaceSlot(session, withAnswer(slot, change, opId));
  const now = slotOf(next, slotId);
  const moves = next.currentId === slotId && now !== undefined && isDone(codebooks, now) && !isDone(codebooks, slot);

  return moves ? toNextOpen(next, codebooks) : next;
}

export type Tally = { done: number; total: number; left: number; medianMs: number | null };

/** How far the rater has come: the server's count, corrected by what was done here since. Skipped items count as passed. */
export function tally(session: LabelSession, codebooks: Codebooks): Tally | undefined {
  const { progress } = session;
  if (!progress) return undefined;
  let passed = progress.done + progress.skipped + session.beyond;
  for (const slot of session.slots) {
    const counted = session.counted.includes(slot.slotId);
    if (isDone(codebooks, slot) && !counted) passed += 1;
    if (!isDone(codebooks, slot) && counted) passed -= 1;
  }
  const total = Math.max(session.total, passed);

  return { done: passed, total, left: total - passed, medianMs: progress.medianMs };
}
