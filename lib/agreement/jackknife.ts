import { hasValue } from "./agreement";
import { addRow, type Measure, sumRows } from "./measure";

/**
 * Leave-one-unit-out values of a measure.
 * - `units`: items, or clusters where the measure has them.
 * - `standardError`: √((N−1)/N · Σ(θ₍ᵢ₎ − θ̄)²).
 * - `acceleration`: the skewness term of the BCa interval.
 */
export type Jackknife =
  | {
      readonly kind: "jackknife";
      readonly units: number;
      readonly standardError: number;
      readonly acceleration: number;
    }
  | { readonly kind: "undefined"; readonly reason: "one_item" | "leave_one_out_undefined" };

export type JackknifeUnits = "all" | "used";

/**
 * The jackknife over items (over clusters where there are any), one evaluation per distinct row.
 *
 * `units: "all"` leaves out every item, also those that the measure does not use (what the bootstrap resamples);
 * "used" only those that it uses. Undefined where any leave-one-out value is. O(rows × (contribution + formula)).
 *
 * Efron, B. and Tibshirani, R. J. (1993). An Introduction to the Bootstrap, chapters 11 and 14.
 *
 * @example jackknife(krippendorffAlphaMeasure(krippendorffExampleC)); // standardError 0.14694…
 */
export function jackknife(measure: Measure, units: JackknifeUnits = "all"): Jackknife {
  const groups = measure.clusters ? clusterGroups(measure, units) : rowGroups(measure, units);
  const sums = sumRows(measure, measure.items, new Float64Array(measure.size));
  const values: number[] = [];
  const times: number[] = [];
  const scratch = new Float64Array(measure.size);
  let total = 0;
  for (const group of groups) {
    scratch.set(sums);
    for (const { row, items } of group.rows) addRow(measure, row, -items, scratch);
    clearResidues(scratch);
    const outcome = measure.evaluate(scratch);
    if (!hasValue(outcome)) return { kind: "undefined", reason: "leave_one_out_undefined" };
    values.push(outcome.value);
    times.push(group.times);
    total += group.times;
  }
  if (total < 2) return { kind: "undefined", reason: "one_item" };

  return { kind: "jackknife", units: total, ...moments(values, times, total) };
}

type Group = { readonly rows: readonly { row: number; items: number }[]; readonly times: number };

function rowGroups(measure: Measure, units: JackknifeUnits): Group[] {
  const groups: Group[] = [];
  for (let row = 0; row < measure.rows; row++) {
    if (units === "used" && !((measure.used[row] ?? 0) > 0)) continue;
    const items = measure.items[row] ?? 0;
    if (items > 0) groups.push({ rows: [{ row, items: 1 }], times: items });
  }

  return groups;
}

function clusterGroups(measure: Measure, units: JackknifeUnits): Group[] {
  const clusters = new Map<number, { row: number; items: number }[]>();
  for (let row = 0; row < measure.rows; row++) {
    if (units === "used" && !((measure.used[row] ?? 0) > 0)) continue;
    const cluster = measure.clusters?.[row] ?? 0;
    const rows = clusters.get(cluster) ?? [];
    rows.push({ row, items: measure.items[row] ?? 0 });
    clusters.set(cluster, rows);
  }

  return Array.from(clusters.values(), (rows) => ({ rows, times: 1 }));
}

/** Taking the last item of a category away must leave 0 and not 1e-17, or "no variation" would pass for variation. */
function clearResidues(sums: Float64Array): void {
  for (let index = 0; index < sums.length; index++) {
    if (Math.abs(sums[index] ?? 0) < 1e-10) sums[index] = 0;
  }
}

function moments(values: readonly number[], times: readonly number[], total: number) {
  let mean = 0;
  values.forEach((value, index) => {
    mean += (value * (times[index] ?? 0)) / total;
  });
  let squares = 0;
  let cubes = 0;
  values.forEach((value, index) => {
    const deviation = mean - value;
    squares += (times[index] ?? 0) * deviation ** 2;
    cubes += (times[index] ?? 0) * deviation ** 3;
  });

  return {
    standardError: Math.sqrt(((total - 1) / total) * squares),
    acceleration: squares > 0 ? cubes / (6 * squares ** 1.5) : 0,
  };
}
