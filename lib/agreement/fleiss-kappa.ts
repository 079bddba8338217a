import type { Agreement } from "./agreement";
import { type ChanceAgreement, chanceCorrected, type WeightChoice } from "./chance-corrected";
import { type AgreementTable, countTable } from "./count-table";
import { evaluateMeasure, type Measure } from "./measure";

/**
 * Fleiss' κ in Gwet's form, which allows missing labels and equals Fleiss (1971) without them. (irr deletes incomplete
 * items instead, .6415 against .7612 on Krippendorff's example C; statsmodels refuses.) −1 … 1; undefined where nothing
 * varies. O(rows × labels + q²).
 *
 * Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters. Gwet, K. L. (2014), Handbook, chapter 2.
 *
 * @example fleissKappa(fleiss1971); // value 0.4302445
 */
export function fleissKappa(table: AgreementTable, choice: WeightChoice = {}): Agreement {
  return evaluateMeasure(fleissKappaMeasure(countTable(table), choice));
}

/**
 * Fleiss' κ prepared for intervals. O(rows × labels).
 *
 * @example bootstrapInterval(fleissKappaMeasure(countTable(table)), { seed: "1" });
 */
export function fleissKappaMeasure(table: AgreementTable, choice: WeightChoice = {}): Measure {
  return chanceCorrected(table, fleissChance, choice);
}

/**
 * Expected agreement Σ w·p·p of Fleiss' κ and Scott's π. O(q²).
 *
 * @example fleissChance(Float64Array.of(0.5, 0.5), agreementWeights("identity", 2), 2); // => 0.5
 */
export const fleissChance: ChanceAgreement = (shares, weights, q) => {
  let expected = 0;
  for (let a = 0; a < q; a++) {
    for (let b = 0; b < q; b++) expected += (weights[a * q + b] ?? 0) * (shares[a] ?? 0) * (shares[b] ?? 0);
  }

  return expected;
};
