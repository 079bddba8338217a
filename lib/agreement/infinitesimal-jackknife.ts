import { hasValue, type Outcome } from "./agreement";
import { addRow, type Measure, sumRows } from "./measure";
import type { StandardError } from "./standard-error";

/**
 * Standard error by the infinitesimal jackknife: the spread of each item's influence on the value. Instant (one pass
 * over rows), so it can be shown before a bootstrap has run.
 *
 * The influence is the derivative of the coefficient with respect to the number of such items, by central differences
 * with one Richardson step. SE² = Σ over strata of N/(N−1)·Σ(gᵢ − ḡ)², over items that the measure uses, or over clusters.
 * O(rows × (contribution + formula)).
 *
 * Efron, B. (1982). The jackknife, the bootstrap and other resampling plans, chapter 6.
 *
 * @example infinitesimalJackknife(krippendorffAlphaMeasure(table, "nominal"));
 */
export function infinitesimalJackknife(measure: Measure): StandardError {
  const sums = sumRows(measure, measure.items, new Float64Array(measure.size));
  const centre = measure.evaluate(sums);
  if (!hasValue(centre)) return { kind: "undefined", reason: centre.reason };
  const strata = new Map<number, Map<number, { influence: number; times: number }>>();
  let items = 0;
  for (let row = 0; row < measure.rows; row++) {
    if (!((measure.used[row] ?? 0) > 0 && (measure.items[row] ?? 0) > 0)) continue;
    const influence = influenceOf(measure, row, sums);
    if (influence === undefined) return { kind: "undefined", reason: "no_variation" };
    const count = measure.items[row] ?? 0;
    items += count;
    const stratum = measure.strata?.[row] ?? 0;
    const units = strata.get(stratum) ?? new Map<number, { influence: number; times: number }>();
    strata.set(stratum, units);
    if (measure.clusters) {
      const cluster = measure.clusters[row] ?? 0;
      units.set(cluster, { influence: (units.get(cluster)?.influence ?? 0) + influence * count, times: 1 });
    } else units.set(row, { influence, times: count });
  }
  let variance = 0;
  for (const units of strata.values()) {
    const part = stratumVariance([...units.values()]);
    if (part === undefined) return { kind: "undefined", reason: "one_item" };
    variance += part;
  }

  return { kind: "standard_error", value: Math.sqrt(variance), method: "infinitesimal_jackknife", items };
}

function stratumVariance(units: readonly { influence: number; times: number }[]): number | undefined {
  let count = 0;
  let mean = 0;
  for (const { influence, times } of units) {
    count += times;
    mean += influence * times;
  }
  if (count < 2) return undefined;
  mean /= count;
  let squares = 0;
  for (const { influence, times } of units) squares += times * (influence - mean) ** 2;

  return (count / (count - 1)) * squares;
}

function influenceOf(measure: Measure, row: number, sums: Float64Array): number | undefined {
  const scratch = new Float64Array(sums.length);
  const slope = (step: number): number | undefined => {
    const up = outcomeAt(measure, row, step, sums, scratch);
    const down = outcomeAt(measure, row, -step, sums, scratch);

    return hasValue(up) && hasValue(down) ? (up.value - down.value) / (2 * step) : undefined;
  };
  const wide = slope(0.02);
  const narrow = slope(0.01);

  return wide === undefined || narrow === undefined ? undefined : (4 * narrow - wide) / 3;
}

function outcomeAt(measure: Measure, row: number, step: number, sums: Float64Array, scratch: Float64Array): Outcome {
  scratch.set(sums);
  addRow(measure, row, step, scratch);

  return measure.evaluate(scratch);
}
