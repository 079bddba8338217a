import type { AdjudicationItem, DecideBody, Decision, QueueRow, Reason } from "@/lib/adjudication/wire";

/** One question on one item in one round: what the queue is made of. */
export type Entry = Pick<QueueRow, "itemId" | "roundId" | "unit" | "question">;

/** What is being decided, before its reason makes it a decision. */
export type Draft = { value: string | null; note: string; guideline: string };
export const EMPTY_DRAFT: Draft = { value: null, note: "", guideline: "" };

export type Made = { opId: string; elapsedMs: number };

/** A decision that was sent, and what stood before it. */
export type Step = { entry: Entry; before: Decision | null; body: DecideBody };

export const REASON_WORDS: Record<Reason, { label: string; hint: string }> = {
  rater_slip: { label: "Rater slip", hint: "The guideline is clear; somebody pressed or read wrong." },
  criteria_unclear: { label: "Criteria unclear", hint: "The guideline does not decide this case." },
  item_broken: { label: "Item broken", hint: "The text is cut, garbled or about something else." },
  genuinely_ambiguous: { label: "Genuinely ambiguous", hint: "Both readings hold, whatever the guideline says." },
};

export function keyOf({ itemId, roundId, unit, question }: Entry): string {
  return [itemId, roundId, unit, question].join(" ");
}

/** Whoever sees others' decisions decides knowing them. */
export function knowsOthers(item: AdjudicationItem): boolean {
  return item.others !== null && item.others.length > 0;
}

/** The draft with its reason, as it goes to the server. */
export function decisionBody(
  item: AdjudicationItem,
  draft: Draft & { value: string },
  reason: Reason,
  made: Made,
): DecideBody {
  return {
    ...made,
    itemId: item.itemId,
    roundId: item.roundId,
    unit: item.unit,
    question: item.question,
    value: draft.value,
    reason,
    note: draft.note.trim() || null,
    guideline: draft.guideline.trim() || null,
    settles: knowsOthers(item),
    revises: item.own?.opId ?? null,
    basisHash: item.basisHash,
    judgeShown: item.judgeShown,
  };
}

/** Takes a step back: what stood before is decided again, or nothing stands. What the guideline should say stays noted. */
export function undoBody({ before, body }: Step, made: Made): DecideBody {
  const again = before !== null && before.settles === body.settles;

  return {
    ...body,
    ...made,
    // Where only the settling is taken back, the decision below it comes to stand again by itself.
    value: again ? before.value : null,
    reason: again ? before.reason : null,
    note: again ? before.note : null,
    guideline: null,
    revises: body.opId,
  };
}

/** The item as it stands after a step that has been sent, until the server is asked again. */
export function afterStep(item: AdjudicationItem, body: DecideBody, before: Decision | null = null): AdjudicationItem {
  const { opId, value, settles = false, note = null, reason = null } = body;
  const own: Decision | null =
    value === null
      ? before
      : { opId, value, settles, note, reason, who: "you", at: "", codebookVersion: item.codebookVersion };

  return { ...item, own, mine: own !== null };
}
