import { type AgreementTable, countReader, countTable } from "./count-table";
import { type Distance, distanceMatrix } from "./distance";
import { krippendorffAlphaMeasure } from "./krippendorff-alpha";
import { evaluateMeasure, sumRows } from "./measure";
import { byChance, drawMultinomial } from "./multinomial";
import { sortedQuantile } from "./quantile";
import { type Random, seededRandom } from "./random";

export type KalphaInterval =
  | {
      readonly kind: "interval";
      readonly low: number;
      readonly high: number;
      readonly method: "kalpha_compatible";
      readonly level: number;
      readonly replicates: number;
      readonly draws: number;
      readonly seed: string;
    }
  | { readonly kind: "none"; readonly reason: "not_defined" };

/**
 * The interval that SPSS KALPHA and R's kripp.boot print, for comparison with published ones only. It draws pairs of
 * labels as if they were independent and holds expected disagreement fixed: it covers 83 to 100 % where 95 % is meant,
 * and stops shrinking as items grow. Use `bootstrapInterval` for inference.
 *
 * α* = max(−1, 1 − mean distance of the drawn pairs / De), with min(25·Q, n(m − 1)/2) draws from the observed
 * coincidences; Q is the number of non-zero cells of their matrix, m of raters (of a count table: the most labels that an
 * item has).
 *
 * Hayes, A. F. and Krippendorff, K. (2007). Answering the call for a standard reliability measure for coding data.
 * O(rows × labels² + replicates × Q).
 *
 * @example kalphaInterval(table, "ordinal", { seed: "1", replicates: 10000 });
 */
export function kalphaInterval(
  table: AgreementTable,
  distance: Distance,
  options: { seed: string; replicates?: number; level?: number; random?: (stream: string) => Random },
): KalphaInterval {
  const alpha = evaluateMeasure(krippendorffAlphaMeasure(countTable(table), distance));
  if (alpha.kind === "undefined" || alpha.expected === undefined) return { kind: "none", reason: "not_defined" };
  const pairs = coincidences(table, distance);
  const raters = table.kind === "patterns" ? table.raters.length : mostLabels(table);
  const draws = Math.max(1, Math.round(Math.min(25 * pairs.cells, (alpha.labels * (raters - 1)) / 2)));
  const random = (options.random ?? seededRandom)(options.seed);
  const order = byChance(pairs.chances);
  const drawn = new Float64Array(pairs.chances.length);
  const replicates = options.replicates ?? 10_000;
  const values = new Float64Array(replicates);
  for (let index = 0; index < replicates; index++) {
    drawMultinomial(draws, pairs.chances, order, random, drawn);
    let sum = 0;
    for (let pair = 0; pair < drawn.length; pair++) sum += (drawn[pair] ?? 0) * (pairs.distances[pair] ?? 0);
    values[index] = Math.max(-1, 1 - sum / draws / alpha.expected);
  }
  values.sort();
  const level = options.level ?? 0.95;

  return {
    kind: "interval",
    low: sortedQuantile(values, (1 - level) / 2),
    high: sortedQuantile(values, (1 + level) / 2),
    method: "kalpha_compatible",
    level,
    replicates,
    draws,
    seed: options.seed,
  };
}

function mostLabels(table: AgreementTable): number {
  const read = countReader(table);
  let most = 0;
  for (let row = 0; row < table.rows; row++) most = Math.max(most, read(row).labels);

  return most;
}

/** Observed coincidences of each pair of categories that occurs, with its distance; the ordinal measure holds both. */
function coincidences(table: AgreementTable, distance: Distance) {
  const q = table.categories.length;
  const measure = krippendorffAlphaMeasure(countTable(table), "ordinal");
  const sums = sumRows(measure, measure.items, new Float64Array(measure.size));
  const labels = sums.subarray((q * (q - 1)) / 2);
  const between = pairDistance(table, distance, labels);
  const equal = Float64Array.from(labels);
  const chances: number[] = [];
  const distances: number[] = [];
  let cells = 0;
  for (let a = 1, pair = 0; a < q; a++) {
    for (let b = 0; b < a; b++, pair++) {
      const count = sums[pair] ?? 0;
      if (count === 0) continue;
      equal[a] = (equal[a] ?? 0) - count / 2;
      equal[b] = (equal[b] ?? 0) - count / 2;
      cells += 2;
      chances.push(count);
      distances.push(between(a, b));
    }
  }
  for (const count of equal) {
    if (count < 1e-9) continue;
    cells++;
    chances.push(count);
    distances.push(0);
  }

  return { chances: Float64Array.from(chances), distances, cells };
}

function pairDistance(table: AgreementTable, distance: Distance, labels: Float64Array) {
  if (distance !== "ordinal") {
    const matrix = distanceMatrix(distance, table.values, table.categories.length);

    return (a: number, b: number) => matrix[a * table.categories.length + b] ?? 0;
  }

  return (a: number, b: number) => {
    let between = ((labels[a] ?? 0) + (labels[b] ?? 0)) / 2;
    for (let category = Math.min(a, b) + 1; category < Math.max(a, b); category++) between += labels[category] ?? 0;

    return between ** 2;
  };
}
