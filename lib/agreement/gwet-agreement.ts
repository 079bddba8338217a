import type { Agreement } from "./agreement";
import { type ChanceAgreement, chanceCorrected, type WeightChoice } from "./chance-corrected";
import { type AgreementTable, countTable } from "./count-table";
import { evaluateMeasure, type Measure } from "./measure";

/**
 * Gwet's AC1 (identity weights, the default) and AC2 (any other): chance agreement is that of raters who guess on hard
 * items only, so it stays near percent agreement where one category is rare and κ drops (print both). Needs the
 * **declared** categories; undefined with one. "ordinal" weights are Gwet's, not Krippendorff's ordinal distance.
 * O(rows × labels + q²).
 *
 * Gwet, K. L. (2008). Computing inter-rater reliability and its variance in the presence of high agreement.
 *
 * @example gwetAgreement(krippendorffExampleC); // AC1: value 0.7754441
 */
export function gwetAgreement(table: AgreementTable, choice: WeightChoice = {}): Agreement {
  return evaluateMeasure(gwetAgreementMeasure(countTable(table), choice));
}

/**
 * AC1 / AC2 prepared for intervals. O(rows × labels).
 *
 * @example bootstrapInterval(gwetAgreementMeasure(countTable(table)), { seed: "1" });
 */
export function gwetAgreementMeasure(table: AgreementTable, choice: WeightChoice = {}): Measure {
  return chanceCorrected(table, gwetChance, choice);
}

/**
 * Expected agreement Tw·Σp(1−p)/(q(q−1)), Tw the sum of all weights; 1 with one category. O(q²).
 *
 * @example gwetChance(Float64Array.of(0.5, 0.5), agreementWeights("identity", 2), 2); // => 0.5
 */
export const gwetChance: ChanceAgreement = (shares, weights, q) => {
  if (q < 2) return 1;
  const total = weights.reduce((sum, weight) => sum + weight, 0);

  return (total * shares.reduce((sum, share) => sum + share * (1 - share), 0)) / (q * (q - 1));
};
