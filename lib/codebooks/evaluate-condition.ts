import { fieldValue, isMarked, type LabelState } from "./label-state";
import type { Codebook, Condition } from "./schema";

/** Three-valued: undefined means unknown. */
export type Truth = boolean | undefined;

export type ConditionState = LabelState & { derived?: Readonly<Record<string, string>> };

/**
 * Evaluates a condition in Kleene's strong three-valued logic: `any` is true as soon as one part is true, `all` false as
 * soon as one is false, whatever is unknown beside it. Unknown: an unanswered question, an absent derived label or
 * field, an answer that has no rank (a judge-only option under `atLeast`). A mark not set is false. O(size of condition).
 * Source: S. C. Kleene, Introduction to Metamathematics, 1952, §64.
 * @example evaluateCondition(mustCite, { question: "relevance", atLeast: "4" }, { fields: {}, answers: { relevance: "5" } }) // true
 */
export function evaluateCondition(codebook: Codebook, condition: Condition, state: ConditionState): Truth {
  if ("any" in condition) return anyOf(condition.any.map((part) => evaluateCondition(codebook, part, state)));
  if ("all" in condition) return not(anyOf(condition.all.map((part) => not(evaluateCondition(codebook, part, state)))));
  if ("not" in condition) return not(evaluateCondition(codebook, condition.not, state));
  if ("mark" in condition) return isMarked(state, condition.mark);
  if ("derived" in condition) return isOneOf(state.derived?.[condition.derived], condition.is);
  if ("field" in condition) {
    const value = fieldValue(codebook, state.fields, condition.field);
    if ("known" in condition) return (value !== undefined) === condition.known;
    if (value === undefined) return undefined;
    if ("is" in condition) return condition.is.some((wanted) => wanted === value);
    const bound =
      typeof condition.atLeast === "number" ? condition.atLeast : codebook.parameters[condition.atLeast.parameter];
    return typeof value === "number" && bound !== undefined ? value >= bound : undefined;
  }
  const answer = state.answers[condition.question];
  if ("is" in condition) return isOneOf(answer, condition.is);
  return hasRank(codebook, condition.question, answer, condition.atLeast);
}

function hasRank(codebook: Codebook, questionId: string, answer: string | undefined, bound: string): Truth {
  const question = codebook.questions.find((candidate) => candidate.id === questionId);
  const ranked = question?.options.filter((option) => option.askedOf !== "judge").map((option) => option.id) ?? [];
  const rank = answer === undefined ? -1 : ranked.indexOf(answer);
  const wanted = ranked.indexOf(bound);
  return rank < 0 || wanted < 0 ? undefined : rank >= wanted;
}

function isOneOf(value: string | undefined, wanted: readonly string[]): Truth {
  return value === undefined ? undefined : wanted.includes(value);
}

function anyOf(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(undefined) ? undefined : false;
}

function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}
