import type { Agreement } from "./agreement";
import { type AgreementTable, countTable, type RowCounts } from "./count-table";
import { itemMean } from "./item-mean";
import { evaluateMeasure, type Measure } from "./measure";

/**
 * Share of items, among those with at least two labels, whose lowest and highest label are at most one step apart in
 * the declared order (the ±1 column of MasterSet's tables). 0 … 1. For ordinal scales. O(rows × labels).
 *
 * @example withinOne(table).kind; // => "estimate"
 */
export function withinOne(table: AgreementTable): Agreement {
  return evaluateMeasure(withinOneMeasure(countTable(table)));
}

/**
 * `withinOne` prepared for intervals. O(rows × labels).
 *
 * @example bootstrapInterval(withinOneMeasure(table), { seed: "1" });
 */
export function withinOneMeasure(table: AgreementTable): Measure {
  return itemMean(table, (counts) => (spread(counts) <= 1 ? 1 : 0));
}

/**
 * Steps between the lowest and the highest label of a row. O(1).
 *
 * @example spread({ size: 2, labels: 2, category: Int32Array.of(1, 4), count: Float64Array.of(1, 1) }); // => 3
 */
export function spread(counts: RowCounts): number {
  return (counts.category[counts.size - 1] ?? 0) - (counts.category[0] ?? 0);
}
