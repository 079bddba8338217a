import { hasValue } from "./agreement";
import { kappaFromContingency, pairMeasure } from "./cohen-kappa";
import { sumRows } from "./measure";
import type { PatternTable } from "./pattern-table";
import type { StandardError } from "./standard-error";
import { agreementWeights, type WeightBasis, type WeightFamily } from "./weights";

/** The two standard errors of Cohen's κ: one for intervals, one for the test of κ = 0 and for nothing else. */
export type KappaStandardErrors = { readonly forInterval: StandardError; readonly forTest: StandardError };

/**
 * Large-sample standard errors of (weighted) Cohen's κ.
 *
 * `forTest` assumes κ = 0: use it for that test only, never for an interval. Formula results are given as they are, so
 * one item alone has 0. O(rows + q²).
 *
 * Fleiss, J. L., Cohen, J. and Everitt, B. S. (1969). Large sample standard errors of kappa and weighted kappa.
 * Psychological Bulletin 72, 323–327.
 *
 * @example cohenKappaStandardErrors(table, "ann", "bob").forInterval; // SAS FREQ example: 0.1380
 */
export function cohenKappaStandardErrors(
  table: PatternTable,
  a: string,
  b: string,
  weights: WeightFamily = "identity",
  basis: WeightBasis = "index",
): KappaStandardErrors {
  const q = table.categories.length;
  const matrix = agreementWeights(weights, q, basis, table.values);
  const measure = pairMeasure(table, a, b, (sums) => kappaFromContingency(sums, matrix, q));
  const cells = sumRows(measure, measure.items, new Float64Array(measure.size));
  const outcome = measure.evaluate(cells);
  if (!hasValue(outcome)) {
    const none: StandardError = { kind: "undefined", reason: outcome.reason };

    return { forInterval: none, forTest: none };
  }
  const n = cells.reduce((sum, cell) => sum + cell, 0);
  const p = cells.map((cell) => cell / n);
  const { interval, test } = variances(p, matrix, q, outcome.value, outcome.expected ?? 0, n);
  const error = (variance: number): StandardError => ({
    kind: "standard_error",
    value: Math.sqrt(variance),
    method: "fleiss_cohen_everitt",
    items: n,
  });

  return { forInterval: error(interval), forTest: error(test) };
}

function variances(p: Float64Array, weights: Float64Array, q: number, kappa: number, expected: number, n: number) {
  const rows = new Float64Array(q);
  const columns = new Float64Array(q);
  for (let i = 0; i < q; i++) {
    for (let j = 0; j < q; j++) {
      const share = p[i * q + j] ?? 0;
      rows[i] = (rows[i] ?? 0) + share;
      columns[j] = (columns[j] ?? 0) + share;
    }
  }
  const rowMeans = new Float64Array(q);
  const columnMeans = new Float64Array(q);
  for (let i = 0; i < q; i++) {
    for (let j = 0; j < q; j++) {
      const weight = weights[i * q + j] ?? 0;
      rowMeans[i] = (rowMeans[i] ?? 0) + weight * (columns[j] ?? 0);
      columnMeans[j] = (columnMeans[j] ?? 0) + weight * (rows[i] ?? 0);
    }
  }
  // Both variances as centred sums (the textbook's difference of squares cancels where the variance is 0).
  const centre = kappa - expected * (1 - kappa);
  let observed = 0;
  let chance = 0;
  for (let i = 0; i < q; i++) {
    for (let j = 0; j < q; j++) {
      const weight = weights[i * q + j] ?? 0;
      const means = (rowMeans[i] ?? 0) + (columnMeans[j] ?? 0);
      observed += (p[i * q + j] ?? 0) * (weight - means * (1 - kappa) - centre) ** 2;
      chance += (rows[i] ?? 0) * (columns[j] ?? 0) * (weight - means + expected) ** 2;
    }
  }
  const scale = n * (1 - expected) ** 2;

  return { interval: observed / scale, test: chance / scale };
}
