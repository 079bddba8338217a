import type { Agreement } from "./agreement";
import { type AgreementTable, countTable } from "./count-table";
import { itemMean } from "./item-mean";
import { evaluateMeasure, type Measure } from "./measure";

/**
 * Share of items, among those with at least two labels, on which all labels are the same ("hard agreement"; irr's
 * `agree`). 0 … 1. O(rows × labels).
 *
 * @example allEqual(table).kind; // => "estimate"
 */
export function allEqual(table: AgreementTable): Agreement {
  return evaluateMeasure(allEqualMeasure(countTable(table)));
}

/**
 * `allEqual` prepared for intervals. O(rows × labels).
 *
 * @example bootstrapInterval(allEqualMeasure(table), { seed: "1" });
 */
export function allEqualMeasure(table: AgreementTable): Measure {
  return itemMean(table, (counts) => (counts.size === 1 ? 1 : 0));
}
