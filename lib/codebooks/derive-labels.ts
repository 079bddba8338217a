import { evaluateCondition } from "./evaluate-condition";
import type { LabelState } from "./label-state";
import type { Codebook, CodebookDerived } from "./schema";

/**
 * The derived labels of one rater's answers to one item: derived id → option id, absent where it cannot be told yet (an
 * answer is missing, or the answer, such as a judge's UNSURE, says nothing about it). What follows from the item alone
 * (`ofItem`) is no rater's label and left out: see `deriveOfItem`. O(questions + derived, each times its condition).
 * @example deriveLabels(citationRole, { fields: {}, answers: { role: "ME" } }) // { root: "ROOT" }
 */
export function deriveLabels(codebook: Codebook, state: LabelState): Record<string, string> {
  return pick(codebook, deriveAll(codebook, state), false);
}

/**
 * Derived labels that need no answer (`ofItem`): computed once for an item, not stored as a rater's label.
 * @example deriveOfItem(mustCite, { contexts: [a, b, c] }) // { type_3: "yes" }
 */
export function deriveOfItem(codebook: Codebook, fields: LabelState["fields"]): Record<string, string> {
  return pick(codebook, deriveAll(codebook, { fields, answers: {} }), true);
}

/**
 * All derived labels, those of the item included, as conditions read them. Answers to a question whose `askWhen` is
 * false for this item are left aside; one whose `askWhen` is unknown counts (imports may carry a follow-up without its
 * lead). `said`: derived labels stated elsewhere, used where the answers leave one open. Later ones rest on earlier ones.
 * @example deriveAll(mustCite, { fields: { contexts: [a] }, answers: { baseline: "no", relevance: "2" } })
 * // { type_1: "no", type_2: "no", type_3: "no", must_cite: "no" }
 */
export function deriveAll(
  codebook: Codebook,
  state: LabelState,
  said: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const answers = standingAnswers(codebook, state);
  return applyRules(codebook, { ...state, answers }, said);
}

/**
 * The answers that count: those to questions whose `askWhen` does not rule them out, decided in the codebook's order
 * (conditions name earlier questions only). Marks and other keys stay.
 * @example standingAnswers(markerPair, { fields: { relation: "ADDRESS" }, answers: { problem: "no", match: "yes" } }) // { problem: "no" }
 */
export function standingAnswers(codebook: Codebook, state: LabelState): Record<string, string> {
  const standing: Record<string, string> = { ...state.answers };
  for (const question of codebook.questions) {
    if (question.askWhen === undefined || standing[question.id] === undefined) continue;
    const derived = applyRules(codebook, { ...state, answers: standing }, {});
    if (evaluateCondition(codebook, question.askWhen, { ...state, answers: standing, derived }) === false) {
      delete standing[question.id];
    }
  }
  return standing;
}

function applyRules(
  codebook: Codebook,
  state: LabelState,
  said: Readonly<Record<string, string>>,
): Record<string, string> {
  const derived: Record<string, string> = {};
  for (const label of codebook.derived) {
    const value = applyRule(codebook, label, state, derived) ?? said[label.id];
    if (value !== undefined) derived[label.id] = value;
  }
  return derived;
}

function applyRule(
  codebook: Codebook,
  label: CodebookDerived,
  state: LabelState,
  derived: Readonly<Record<string, string>>,
): string | undefined {
  if ("map" in label.rule) {
    const answer = state.answers[label.rule.map.question];
    if (answer === undefined || !Object.hasOwn(label.rule.map.to, answer)) return undefined;
    return label.rule.map.to[answer] ?? undefined;
  }
  const truth = evaluateCondition(codebook, label.rule.when, { ...state, derived });
  if (truth === undefined) return undefined;
  return truth ? label.rule.yes : label.rule.no;
}

function pick(codebook: Codebook, all: Readonly<Record<string, string>>, ofItem: boolean): Record<string, string> {
  const wanted = new Set(codebook.derived.filter((label) => label.ofItem === ofItem).map((label) => label.id));
  return Object.fromEntries(Object.entries(all).filter(([id]) => wanted.has(id)));
}
