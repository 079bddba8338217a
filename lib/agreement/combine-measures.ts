import { hasValue, type Outcome } from "./agreement";
import type { Measure } from "./measure";

/**
 * One measure out of several on the same table (a difference, a mean over pairs …), so that a bootstrap resamples them
 * together. Items and labels used are those of any part. O(stored contributions).
 *
 * @throws {RangeError} where the measures stand on tables with different rows, or there is none.
 * @example combineMeasures([kappaOne, kappaTwo], ([one, two]) => …); // a difference of two dependent κ
 */
export function combineMeasures(
  measures: readonly Measure[],
  combine: (outcomes: readonly Outcome[]) => Outcome,
): Measure {
  const first = measures[0];
  if (!first || measures.some((measure) => measure.rows !== first.rows)) {
    throw new RangeError("Measures can only be combined on one and the same table.");
  }
  const offsets = [0];
  for (const measure of measures) offsets.push((offsets.at(-1) ?? 0) + measure.size);
  const starts = new Uint32Array(first.rows + 1);
  const indexes: number[] = [];
  const amounts: number[] = [];
  const used = new Float64Array(first.rows);
  for (let row = 0; row < first.rows; row++) {
    measures.forEach((measure, part) => {
      const end = measure.starts[row + 1] ?? 0;
      for (let entry = measure.starts[row] ?? 0; entry < end; entry++) {
        indexes.push((measure.indexes[entry] ?? 0) + (offsets[part] ?? 0));
        amounts.push(measure.amounts[entry] ?? 0);
      }
      used[row] = Math.max(used[row] ?? 0, measure.used[row] ?? 0);
    });
    starts[row + 1] = indexes.length;
  }

  return {
    ...first,
    size: offsets.at(-1) ?? 0,
    starts,
    indexes: Uint32Array.from(indexes),
    amounts: Float64Array.from(amounts),
    used,
    evaluate: (sums) =>
      combine(measures.map((measure, part) => measure.evaluate(sums.subarray(offsets[part], offsets[part + 1])))),
  };
}

/**
 * The mean of the outcomes that have a value; without any, the first reason. O(outcomes).
 *
 * @example meanOutcome([{ value: 1 }, { value: 2 }, { reason: "no_pairable" }]); // => { value: 1.5 }
 */
export function meanOutcome(outcomes: readonly Outcome[]): Outcome {
  let sum = 0;
  let defined = 0;
  for (const outcome of outcomes) {
    if (!hasValue(outcome)) continue;
    sum += outcome.value;
    defined++;
  }
  if (defined > 0) return { value: sum / defined };
  const first = outcomes[0];

  return first && !hasValue(first) ? { reason: first.reason } : { reason: "one_rater" };
}
