import type { Outcome } from "./agreement";
import { type AgreementTable, countReader } from "./count-table";
import { type Measure, tabulateMeasure } from "./measure";
import { agreementShare } from "./percent-agreement";
import { agreementWeights, type WeightBasis, type WeightFamily } from "./weights";

/** Expected agreement from the mean share of each category, the q × q weights and q. */
export type ChanceAgreement = (shares: Float64Array, weights: Float64Array, categories: number) => number;

export type WeightChoice = { readonly weights?: WeightFamily; readonly basis?: WeightBasis };

/**
 * The common form of Gwet's coefficients with missing labels: (pa − pe)/(1 − pe), with pa the mean share of agreeing
 * pairs over items with two or more labels, and pe from the mean category shares over items with one or more.
 * Weights stand on the declared categories: on their numeric values where the table has them (as irrCAC), else on their
 * places. Sums: agreement, items with two, shares of each category, items with one. O(rows × labels + q²).
 *
 * @example chanceCorrected(table, fleissChance); // Fleiss' κ
 */
export function chanceCorrected(table: AgreementTable, chance: ChanceAgreement, choice: WeightChoice = {}): Measure {
  const q = table.categories.length;
  const weights = weightsFor(table, choice);
  const read = countReader(table);
  const shareOf = agreementShare(table, weights);

  return tabulateMeasure(table, {
    size: q + 3,
    contribute: (row, add) => {
      const { share, labels } = shareOf(row);
      if (labels < 1) return 0;
      const counts = read(row);
      for (let entry = 0; entry < counts.size; entry++) {
        add(2 + (counts.category[entry] ?? 0), (counts.count[entry] ?? 0) / labels);
      }
      add(2 + q, 1);
      if (labels < 2) return 0;
      add(0, share);
      add(1, 1);

      return labels;
    },
    evaluate: (sums) => evaluate(sums, chance, weights, q),
  });
}

/**
 * The weights a choice asks for on a table: by numeric value where the table has values, unless `basis` says otherwise.
 * O(q²).
 *
 * @example weightsFor(table, { weights: "quadratic" });
 */
export function weightsFor(table: AgreementTable, choice: WeightChoice): Float64Array {
  const basis = choice.basis ?? (table.values ? "value" : "index");

  return agreementWeights(choice.weights ?? "identity", table.categories.length, basis, table.values);
}

function evaluate(sums: Float64Array, chance: ChanceAgreement, weights: Float64Array, q: number): Outcome {
  const pairable = sums[1] ?? 0;
  if (!(pairable > 0)) return { reason: "no_pairable" };
  const observed = (sums[0] ?? 0) / pairable;
  const items = sums[2 + q] ?? 0;
  const shares = sums.slice(2, 2 + q).map((sum) => sum / items);
  const expected = chance(shares, weights, q);
  // Expected agreement of 1 up to rounding: nothing varies.
  if (!(1 - expected > 1e-12)) return { reason: "no_variation", observed };

  return { value: (observed - expected) / (1 - expected), observed, expected };
}
