import { brennanPredigerChance } from "./brennan-prediger";
import { type WeightChoice, weightsFor } from "./chance-corrected";
import { type AgreementTable, countReader, countTable } from "./count-table";
import { fleissChance } from "./fleiss-kappa";
import { gwetChance } from "./gwet-agreement";
import { agreementShare } from "./percent-agreement";
import type { StandardError } from "./standard-error";

export type GwetCoefficient = "percent" | "fleiss" | "gwet" | "brennan_prediger";

/**
 * Gwet's linearised standard error of percent agreement, Fleiss' κ, AC1/AC2 and Brennan–Prediger, missing labels
 * allowed. For a sample of items from a large population; unweighted items. O(rows × labels + q²).
 *
 * Gwet, K. L. (2008), BJMSP 61, 29–48; Handbook of Inter-Rater Reliability (2014), chapter 5 (irrCAC's figures).
 *
 * @example gwetStandardError(krippendorffExampleC, "gwet"); // AC1: 0.14295…
 */
export function gwetStandardError(
  table: AgreementTable,
  coefficient: GwetCoefficient,
  choice: WeightChoice = {},
): StandardError {
  const counts = countTable(table);
  const q = table.categories.length;
  const weights = weightsFor(table, choice);
  const shareOf = agreementShare(counts, weights);
  const rows = Array.from({ length: counts.rows }, (_, row) => {
    const { share, labels } = shareOf(row);

    return { row, share, labels, items: counts.items[row] ?? 0 };
  }).filter((row) => row.labels > 0);
  const read = countReader(counts);
  const shares = new Float64Array(q);
  let items = 0;
  let pairable = 0;
  let agreeing = 0;
  for (const { row, share, labels, items: count } of rows) {
    items += count;
    const entries = read(row);
    for (let i = 0; i < entries.size; i++) {
      const category = entries.category[i] ?? 0;
      shares[category] = (shares[category] ?? 0) + (count * (entries.count[i] ?? 0)) / labels;
    }
    if (labels < 2) continue;
    pairable += count;
    agreeing += count * share;
  }
  if (pairable === 0) return { kind: "undefined", reason: "no_pairable" };
  if (items < 2) return { kind: "undefined", reason: "one_item" };
  const means = shares.map((share) => share / items);
  const { expected, byCategory } = chanceOf(coefficient, means, weights, q);
  if (!(1 - expected > 1e-12)) return { kind: "undefined", reason: "no_variation" };
  const value = (agreeing / pairable - expected) / (1 - expected);

  let squares = 0;
  for (const { row, share, labels, items: count } of rows) {
    const entries = read(row);
    let chance = 0;
    for (let i = 0; i < entries.size; i++) {
      chance += ((entries.count[i] ?? 0) / labels) * (byCategory[entries.category[i] ?? 0] ?? 0);
    }
    const own = labels < 2 ? 0 : (items / pairable) * (share - expected);
    const part = (own - 2 * (1 - value) * (chance - expected)) / (1 - expected);
    squares += count * (part - value) ** 2;
  }

  return { kind: "standard_error", value: Math.sqrt(squares / (items * (items - 1))), method: "gwet", items: pairable };
}

/** Expected agreement, and what a label of each category adds to an item's own. */
function chanceOf(coefficient: GwetCoefficient, means: Float64Array, weights: Float64Array, q: number) {
  switch (coefficient) {
    case "percent":
      return { expected: 0, byCategory: new Float64Array(q) };
    case "brennan_prediger": {
      const expected = brennanPredigerChance(means, weights, q);

      return { expected, byCategory: new Float64Array(q).fill(expected) };
    }
    case "gwet": {
      const total = weights.reduce((sum, weight) => sum + weight, 0);

      return {
        expected: gwetChance(means, weights, q),
        byCategory: means.map((mean) => (q < 2 ? 1 : (total * (1 - mean)) / (q * (q - 1)))),
      };
    }
    case "fleiss":
      return { expected: fleissChance(means, weights, q), byCategory: meanWeights(means, weights, q) };
  }
}

/**
 * For each category the weight that a random label agrees with it by, both directions averaged. O(q²).
 *
 * @example meanWeights(Float64Array.of(0.3, 0.7), agreementWeights("identity", 2), 2); // => [0.3, 0.7]
 */
export function meanWeights(means: Float64Array, weights: Float64Array, q: number): Float64Array {
  return means.map((_, a) => {
    let sum = 0;
    for (let b = 0; b < q; b++) sum += ((weights[a * q + b] ?? 0) + (weights[b * q + a] ?? 0)) * (means[b] ?? 0);

    return sum / 2;
  });
}
