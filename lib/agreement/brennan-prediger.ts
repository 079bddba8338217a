import type { Agreement } from "./agreement";
import { type ChanceAgreement, chanceCorrected, type WeightChoice } from "./chance-corrected";
import { type AgreementTable, countTable } from "./count-table";
import { evaluateMeasure, type Measure } from "./measure";

/**
 * Brennan–Prediger coefficient (Bennett's S, Randolph's free-marginal κ; PABAK with two categories): chance agreement
 * is that of uniform labels over the **declared** categories, Σw/q². Declaring one more category changes it. Undefined
 * with one declared category. O(rows × labels + q²).
 *
 * Brennan, R. L. and Prediger, D. J. (1981). Coefficient kappa: some uses, misuses, and alternatives.
 *
 * @example brennanPrediger(krippendorffExampleC); // value 0.7727272727272727
 */
export function brennanPrediger(table: AgreementTable, choice: WeightChoice = {}): Agreement {
  return evaluateMeasure(brennanPredigerMeasure(countTable(table), choice));
}

/**
 * Brennan–Prediger prepared for intervals. O(rows × labels).
 *
 * @example bootstrapInterval(brennanPredigerMeasure(countTable(table)), { seed: "1" });
 */
export function brennanPredigerMeasure(table: AgreementTable, choice: WeightChoice = {}): Measure {
  return chanceCorrected(table, brennanPredigerChance, choice);
}

/**
 * Expected agreement Σw/q² of uniform labels. O(q²).
 *
 * @example brennanPredigerChance(shares, agreementWeights("identity", 4), 4); // => 0.25
 */
export const brennanPredigerChance: ChanceAgreement = (_shares, weights, q) =>
  weights.reduce((sum, weight) => sum + weight, 0) / (q * q);
