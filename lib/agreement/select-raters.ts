import { type PatternRow, type PatternTable, patternTable } from "./pattern-table";
import { raterIndex } from "./rater-index";

/**
 * The same items with some of the raters only, in the order given; rows that become equal are merged. O(rows × raters).
 *
 * @throws {AgreementInputError} `unknown_rater`
 * @example selectRaters(table, ["ann", "judge"]).raters; // => ["ann", "judge"]
 */
export function selectRaters(table: PatternTable, raters: readonly string[]): PatternTable {
  const columns = raters.map((rater) => raterIndex(table, rater));
  const width = table.raters.length;
  const rows: PatternRow[] = [];
  for (let row = 0; row < table.rows; row++) {
    rows.push({
      labels: columns.map((column) => table.labels[row * width + column] ?? null),
      items: table.items[row] ?? 0,
      ...(table.weights && { weight: table.weights[row] ?? 1 }),
      ...(table.strata && { stratum: table.strata[row] ?? 0 }),
      ...(table.clusters && { cluster: table.clusters[row] ?? 0 }),
    });
  }

  return patternTable({
    categories: table.categories,
    ...(table.values && { values: table.values }),
    raters,
    rows,
  });
}
