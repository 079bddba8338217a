import { deriveAll } from "./derive-labels";
import { evaluateCondition } from "./evaluate-condition";
import type { LabelState } from "./label-state";
import type { Codebook, CodebookOption, CodebookQuestion } from "./schema";

export type Audience = "human" | "judge";

/**
 * Whether something asked of `human`, `judge` or `both` concerns this audience.
 * @example asksOf("both", "judge") // true
 */
export function asksOf(askedOf: CodebookOption["askedOf"], audience: Audience): boolean {
  return askedOf === "both" || askedOf === audience;
}

/**
 * The options of a question that this audience may choose, in the codebook's order.
 * @example optionsFor(role, "human") // the six roles, without the judge's UNSURE
 */
export function optionsFor(question: CodebookQuestion, audience: Audience): CodebookOption[] {
  return question.options.filter((option) => asksOf(option.askedOf, audience));
}

/**
 * The questions that are asked of this item, given the answers so far, in the codebook's order. A question whose
 * `askWhen` is unknown (it waits for an earlier answer) or false is not asked. Answers to questions that are not asked
 * count as not given, so that an answer revised early on takes its follow-up questions away. O(questions × condition).
 * @example questionsFor(markerPair, { relation: "SPECIFY" }, {}, "human").map((q) => q.id) // ["specify"]
 */
export function questionsFor(
  codebook: Codebook,
  fields: LabelState["fields"],
  answers: LabelState["answers"],
  audience: Audience,
): CodebookQuestion[] {
  const standing: Record<string, string> = {};
  const asked: CodebookQuestion[] = [];
  for (const [key, value] of Object.entries(answers)) {
    if (!codebook.questions.some((question) => question.id === key)) standing[key] = value;
  }
  for (const question of codebook.questions) {
    if (optionsFor(question, audience).length === 0) continue;
    if (question.askWhen !== undefined) {
      const derived = deriveAll(codebook, { fields, answers: standing });
      if (evaluateCondition(codebook, question.askWhen, { fields, answers: standing, derived }) !== true) continue;
    }
    asked.push(question);
    const answer = answers[question.id];
    if (answer !== undefined) standing[question.id] = answer;
  }
  return asked;
}

/**
 * Whether a rater has answered every required question that is asked of this item. False where nothing is asked, since
 * then there is nothing that could be complete.
 * @example isComplete(mustCite, fields, { baseline: "no" }) // false: relevance is still open
 */
export function isComplete(
  codebook: Codebook,
  fields: LabelState["fields"],
  answers: LabelState["answers"],
  audience: Audience = "human",
): boolean {
  const asked = questionsFor(codebook, fields, answers, audience);
  return asked.length > 0 && asked.every((question) => !question.required || answers[question.id] !== undefined);
}

/**
 * The questions that listen to the keyboard now: under `order: any` all that are asked; under `order: fixed` the first
 * one without an answer, and none when all are answered.
 * @example listeningQuestions(markerPair, { relation: "ADDRESS" }, { problem: "yes" }).map((q) => q.id) // ["solution"]
 */
export function listeningQuestions(
  codebook: Codebook,
  fields: LabelState["fields"],
  answers: LabelState["answers"],
): CodebookQuestion[] {
  const asked = questionsFor(codebook, fields, answers, "human");
  if (codebook.order === "any") return asked;
  return asked.filter((question) => answers[question.id] === undefined).slice(0, 1);
}
