import type { Agreement } from "./agreement";
import { kappaFromContingency, pairMeasure } from "./cohen-kappa";
import { evaluateMeasure, type Measure } from "./measure";
import type { PatternTable } from "./pattern-table";
import { agreementWeights, type WeightBasis, type WeightFamily } from "./weights";

/**
 * Scott's π of two raters: as Cohen's κ, with one common marginal distribution for both. Only items that both labelled.
 * −1 … 1; undefined where nothing varies. (With missing labels the table-wide form is Fleiss' κ in Gwet's form.)
 * O(rows + q²).
 *
 * Scott, W. A. (1955). Reliability of content analysis: the case of nominal scale coding.
 *
 * @example scottPi(table, "ann", "bob");
 */
export function scottPi(
  table: PatternTable,
  a: string,
  b: string,
  weights: WeightFamily = "identity",
  basis: WeightBasis = "index",
): Agreement {
  return evaluateMeasure(scottPiMeasure(table, a, b, weights, basis));
}

/**
 * Scott's π prepared for intervals. π is κ of the table made symmetric, (n + nᵀ)/2. O(rows).
 *
 * @example bootstrapInterval(scottPiMeasure(table, "ann", "bob"), { seed: "1" });
 */
export function scottPiMeasure(
  table: PatternTable,
  a: string,
  b: string,
  weights: WeightFamily = "identity",
  basis: WeightBasis = "index",
): Measure {
  const q = table.categories.length;
  const matrix = agreementWeights(weights, q, basis, table.values);
  const symmetric = new Float64Array(q * q);

  return pairMeasure(table, a, b, (cells) => {
    for (let i = 0; i < q; i++) {
      for (let j = 0; j < q; j++) symmetric[i * q + j] = ((cells[i * q + j] ?? 0) + (cells[j * q + i] ?? 0)) / 2;
    }

    return kappaFromContingency(symmetric, matrix, q);
  });
}
