import { behind, type OutboxEntry } from "./outbox-state";
import type { Change } from "./session-state";

/** What the rater's choice does: these leave the queue, those enter it, and the item then shows this answer. */
export type Settlement = { out: string[]; in: OutboxEntry[]; shows: Change; opId: string | null };

/** The newer answer stands: mine goes, with whatever I answered to the same question after it. */
export function keepNewer(entry: OutboxEntry, mine: OutboxEntry[]): Settlement | undefined {
  if (entry.held?.kind !== "conflict") return undefined;
  const { current } = entry.held;

  return {
    out: [entry, ...behind(mine, entry)].map((one) => one.opId),
    in: [],
    shows: { question: entry.body.question, value: current.value },
    opId: current.opId,
  };
}

/** My last answer to this question is sent again, now as a revision of the one that stands. */
export function insistOnMine(entry: OutboxEntry, mine: OutboxEntry[], opId: string): Settlement | undefined {
  if (entry.held?.kind !== "conflict") return undefined;
  const replaced = [entry, ...behind(mine, entry)];
  const { held: _, order: __, ...last } = replaced.at(-1) ?? entry;
  const { revises: ___, ...body } = last.body;
  const revises = entry.held.current.opId;
  const shows = { question: body.question, value: body.value, ...(body.note ? { note: body.note } : {}) };

  return {
    out: replaced.map((one) => one.opId),
    in: [{ ...last, opId, body: { ...body, opId, ...(revises ? { revises } : {}) } }],
    shows,
    opId,
  };
}

/** A refused answer is given up; later answers to the same question no longer name it as what they replace. */
export function giveUp(entry: OutboxEntry, mine: OutboxEntry[]): Settlement {
  const later = behind(mine, entry);
  const last = later.at(-1);
  const { revises } = entry.body;
  const rebased = later.map(({ order: _, ...one }) => {
    const { revises: replaced, ...body } = one.body;
    const base = replaced === entry.opId ? revises : replaced;

    return { ...one, body: { ...body, ...(base ? { revises: base } : {}) } };
  });

  return {
    out: [entry, ...later].map((one) => one.opId),
    in: rebased,
    shows: { question: entry.body.question, value: last?.body.value ?? null },
    opId: last?.opId ?? null,
  };
}
