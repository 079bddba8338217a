import { deriveTable } from "./derive-table";
import type { PatternTable } from "./pattern-table";
import { raterIndex } from "./rater-index";

/**
 * The same items with some of the raters only, in the order given; rows that become equal are merged. O(rows × raters).
 *
 * @throws {AgreementInputError} `unknown_rater`
 * @example selectRaters(table, ["ann", "judge"]).raters; // => ["ann", "judge"]
 */
export function selectRaters(table: PatternTable, raters: readonly string[]): PatternTable {
  const columns = raters.map((rater) => raterIndex(table, rater));

  return deriveTable(table, { raters, labels: (old) => columns.map((column) => old[column] ?? null) });
}
