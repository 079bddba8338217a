import { type Agreement, numberOrUndefined } from "./agreement";
import { combineMeasures, meanOutcome } from "./combine-measures";
import { evaluateMeasure, type Measure } from "./measure";
import type { PatternTable } from "./pattern-table";

/** A measure of two raters: `cohenKappaMeasure` and its like, or α on a table of two columns. */
export type PairMeasure = (table: PatternTable, a: string, b: string) => Measure;

export type PairwiseSummary = {
  readonly pairs: readonly { readonly a: string; readonly b: string; readonly agreement: Agreement }[];
  /** Mean over the pairs that have a value. */
  readonly mean: Agreement;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** How many pairs have a value. */
  readonly defined: number;
};

/**
 * A measure for every pair of raters, with mean, lowest and highest. Pairs without a value are listed with their reason
 * and left out of the three. With one rater the mean is undefined (`one_rater`). O(raters² × rows).
 *
 * @example pairwiseSummary(table, cohenKappaMeasure).mean; // mean κ over pairs
 */
export function pairwiseSummary(
  table: PatternTable,
  measure: PairMeasure,
  raters: readonly string[] = table.raters,
): PairwiseSummary {
  const pairs = raterPairs(raters).map(([a, b]) => ({ a, b, agreement: evaluateMeasure(measure(table, a, b)) }));
  const values = pairs.map((pair) => numberOrUndefined(pair.agreement)).filter((value) => value !== undefined);
  const prepared = pairwiseMeanMeasure(table, measure, raters);

  return {
    pairs,
    mean: prepared ? evaluateMeasure(prepared) : { kind: "undefined", reason: "one_rater", items: 0 },
    min: values.length > 0 ? Math.min(...values) : undefined,
    max: values.length > 0 ? Math.max(...values) : undefined,
    defined: values.length,
  };
}

/**
 * The mean of a measure over all pairs of raters, prepared for intervals; undefined where there are fewer than two.
 * O(raters² × rows).
 *
 * @example pairwiseMeanMeasure(table, cohenKappaMeasure);
 */
export function pairwiseMeanMeasure(
  table: PatternTable,
  measure: PairMeasure,
  raters: readonly string[] = table.raters,
): Measure | undefined {
  const pairs = raterPairs(raters);
  if (pairs.length === 0) return undefined;

  return combineMeasures(
    pairs.map(([a, b]) => measure(table, a, b)),
    meanOutcome,
  );
}

function raterPairs(raters: readonly string[]): [string, string][] {
  return raters.flatMap((a, index) => raters.slice(index + 1).map((b): [string, string] => [a, b]));
}
