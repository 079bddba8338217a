import { combineMeasures, meanOutcome } from "./combine-measures";
import { deriveTable } from "./derive-table";
import { differenceMeasure } from "./difference";
import type { Measure } from "./measure";
import { type PairMeasure, pairwiseMeanMeasure } from "./pairwise-summary";
import { MISSING, type PatternTable } from "./pattern-table";
import { raterIndex } from "./rater-index";
import { withoutCategories } from "./without-categories";

export type JudgeLessHumansOptions = {
  readonly judge: string;
  readonly humans: readonly string[];
  /** A measure of two raters: `pairAlphaMeasure`, `cohenKappaMeasure` or their like. */
  readonly measure: PairMeasure;
  /** Answers that are no answer: their items are left out of both sides. */
  readonly abstain?: readonly string[];
};

/**
 * The claim "the judge agrees with people no less than they do with each other" as one number: the mean of a measure
 * over the judge's pairs with people, less its mean over pairs of people, on the items that the judge answered. Resample
 * it (`bootstrapInterval`): an interval that stays above −δ supports the claim to within δ. Undefined with fewer than two
 * people. O(raters² × rows).
 *
 * @example bootstrapInterval(judgeLessHumansMeasure(table, { judge: "gpt", humans, measure: pairAlphaMeasure }) …);
 */
export function judgeLessHumansMeasure(table: PatternTable, options: JudgeLessHumansOptions): Measure | undefined {
  const { judge, humans, measure } = options;
  const declared = withoutCategories(table, options.abstain ?? []);
  const column = raterIndex(declared, judge);
  const answered = deriveTable(declared, {
    raters: declared.raters,
    labels: (old) => (old[column] === MISSING ? undefined : Array.from(old)),
  });
  const people = pairwiseMeanMeasure(answered, measure, humans);
  if (!people) return undefined;
  const pairs = combineMeasures(
    humans.map((human) => measure(answered, judge, human)),
    meanOutcome,
  );

  return differenceMeasure(pairs, people);
}
