import { type AgreementTable, countReader, type RowCounts } from "./count-table";
import { type Measure, tabulateMeasure } from "./measure";

/**
 * A measure that is the mean, over items with at least two labels, of a number read off each item's labels.
 * Undefined (`no_pairable`) where there is no such item. O(rows × labels).
 *
 * @example itemMean(table, (counts) => (counts.size === 1 ? 1 : 0)); // all raters equal
 */
export function itemMean(table: AgreementTable, numberOf: (counts: RowCounts) => number): Measure {
  const read = countReader(table);

  return tabulateMeasure(table, {
    size: 2,
    contribute: (row, add) => {
      const counts = read(row);
      if (counts.labels < 2) return 0;
      add(0, numberOf(counts));
      add(1, 1);

      return counts.labels;
    },
    evaluate: (sums) => {
      const items = sums[1] ?? 0;

      return items > 0 ? { value: (sums[0] ?? 0) / items } : { reason: "no_pairable" };
    },
  });
}
