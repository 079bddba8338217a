import type { Agreement } from "./agreement";
import { type WeightChoice, weightsFor } from "./chance-corrected";
import { evaluateMeasure, type Measure, tabulateMeasure } from "./measure";
import { MISSING, type PatternTable } from "./pattern-table";
import { agreementShare } from "./percent-agreement";

/**
 * Conger's (Hubert's) κ for several raters: chance agreement from each rater's own category shares, averaged over rater
 * pairs; with two complete raters it is Cohen's κ. With missing labels pa is Gwet's mean over items with two labels,
 * and a rater's shares are over the items that rater labelled. −1 … 1; undefined where nothing varies.
 * O(rows × raters + raters × q²).
 *
 * Conger, A. J. (1980). Integration and generalization of kappas for multiple raters.
 *
 * @example congerKappa(fleiss1971); // value 0.4418085
 */
export function congerKappa(table: PatternTable, choice: WeightChoice = {}): Agreement {
  return evaluateMeasure(congerKappaMeasure(table, choice));
}

/**
 * Conger's κ prepared for intervals. Sums: agreement, items with two labels, then labels by rater and category.
 * O(rows × raters).
 *
 * @example bootstrapInterval(congerKappaMeasure(table), { seed: "1" });
 */
export function congerKappaMeasure(table: PatternTable, choice: WeightChoice = {}): Measure {
  const q = table.categories.length;
  const raters = table.raters.length;
  const weights = weightsFor(table, choice);
  const shareOf = agreementShare(table, weights);

  return tabulateMeasure(table, {
    size: 2 + raters * q,
    contribute: (row, add) => {
      const { share, labels } = shareOf(row);
      for (let rater = 0; rater < raters; rater++) {
        const label = table.labels[row * raters + rater] ?? MISSING;
        if (label !== MISSING) add(2 + rater * q + label, 1);
      }
      if (labels < 2) return 0;
      add(0, share);
      add(1, 1);

      return labels;
    },
    evaluate: (sums) => {
      const pairable = sums[1] ?? 0;
      if (!(pairable > 0)) return { reason: "no_pairable" };
      const observed = (sums[0] ?? 0) / pairable;
      const expected = pairChance(sums.subarray(2), weights, raters, q);
      if (!(1 - expected > 1e-12)) return { reason: "no_variation", observed };

      return { value: (observed - expected) / (1 - expected), observed, expected };
    },
  });
}

/** Mean of Σ w·p_a·p_b over pairs of raters that labelled anything: (Σ_a p_a)² less the squares, weight by weight. */
function pairChance(counts: Float64Array, weights: Float64Array, raters: number, q: number): number {
  const total = new Float64Array(q);
  let own = 0;
  let active = 0;
  for (let rater = 0; rater < raters; rater++) {
    const labels = counts.subarray(rater * q, (rater + 1) * q);
    const all = labels.reduce((sum, count) => sum + count, 0);
    if (all === 0) continue;
    active++;
    const shares = labels.map((count) => count / all);
    own += quadratic(shares, weights, q);
    for (let category = 0; category < q; category++) total[category] = (total[category] ?? 0) + (shares[category] ?? 0);
  }

  return (quadratic(total, weights, q) - own) / (active * (active - 1));
}

function quadratic(shares: Float64Array, weights: Float64Array, q: number): number {
  let sum = 0;
  for (let a = 0; a < q; a++) {
    for (let b = 0; b < q; b++) sum += (weights[a * q + b] ?? 0) * (shares[a] ?? 0) * (shares[b] ?? 0);
  }

  return sum;
}
