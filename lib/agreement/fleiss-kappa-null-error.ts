import { type AgreementTable, countReader, countTable } from "./count-table";
import { AgreementInputError } from "./input-error";
import type { StandardError } from "./standard-error";

/**
 * Standard error of Fleiss' κ under the hypothesis κ = 0 (for the z of that test only, never for an interval), for
 * items that all have the same number m of labels.
 *
 * Fleiss, J. L., Nee, J. C. M. and Landis, J. R. (1979). Large sample variance of kappa in the case of different sets
 * of raters. Psychological Bulletin 86, 974–977. O(rows × labels).
 *
 * @throws {AgreementInputError} `bad_shape` where items have different numbers of labels.
 * @example fleissKappaNullError(fleiss1971); // κ / error = 17.65
 */
export function fleissKappaNullError(table: AgreementTable): StandardError {
  const counts = countTable(table);
  const read = countReader(counts);
  const sums = new Float64Array(table.categories.length);
  let items = 0;
  let raters = 0;
  for (let row = 0; row < counts.rows; row++) {
    const entries = read(row);
    if (entries.labels === 0) continue;
    if (raters > 0 && entries.labels !== raters) {
      throw new AgreementInputError("bad_shape", "This error needs the same number of labels on every item.", [row]);
    }
    raters = entries.labels;
    const count = counts.items[row] ?? 0;
    items += count;
    for (let i = 0; i < entries.size; i++) {
      const category = entries.category[i] ?? 0;
      sums[category] = (sums[category] ?? 0) + count * (entries.count[i] ?? 0);
    }
  }
  if (raters < 2) return { kind: "undefined", reason: "no_pairable" };
  let spread = 0;
  let skew = 0;
  for (const sum of sums) {
    const share = sum / (items * raters);
    spread += share * (1 - share);
    skew += share * (1 - share) * (1 - 2 * share);
  }
  if (!(spread > 0)) return { kind: "undefined", reason: "no_variation" };
  const variance = (2 * (spread * spread - skew)) / (items * raters * (raters - 1) * spread * spread);

  return { kind: "standard_error", value: Math.sqrt(variance), method: "fleiss_null", items };
}
