import { AgreementInputError } from "./input-error";
import type { PatternTable } from "./pattern-table";

/**
 * The column of a rater in a table. O(raters).
 *
 * @throws {AgreementInputError} `unknown_rater`
 * @example raterIndex(table, "ann"); // => 0
 */
export function raterIndex(table: PatternTable, rater: string): number {
  const index = table.raters.indexOf(rater);
  if (index < 0) throw new AgreementInputError("unknown_rater", `There is no rater "${rater}" in this table.`);

  return index;
}
