import type { Agreement, Outcome } from "./agreement";
import { evaluateMeasure, type Measure, tabulateMeasure } from "./measure";
import { MISSING, type PatternTable } from "./pattern-table";
import { raterIndex } from "./rater-index";
import { agreementWeights, type WeightBasis, type WeightFamily } from "./weights";

/**
 * Cohen's κ between two named raters: agreement beyond what their own marginal distributions would give.
 *
 * Only items that both labelled count. Weights come from the declared list, by index unless `basis` says otherwise.
 * `observed` and `expected` are the (weighted) agreements po and pe. Range −1 … 1. A rater who always says the same has
 * κ = 0; where both always say the same one category it is undefined (0/0), not 1. O(rows + V²).
 *
 * Cohen, J. (1960), A coefficient of agreement for nominal scales; Cohen, J. (1968), Weighted kappa.
 *
 * @example cohenKappa(table, "ann", "bob"); // Cohen 1960: value 0.4921…
 */
export function cohenKappa(
  table: PatternTable,
  a: string,
  b: string,
  weights: WeightFamily = "identity",
  basis: WeightBasis = "index",
): Agreement {
  return evaluateMeasure(cohenKappaMeasure(table, a, b, weights, basis));
}

/**
 * κ prepared for intervals. Sums: the V × V contingency table, first rater in rows. O(rows).
 *
 * @example bootstrapInterval(cohenKappaMeasure(table, "ann", "bob"), { seed: "1" });
 */
export function cohenKappaMeasure(
  table: PatternTable,
  a: string,
  b: string,
  weights: WeightFamily = "identity",
  basis: WeightBasis = "index",
): Measure {
  const categories = table.categories.length;
  const matrix = agreementWeights(weights, categories, basis, table.values);

  return pairMeasure(table, a, b, (sums) => kappaFromContingency(sums, matrix, categories));
}

/**
 * Any measure of two raters that is a function of their V × V contingency table (first rater in rows). O(rows).
 *
 * @example pairMeasure(table, "ann", "bob", (contingency) => ({ value: contingency[0] }));
 */
export function pairMeasure(
  table: PatternTable,
  a: string,
  b: string,
  evaluate: (contingency: Float64Array) => Outcome,
): Measure {
  const categories = table.categories.length;
  const raters = table.raters.length;
  const first = raterIndex(table, a);
  const second = raterIndex(table, b);

  return tabulateMeasure(table, {
    size: categories * categories,
    contribute: (row, add) => {
      const x = table.labels[row * raters + first] ?? MISSING;
      const y = table.labels[row * raters + second] ?? MISSING;
      if (x === MISSING || y === MISSING) return 0;
      add(x * categories + y, 1);

      return 2;
    },
    evaluate,
  });
}

/**
 * κ of a contingency table (q × q row by row; counts or weights) under agreement weights. O(q²).
 *
 * Computed as 1 − n·Σvf / Σv·row·column with v = 1 − w: whole numbers until the last division, so that a constant rater
 * gives exactly 0.
 *
 * @example kappaFromContingency(Float64Array.of(20, 5, 10, 15), agreementWeights("identity", 2), 2); // value 0.4
 */
export function kappaFromContingency(contingency: Float64Array, weights: Float64Array, categories: number): Outcome {
  const rowSums = new Float64Array(categories);
  const columnSums = new Float64Array(categories);
  let total = 0;
  let disagreement = 0;
  for (let a = 0, cell = 0; a < categories; a++) {
    for (let b = 0; b < categories; b++, cell++) {
      const count = contingency[cell] as number;
      if (count === 0) continue;
      rowSums[a] = (rowSums[a] as number) + count;
      columnSums[b] = (columnSums[b] as number) + count;
      total += count;
      disagreement += count * (1 - (weights[cell] as number));
    }
  }
  if (!(total > 0)) return { reason: "no_pairable" };
  let expected = 0;
  for (let a = 0; a < categories; a++) {
    const rowSum = rowSums[a] as number;
    if (rowSum === 0) continue;
    let inner = 0;
    for (let b = 0; b < categories; b++) {
      inner += (columnSums[b] as number) * (1 - (weights[a * categories + b] as number));
    }
    expected += rowSum * inner;
  }
  const observed = 1 - disagreement / total;
  if (!(expected > 0)) return { reason: "no_variation", observed };

  return {
    value: 1 - (total * disagreement) / expected,
    observed,
    expected: 1 - expected / (total * total),
  };
}
