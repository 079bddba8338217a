import { type PatternRow, type PatternTable, patternTable } from "./pattern-table";

export type Derivation = {
  readonly raters: readonly string[];
  /** The categories of the new table; those of the old one unless given. */
  readonly categories?: readonly string[];
  readonly values?: readonly number[] | undefined;
  /** The new labels of a row from its old ones (−1 is missing); undefined drops the row and its items. */
  readonly labels: (old: Int32Array, row: number) => readonly (number | null)[] | undefined;
};

/**
 * A table made from another one row by row: other raters, labels or categories, the same items, weights, strata and
 * clusters. Rows that become equal are merged. O(rows × raters).
 *
 * @example deriveTable(table, { raters: ["ann"], labels: (old) => [old[0] ?? null] });
 */
export function deriveTable(table: PatternTable, derivation: Derivation): PatternTable {
  const width = table.raters.length;
  const rows: PatternRow[] = [];
  for (let row = 0; row < table.rows; row++) {
    const labels = derivation.labels(table.labels.subarray(row * width, (row + 1) * width), row);
    if (!labels) continue;
    rows.push({
      labels,
      items: table.items[row] ?? 0,
      ...(table.weights && { weight: table.weights[row] ?? 1 }),
      ...(table.strata && { stratum: table.strata[row] ?? 0 }),
      ...(table.clusters && { cluster: table.clusters[row] ?? 0 }),
    });
  }
  const values = derivation.categories ? derivation.values : table.values;

  return patternTable({
    categories: derivation.categories ?? table.categories,
    ...(values && { values }),
    raters: derivation.raters,
    rows,
  });
}
