import { deriveAll, standingAnswers } from "./derive-labels";
import { findLabelColumn } from "./find-label-column";
import type { Audience } from "./questions-for";
import { asksOf } from "./questions-for";
import { resolveOption } from "./resolve-option";
import type { Codebook, CodebookDerived, CodebookQuestion } from "./schema";

export type ImportedLabels = {
  /** Question id → option id; marks as `mark_<id>` → `yes`. */
  answers: Record<string, string>;
  /** Derived id → option id: what follows from the answers, else what the file said. */
  derived: Record<string, string>;
  /** Where the file states a derived label and its own answers give another. The answers win. */
  contradictions: { derived: string; column: string; said: string; gives: string }[];
  /** Questions answered in the file that the codebook does not ask of this item (`askWhen` is false): left out. */
  notAsked: string[];
  /** Columns that are no label of this codebook, and values that are no option of it. */
  faults: { column: string; value: string; reason: string }[];
};

/**
 * Reads the label columns of one imported record (a judge's or a human's): names and values are resolved by id, code,
 * label or alias; empty cells are left out; derived labels follow from the answers where they can, else are taken as
 * stated. A derived column that holds an option of its question which says nothing about it (`label: UNSURE`) is that
 * answer. `fields`: the item's content, where conditions read it. O(columns × options).
 * @example deriveFromImported(citationRole, {}, { label: "ROOT", subtype: "BC" }, "judge")
 * // answers { role: "BC" }, derived { root: "WEED" }, contradictions [{ derived: "root", column: "label", said: "ROOT", gives: "WEED" }]
 */
export function deriveFromImported(
  codebook: Codebook,
  fields: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, unknown>>,
  audience: Audience,
): ImportedLabels {
  const result: ImportedLabels = { answers: {}, derived: {}, contradictions: [], notAsked: [], faults: [] };
  const said: Record<string, { column: string; value: string }> = {};
  const undecided: { column: string; question: string; option: string; derived: string }[] = [];
  const seen = new Set<string>();

  for (const [name, value] of Object.entries(columns)) {
    const fault = (reason: string) => result.faults.push({ column: name, value: shown(value), reason });
    const column = findLabelColumn(codebook, name);
    if (column === undefined) {
      fault("no question and no derived label of the codebook has this name");
      continue;
    }
    if (value === null || value === undefined || (typeof value === "string" && value.trim() === "")) continue;
    if (seen.has(column.id)) {
      fault(`a second column for ${column.id}`);
      continue;
    }
    seen.add(column.id);
    if (column.kind === "mark") {
      const mark = resolveOption(MARK_VALUES, value);
      if (!mark.ok) fault("a mark is yes or no");
      else if (mark.option.id === "yes") result.answers[column.id] = "yes";
    } else if (column.kind === "question") {
      const option = answerOf(column.question, value, audience);
      if (typeof option === "string") result.answers[column.id] = option;
      else fault(option.reason);
    } else {
      const option = resolveOption(column.derived.options, value);
      if (option.ok) said[column.id] = { column: name, value: option.option.id };
      else {
        const open = undecidedOption(codebook, column.derived, value, audience);
        if (open === undefined) fault(unknownValue(column.id, option.reason));
        else undecided.push({ column: name, ...open, derived: column.id });
      }
    }
  }

  for (const open of undecided) result.answers[open.question] ??= open.option;
  const standing = standingAnswers(codebook, { fields, answers: result.answers });
  result.notAsked = Object.keys(result.answers).filter((id) => standing[id] === undefined);
  result.answers = standing;
  const state = { fields, answers: standing };
  const computed = deriveAll(codebook, state);
  const stated = Object.fromEntries(Object.entries(said).map(([id, { value }]) => [id, value]));
  const ofRater = new Set(codebook.derived.filter((label) => !label.ofItem).map((label) => label.id));
  const all = Object.entries(deriveAll(codebook, state, stated));
  result.derived = Object.fromEntries(all.filter(([id]) => ofRater.has(id)));
  for (const [id, { column, value }] of Object.entries(said)) {
    const gives = computed[id];
    if (gives !== undefined && gives !== value) {
      result.contradictions.push({ derived: id, column, said: value, gives });
    }
  }
  for (const { column, option, derived } of undecided) {
    const gives = computed[derived];
    if (gives !== undefined) result.contradictions.push({ derived, column, said: option, gives });
  }
  return result;
}

const MARK_VALUES = [
  { id: "yes", label: "yes", aliases: ["1", "true"] },
  { id: "no", label: "no", aliases: ["0", "false"] },
];

function answerOf(question: CodebookQuestion, value: unknown, audience: Audience): string | { reason: string } {
  const found = resolveOption(question.options, value);
  if (!found.ok) return { reason: unknownValue(question.id, found.reason) };
  if (asksOf(found.option.askedOf, audience)) return found.option.id;
  return { reason: `${found.option.id} is an option for ${audience === "human" ? "judges" : "humans"} only` };
}

/** UNSURE in a ROOT / WEED column: an option of the mapped question that maps to no derived label. */
function undecidedOption(codebook: Codebook, derived: CodebookDerived, value: unknown, audience: Audience) {
  if (!("map" in derived.rule)) return undefined;
  const { question: id, to } = derived.rule.map;
  const question = codebook.questions.find((candidate) => candidate.id === id);
  const open = question?.options.filter((option) => to[option.id] === null && asksOf(option.askedOf, audience)) ?? [];
  const found = resolveOption(open, value);
  return found.ok ? { question: id, option: found.option.id } : undefined;
}

function unknownValue(column: string, reason: "unknown" | "ambiguous"): string {
  return reason === "ambiguous" ? `could be more than one option of ${column}` : `not an option of ${column}`;
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
