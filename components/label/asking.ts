import { checkAnswer } from "@/lib/codebooks/check-answer";
import type { Codebook } from "@/lib/codebooks/schema";
import type { ServedSlot } from "@/lib/labels/wire";
import { labelStateOf } from "./session-state";

/** An answer that is accepted only with a note; `question` may be a mark's. */
export type Asking = { slotId: string; question: string; value: string; label: string; hint?: string; draft?: string };

export type Ruling = { kind: "fine" } | { kind: "ask"; label: string; hint?: string } | { kind: "no"; why: string };

/**
 * Whether an answer may be given as it is, needs a note first, or cannot be given. A change to an item that was opened
 * again asks for its reason, where the question takes notes at all.
 */
export function rulingOn(
  codebook: Codebook,
  slot: ServedSlot,
  answer: { question: string; value: string },
  reopened: boolean,
): Ruling {
  const { fields, answers } = labelStateOf(slot);
  const check = checkAnswer(codebook, { fields, answers, ...answer, audience: "human" });
  const given = answers[answer.question];
  if (check.ok) {
    const noted = checkAnswer(codebook, { fields, answers, ...answer, note: "-", audience: "human" });
    if (!reopened || given === undefined || given === answer.value || !noted.ok) return { kind: "fine" };

    return { kind: "ask", label: "Why do you change this answer?" };
  }
  const faults = check.reasons;
  if (faults.every((fault) => fault.code === "below_floor" || fault.code === "note_required")) {
    const floor = faults.find((fault) => fault.code === "below_floor");

    return floor ? { kind: "ask", label: "Say why", hint: floor.text } : { kind: "ask", label: "Say why in a note" };
  }

  return { kind: "no", why: faults.map((fault) => fault.text).join(" ") };
}
