import type { Codebook } from "./schema";

/** What is known about one item under one rater: the item's content, the current answers, the marks that are set. */
export type LabelState = {
  /** The item's content, or the part of it that conditions read. */
  fields: Readonly<Record<string, unknown>>;
  /** Question id → option id. `mark_<id>` with value `yes` counts as that mark set. */
  answers: Readonly<Record<string, string>>;
  /** Ids of marks that are set, beside those in `answers`. */
  marks?: readonly string[];
};

/**
 * Whether a mark is set: named in `marks`, or answered `yes` as `mark_<id>`. A mark nobody touched is not set. O(marks).
 * @example isMarked({ fields: {}, answers: { mark_primary_data: "yes" } }, "primary_data") // true
 */
export function isMarked(state: Pick<LabelState, "answers" | "marks">, mark: string): boolean {
  return state.answers[`mark_${mark}`] === "yes" || (state.marks ?? []).includes(mark);
}

/**
 * The value of a field of an item; `count` fields are computed here: the number in `given` where the item has it, else
 * the length of the array in `of`. Undefined where the item has no such value (null and "" count as none).
 * @example fieldValue(codebook, { contexts: [a, b] }, "mentions") // 2
 */
export function fieldValue(codebook: Codebook, fields: LabelState["fields"], id: string): unknown {
  const field = codebook.item.fields.find((candidate) => candidate.id === id);
  if (field?.type !== "count") return present(fields[id]);
  const given = field.given === undefined ? undefined : present(fields[field.given]);
  if (given !== undefined) return given;
  const counted = field.of === undefined ? undefined : fields[field.of];
  return Array.isArray(counted) ? counted.length : undefined;
}

function present(value: unknown): unknown {
  return value === null || value === "" ? undefined : value;
}
