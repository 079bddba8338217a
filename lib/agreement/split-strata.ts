import { deriveTable } from "./derive-table";
import type { PatternTable } from "./pattern-table";

/**
 * One table for each stratum, by the stratum's index (strata are numbered as they first appear in the input rows);
 * a table without strata comes back as its only part. O(strata × rows).
 *
 * @example splitStrata(table).map((part) => krippendorffAlpha(part.table)); // α per stratum
 */
export function splitStrata(table: PatternTable): { readonly stratum: number; readonly table: PatternTable }[] {
  const { strata } = table;
  if (!strata) return [{ stratum: 0, table }];

  return [...new Set(strata)].map((stratum) => ({
    stratum,
    table: deriveTable(table, {
      raters: table.raters,
      labels: (old, row) => (strata[row] === stratum ? Array.from(old) : undefined),
    }),
  }));
}
