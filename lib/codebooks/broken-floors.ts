import { deriveAll } from "./derive-labels";
import { evaluateCondition } from "./evaluate-condition";
import type { LabelState } from "./label-state";
import type { Codebook } from "./schema";

export type Floor = Codebook["floors"][number];

/**
 * The floors that an item's answers fall below: their condition holds and the answer ranks under `atLeast`. A floor
 * never changes an answer; it asks for a note. Unanswered questions break none. O(floors × condition).
 * @example brokenFloors(mustCite, { fields: {}, answers: { relevance: "3" }, marks: ["primary_data"] }).length // 1
 */
export function brokenFloors(codebook: Codebook, state: LabelState): Floor[] {
  const full = { ...state, derived: deriveAll(codebook, state) };
  return codebook.floors.filter(
    (floor) =>
      evaluateCondition(codebook, floor.when, full) === true &&
      evaluateCondition(codebook, { question: floor.question, atLeast: floor.atLeast }, full) === false,
  );
}
