import type { Agreement } from "./agreement";
import { type AgreementTable, countTable } from "./count-table";
import { evaluateMeasure, type Measure, tabulateMeasure } from "./measure";
import { agreementShare } from "./percent-agreement";
import { agreementWeights } from "./weights";

/**
 * Percent agreement, Krippendorff's form (1 − Do, also DKPro's): as `percentAgreement`, but each item counts by its
 * number of labels. 0 … 1. O(rows × labels²).
 *
 * @example observedAgreementByLabels(krippendorffExampleC); // value 0.8
 */
export function observedAgreementByLabels(table: AgreementTable): Agreement {
  return evaluateMeasure(observedAgreementByLabelsMeasure(countTable(table)));
}

/**
 * Percent agreement in Krippendorff's form, prepared for intervals. Sums: agreeing labels, labels. O(rows × labels).
 *
 * @example bootstrapInterval(observedAgreementByLabelsMeasure(table), { seed: "1" });
 */
export function observedAgreementByLabelsMeasure(table: AgreementTable): Measure {
  const shareOf = agreementShare(table, agreementWeights("identity", table.categories.length));

  return tabulateMeasure(table, {
    size: 2,
    contribute: (row, add) => {
      const { share, labels } = shareOf(row);
      if (labels < 2) return 0;
      add(0, share * labels);
      add(1, labels);

      return labels;
    },
    evaluate: (sums) => {
      const labels = sums[1] ?? 0;
      if (!(labels > 0)) return { reason: "no_pairable" };
      const observed = (sums[0] ?? 0) / labels;

      return { value: observed, observed, expected: 0 };
    },
  });
}
