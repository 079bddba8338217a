import { combineMeasures, meanOutcome } from "./combine-measures";
import type { Distance } from "./distance";
import { krippendorffAlphaMeasure } from "./krippendorff-alpha";
import type { Measure } from "./measure";
import { MISSING, type PatternTable } from "./pattern-table";
import { raterIndex } from "./rater-index";

/**
 * Mean α over all pairs with one rater from each group (experts × crowd, judge × people), prepared for intervals; pairs
 * without a value are left out. Undefined where a group is empty. O(pairs × rows).
 *
 * @example evaluateMeasure(crossPairsAlphaMeasure(table, ["gpt"], ["ann", "bob"], "nominal"));
 */
export function crossPairsAlphaMeasure(
  table: PatternTable,
  group: readonly string[],
  other: readonly string[],
  distance: Distance = "nominal",
): Measure | undefined {
  const pairs = group.flatMap((a) => other.map((b) => pairAlphaMeasure(table, a, b, distance)));

  return pairs.length > 0 ? combineMeasures(pairs, meanOutcome) : undefined;
}

/**
 * α of two raters of a table, on the rows of the whole table (so that several pairs can be resampled together).
 * O(rows × raters).
 *
 * @example pairwiseSummary(table, (whole, a, b) => pairAlphaMeasure(whole, a, b, "ordinal"));
 */
export function pairAlphaMeasure(table: PatternTable, a: string, b: string, distance: Distance = "nominal"): Measure {
  const columns = [raterIndex(table, a), raterIndex(table, b)];
  const width = table.raters.length;
  const labels = table.labels.map((label, place) => (columns.includes(place % width) ? label : MISSING));

  return krippendorffAlphaMeasure({ ...table, labels }, distance);
}
