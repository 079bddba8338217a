import type { Agreement } from "./agreement";
import { type AgreementTable, countReader, countTable } from "./count-table";
import { evaluateMeasure, type Measure, tabulateMeasure } from "./measure";
import { agreementWeights, type WeightBasis, type WeightFamily } from "./weights";

/**
 * Percent agreement, Gwet's form: for each item with two or more labels the share of rater pairs that agree, averaged
 * over items. 0 … 1. (Krippendorff's 1 − Do counts items by their labels instead: .8000 against .8182 on his example C;
 * see `observedAgreementByLabels`.) With weights: partial credit for near labels. O(rows × labels²).
 *
 * @example percentAgreement(krippendorffExampleC); // value 0.8181818181818182
 */
export function percentAgreement(
  table: AgreementTable,
  weights: WeightFamily = "identity",
  basis: WeightBasis = "index",
): Agreement {
  return evaluateMeasure(percentAgreementMeasure(countTable(table), weights, basis));
}

/**
 * Percent agreement prepared for intervals. Sums: agreement shares, items. O(rows × labels).
 *
 * @example bootstrapInterval(percentAgreementMeasure(table), { seed: "1" });
 */
export function percentAgreementMeasure(
  table: AgreementTable,
  weights: WeightFamily = "identity",
  basis: WeightBasis = "index",
): Measure {
  const shareOf = agreementShare(table, agreementWeights(weights, table.categories.length, basis, table.values));

  return tabulateMeasure(table, {
    size: 2,
    contribute: (row, add) => {
      const { share, labels } = shareOf(row);
      if (labels < 2) return 0;
      add(0, share);
      add(1, 1);

      return labels;
    },
    evaluate: (sums) => {
      const items = sums[1] ?? 0;
      if (!(items > 0)) return { reason: "no_pairable" };
      const observed = (sums[0] ?? 0) / items;

      return { value: observed, observed, expected: 0 };
    },
  });
}

/**
 * A reader of each row's share of agreeing rater pairs under agreement weights. The object is reused from row to row.
 * O(labels²) a row.
 *
 * @example agreementShare(table, agreementWeights("identity", 2))(0).share; // => 1 where all labels of row 0 agree
 */
export function agreementShare(
  table: AgreementTable,
  weights: Float64Array,
): (row: number) => { share: number; labels: number } {
  const read = countReader(table);
  const categories = table.categories.length;
  const result = { share: 0, labels: 0 };

  return (row) => {
    const counts = read(row);
    let agreeing = 0;
    for (let i = 0; i < counts.size; i++) {
      const count = counts.count[i] ?? 0;
      agreeing += count * (count - 1);
      for (let j = 0; j < i; j++) {
        const weight = weights[(counts.category[i] ?? 0) * categories + (counts.category[j] ?? 0)] ?? 0;
        agreeing += 2 * weight * count * (counts.count[j] ?? 0);
      }
    }
    result.labels = counts.labels;
    result.share = counts.labels < 2 ? 0 : agreeing / (counts.labels * (counts.labels - 1));

    return result;
  };
}
