import { type Audience, asksOf } from "./questions-for";
import type { CodebookQuestion } from "./schema";

/** Question id → variant id, where a study picks one; else each audience gets the first variant meant for it. */
export type VariantChoice = Readonly<Record<string, string>>;

export type Wording = {
  /** Undefined where the question has one wording only. */
  variant: string | undefined;
  text: string;
  criteria: { id: string; text: string }[];
};

/**
 * The wording in which a question is put to an audience, with the criteria that hold under it. Guideline and judge prompt
 * both come from here, so that the criteria stand in one place. A variant that a study picks goes before the one meant
 * for the audience; an unknown one is as none. O(variants + criteria).
 * @example wordingFor(baseline, "judge").variant // "core_reference"
 */
export function wordingFor(question: CodebookQuestion, audience: Audience, choice: VariantChoice = {}): Wording {
  const { variants } = question;
  const variant =
    variants.find((candidate) => candidate.id === choice[question.id]) ??
    variants.find((candidate) => asksOf(candidate.askedOf, audience));
  const criteria = question.criteria.filter(
    (criterion) =>
      asksOf(criterion.askedOf, audience) &&
      (criterion.variants.length === 0 || (variant !== undefined && criterion.variants.includes(variant.id))),
  );
  return {
    variant: variant?.id,
    text: variant?.text ?? question.text,
    criteria: criteria.map(({ id, text }) => ({ id, text })),
  };
}
