import type { Agreement, Outcome } from "./agreement";
import { type AgreementTable, countReader, countTable, type RowCounts } from "./count-table";
import { type Distance, distanceMatrix } from "./distance";
import { evaluateMeasure, type Measure, tabulateMeasure } from "./measure";

/**
 * Krippendorff's α: how reliable labels are when any number of raters label any part of the items.
 *
 * 1 − Do/De over items with at least two labels; 1 is perfect, 0 is what chance gives, below 0 is systematic
 * disagreement. `observed` and `expected` are Do and De (disagreements, in the unit of the distance). The ordinal
 * distance is Krippendorff's, from the marginal counts in the declared order (not irrCAC's "ordinal weights": .815
 * against .834 on Krippendorff's example C). Where no label varies, α is undefined and not 1.
 * O(rows × labels² + V²).
 *
 * Krippendorff, K. (2011). Computing Krippendorff's alpha-reliability.
 *
 * @throws {AgreementInputError} for interval and ratio where the table has no numeric values.
 * @example krippendorffAlpha(krippendorffExampleC, "ordinal"); // value 0.8153875037548813
 */
export function krippendorffAlpha(table: AgreementTable, distance: Distance = "nominal"): Agreement {
  return evaluateMeasure(krippendorffAlphaMeasure(countTable(table), distance));
}

/**
 * α prepared for intervals; on the table's own rows, so that it can be paired with other measures of the same table.
 * Give it `countTable(table)` where it stands alone: fewer rows, faster replicates.
 * O(rows × labels²), or with V² for each evaluation of the formula.
 *
 * @example bootstrapInterval(krippendorffAlphaMeasure(countTable(table), "nominal"), { seed: "1" });
 */
export function krippendorffAlphaMeasure(table: AgreementTable, distance: Distance = "nominal"): Measure {
  return distance === "ordinal" ? ordinalAlpha(table) : fixedDistanceAlpha(table, distance);
}

/** Sums: labels of each category (V), then the observed disagreement n·Do. */
function fixedDistanceAlpha(table: AgreementTable, distance: Exclude<Distance, "ordinal">): Measure {
  const categories = table.categories.length;
  const matrix = distanceMatrix(distance, table.values, categories);
  const read = countReader(table);

  return tabulateMeasure(table, {
    size: categories + 1,
    contribute: (row, add) => {
      const counts = read(row);
      if (counts.labels < 2) return 0;
      for (let i = 0; i < counts.size; i++) add(counts.category[i] ?? 0, counts.count[i] ?? 0);
      const disagreement = pairDisagreement(counts, matrix, categories);
      if (disagreement > 0) add(categories, disagreement / (counts.labels - 1));

      return counts.labels;
    },
    evaluate: (sums) => {
      const expected = distance === "nominal" ? nominalExpected(sums, categories) : matrixExpected(sums, matrix);

      return alphaFrom(sums[categories] ?? 0, expected, totalOf(sums, categories));
    },
  });
}

function pairDisagreement(counts: RowCounts, matrix: Float64Array, categories: number): number {
  let sum = 0;
  for (let i = 0; i < counts.size; i++) {
    for (let j = 0; j < i; j++) {
      const distance = matrix[(counts.category[i] ?? 0) * categories + (counts.category[j] ?? 0)] ?? 0;
      sum += 2 * (counts.count[i] ?? 0) * (counts.count[j] ?? 0) * distance;
    }
  }

  return sum;
}

function totalOf(sums: Float64Array, categories: number): number {
  let total = 0;
  for (let category = 0; category < categories; category++) total += sums[category] as number;

  return total;
}

function nominalExpected(sums: Float64Array, categories: number): number {
  let expected = 0;
  let before = 0;
  for (let category = 0; category < categories; category++) {
    const count = sums[category] as number;
    expected += 2 * before * count;
    before += count;
  }

  return expected;
}

function matrixExpected(sums: Float64Array, matrix: Float64Array): number {
  const categories = sums.length - 1;
  let expected = 0;
  for (let a = 1; a < categories; a++) {
    const count = sums[a] as number;
    if (count === 0) continue;
    let inner = 0;
    for (let b = 0; b < a; b++) inner += (sums[b] as number) * (matrix[a * categories + b] as number);
    expected += 2 * count * inner;
  }

  return expected;
}

/** Sums: the coincidences of each pair of different categories a > b (V(V−1)/2), then labels of each category (V). */
function ordinalAlpha(table: AgreementTable): Measure {
  const categories = table.categories.length;
  const pairs = (categories * (categories - 1)) / 2;
  const read = countReader(table);
  const ranks = new Float64Array(categories);

  return tabulateMeasure(table, {
    size: pairs + categories,
    contribute: (row, add) => {
      const counts = read(row);
      if (counts.labels < 2) return 0;
      for (let i = 0; i < counts.size; i++) {
        const a = counts.category[i] ?? 0;
        const count = counts.count[i] ?? 0;
        add(pairs + a, count);
        for (let j = 0; j < i; j++) {
          const pair = (a * (a - 1)) / 2 + (counts.category[j] ?? 0);
          add(pair, (2 * count * (counts.count[j] ?? 0)) / (counts.labels - 1));
        }
      }

      return counts.labels;
    },
    evaluate: (sums) => {
      // The middle rank of each category: the ordinal distance is the squared difference of two of them.
      let before = 0;
      for (let category = 0; category < categories; category++) {
        const count = sums[pairs + category] as number;
        ranks[category] = before + count / 2;
        before += count;
      }
      let observed = 0;
      let expected = 0;
      for (let a = 1, pair = 0; a < categories; a++) {
        const count = sums[pairs + a] as number;
        for (let b = 0; b < a; b++, pair++) {
          const distance = ((ranks[a] as number) - (ranks[b] as number)) ** 2;
          observed += (sums[pair] as number) * distance;
          expected += 2 * count * (sums[pairs + b] as number) * distance;
        }
      }

      return alphaFrom(observed, expected, before);
    },
  });
}

function alphaFrom(disagreement: number, expectedPairs: number, labels: number): Outcome {
  if (!(labels > 0)) return { reason: "no_pairable" };
  const observed = disagreement / labels;
  // Undefined: nothing varies, and observed is agreement here, as in every undefined result.
  if (!(expectedPairs > 0)) return { reason: "no_variation", observed: 1 };

  return {
    value: 1 - ((labels - 1) * disagreement) / expectedPairs,
    observed,
    expected: expectedPairs / (labels * (labels - 1)),
  };
}
