import type { Agreement } from "./agreement";
import { type AgreementTable, countTable } from "./count-table";
import { itemMean } from "./item-mean";
import { evaluateMeasure, type Measure } from "./measure";
import { spread } from "./within-one";

/**
 * Mean number of steps between an item's lowest and highest label, over items with at least two labels. 0 … V − 1.
 * For ordinal scales. O(rows × labels).
 *
 * @example averageSpread(table).kind; // => "estimate"
 */
export function averageSpread(table: AgreementTable): Agreement {
  return evaluateMeasure(averageSpreadMeasure(countTable(table)));
}

/**
 * `averageSpread` prepared for intervals. O(rows × labels).
 *
 * @example bootstrapInterval(averageSpreadMeasure(table), { seed: "1" });
 */
export function averageSpreadMeasure(table: AgreementTable): Measure {
  return itemMean(table, spread);
}
