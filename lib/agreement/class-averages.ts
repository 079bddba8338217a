import type { Outcome } from "./agreement";
import { type ClassCounts, type Confusion, classCounts } from "./confusion";

export type ClassStatistic = "precision" | "recall" | "f1";

/**
 * Plain mean of a class statistic over the classes that occur on either side. A class that one side alone uses counts 0
 * where its precision or recall is 0/0 (scikit-learn's `zero_division=0` without `labels`). 0 … 1. O(q²).
 *
 * @example macroAverage({ cells: Float64Array.of(8, 2, 1, 9), categories: 2, classes: [0, 1] }, "recall"); // value 0.85
 */
export function macroAverage(confusion: Confusion, statistic: ClassStatistic): Outcome {
  let sum = 0;
  let classes = 0;
  for (const category of confusion.classes) {
    const counts = classCounts(confusion, category);
    if (counts.actual + counts.predicted === 0) continue;
    sum += statisticOf(counts, statistic);
    classes++;
  }

  return classes > 0 ? { value: sum / classes } : { reason: "no_pairable" };
}

/**
 * Mean of a class statistic weighted by how often the reference uses the class. 0 … 1. O(q²).
 *
 * @example weightedAverage({ cells: Float64Array.of(8, 2, 1, 9), categories: 2, classes: [0, 1] }, "recall"); // 0.85
 */
export function weightedAverage(confusion: Confusion, statistic: ClassStatistic): Outcome {
  let sum = 0;
  let items = 0;
  for (const category of confusion.classes) {
    const counts = classCounts(confusion, category);
    sum += counts.actual * statisticOf(counts, statistic);
    items += counts.actual;
  }

  return items > 0 ? { value: sum / items } : { reason: "no_pairable" };
}

/**
 * A class statistic from counts pooled over classes. Equals accuracy when every answer is one of the classes.
 * 0 … 1. O(q²).
 *
 * @example microAverage({ cells: Float64Array.of(8, 2, 1, 9), categories: 2, classes: [0, 1] }, "f1"); // value 0.85
 */
export function microAverage(confusion: Confusion, statistic: ClassStatistic): Outcome {
  const pooled = { truePositives: 0, predicted: 0, actual: 0 };
  for (const category of confusion.classes) {
    const counts = classCounts(confusion, category);
    pooled.truePositives += counts.truePositives;
    pooled.predicted += counts.predicted;
    pooled.actual += counts.actual;
  }

  return pooled.actual + pooled.predicted > 0 ? { value: statisticOf(pooled, statistic) } : { reason: "no_pairable" };
}

function statisticOf({ truePositives, predicted, actual }: ClassCounts, statistic: ClassStatistic): number {
  const bottom = { precision: predicted, recall: actual, f1: (predicted + actual) / 2 }[statistic];

  return bottom > 0 ? truePositives / bottom : 0;
}
