import type { Codebook, CodebookDerived, CodebookMark, CodebookQuestion } from "./schema";

export type LabelColumn =
  | { kind: "question"; id: string; question: CodebookQuestion }
  | { kind: "derived"; id: string; derived: CodebookDerived }
  | { kind: "mark"; id: string; mark: CodebookMark };

/**
 * Every column that can hold a label under this codebook: questions, derived labels, then marks as `mark_<id>`.
 * @example labelColumns(citationRole).map((column) => column.id) // ["role", "root"]
 */
export function labelColumns(codebook: Codebook): LabelColumn[] {
  return [
    ...codebook.questions.map((question) => ({ kind: "question" as const, id: question.id, question })),
    ...codebook.derived.map((derived) => ({ kind: "derived" as const, id: derived.id, derived })),
    ...codebook.marks.map((mark) => ({ kind: "mark" as const, id: `mark_${mark.id}`, mark })),
  ];
}

/**
 * The label that a column of a file holds, by id or alias: exactly, else without regard to case where only one fits.
 * Undefined where none or more than one does. O(columns).
 * @example findLabelColumn(citationRole, "subtype")?.id // "role"
 */
export function findLabelColumn(codebook: Codebook, name: string): LabelColumn | undefined {
  const columns = labelColumns(codebook);
  const exact = columns.find((column) => namesOf(column).includes(name.trim()));
  if (exact !== undefined) return exact;
  const wanted = name.trim().toLowerCase();
  const found = columns.filter((column) => namesOf(column).some((candidate) => candidate.toLowerCase() === wanted));
  return found.length === 1 ? found[0] : undefined;
}

function namesOf(column: LabelColumn): string[] {
  if (column.kind === "mark") return [column.id];
  return [column.id, ...(column.kind === "question" ? column.question.aliases : column.derived.aliases)];
}
