import { type WeightChoice, weightsFor } from "./chance-corrected";
import { type AgreementTable, countReader, countTable } from "./count-table";
import { fleissChance } from "./fleiss-kappa";
import { meanWeights } from "./gwet-standard-error";
import { agreementShare } from "./percent-agreement";
import type { StandardError } from "./standard-error";

/**
 * Gwet's linearised standard error of Krippendorff's α with fixed weights (nominal: identity), as in irrCAC 1.4.
 * It treats the small-sample term of α as constant, so it is near the infinitesimal jackknife and not equal to it; for
 * the ordinal distance use `infinitesimalJackknife`. O(rows × labels + q²).
 *
 * Gwet, K. L. (2014). Handbook of Inter-Rater Reliability, chapter 5.
 *
 * @example krippendorffAlphaStandardError(krippendorffExampleC); // 0.14548…
 */
export function krippendorffAlphaStandardError(table: AgreementTable, choice: WeightChoice = {}): StandardError {
  const counts = countTable(table);
  const q = table.categories.length;
  const weights = weightsFor(table, choice);
  const shareOf = agreementShare(counts, weights);
  const read = countReader(counts);
  const rows = Array.from({ length: counts.rows }, (_, row) => {
    const { share, labels } = shareOf(row);

    return { row, share, labels, items: counts.items[row] ?? 0 };
  }).filter((row) => row.labels > 1);
  const items = rows.reduce((sum, row) => sum + row.items, 0);
  const total = rows.reduce((sum, row) => sum + row.items * row.labels, 0);
  if (items === 0) return { kind: "undefined", reason: "no_pairable" };
  if (items < 2) return { kind: "undefined", reason: "one_item" };
  const meanLabels = total / items;
  const means = new Float64Array(q);
  let observed = 0;
  for (const { row, share, labels, items: count } of rows) {
    observed += (count * share * labels) / total;
    const entries = read(row);
    for (let i = 0; i < entries.size; i++) {
      const category = entries.category[i] ?? 0;
      means[category] = (means[category] ?? 0) + (count * (entries.count[i] ?? 0)) / total;
    }
  }
  const expected = fleissChance(means, weights, q);
  if (!(1 - expected > 1e-12)) return { kind: "undefined", reason: "no_variation" };
  const value = (observed - expected) / (1 - expected);
  const byCategory = meanWeights(means, weights, q);

  let squares = 0;
  for (const { row, share, labels, items: count } of rows) {
    const entries = read(row);
    const excess = (labels - meanLabels) / meanLabels;
    let chance = -expected * excess;
    for (let i = 0; i < entries.size; i++) {
      chance += ((entries.count[i] ?? 0) / meanLabels) * (byCategory[entries.category[i] ?? 0] ?? 0);
    }
    const own = (share * labels) / meanLabels - observed * excess;
    const part = (own - expected - 2 * (1 - value) * (chance - expected)) / (1 - expected);
    squares += count * (part - value) ** 2;
  }

  return { kind: "standard_error", value: Math.sqrt(squares / (items * (items - 1))), method: "gwet", items };
}
