import type { Outcome } from "./agreement";

/**
 * A reference against a judge: `cells` is q × q row by row over the declared categories, reference in rows. `classes`
 * are the categories that measures speak of; further ones (UNSURE counted as wrong) are answers that are never right.
 */
export type Confusion = {
  readonly cells: Float64Array;
  readonly categories: number;
  readonly classes: readonly number[];
};

export type ClassCounts = { readonly truePositives: number; readonly predicted: number; readonly actual: number };

/**
 * Items of one class: rightly found, predicted, and actual. O(q).
 *
 * @example classCounts({ cells: Float64Array.of(8, 2, 1, 9), categories: 2, classes: [0, 1] }, 1).predicted; // => 11
 */
export function classCounts(confusion: Confusion, category: number): ClassCounts {
  const { cells, categories } = confusion;
  let predicted = 0;
  let actual = 0;
  for (let other = 0; other < categories; other++) {
    predicted += cells[other * categories + category] ?? 0;
    actual += cells[category * categories + other] ?? 0;
  }

  return { truePositives: cells[category * categories + category] ?? 0, predicted, actual };
}

/**
 * Share of items labelled as the reference says. 0 … 1. O(q²).
 *
 * @example accuracy({ cells: Float64Array.of(8, 2, 1, 9), categories: 2, classes: [0, 1] }); // => { value: 0.85 }
 */
export function accuracy(confusion: Confusion): Outcome {
  const items = confusion.cells.reduce((sum, cell) => sum + cell, 0);
  const right = confusion.classes.reduce((sum, category) => sum + classCounts(confusion, category).truePositives, 0);

  return ratio(right, items);
}

/**
 * Mean recall over the classes that occur in the reference (scikit-learn's `balanced_accuracy_score`). 0 … 1. O(q²).
 *
 * @example balancedAccuracy({ cells: Float64Array.of(8, 2, 1, 9), categories: 2, classes: [0, 1] }); // value 0.85
 */
export function balancedAccuracy(confusion: Confusion): Outcome {
  let sum = 0;
  let classes = 0;
  for (const category of confusion.classes) {
    const { truePositives, actual } = classCounts(confusion, category);
    if (actual === 0) continue;
    sum += truePositives / actual;
    classes++;
  }

  return ratio(sum, classes);
}

/**
 * Precision of a class: of what the judge called so, the share that the reference calls so. Undefined where the judge
 * never used the class. 0 … 1. O(q).
 *
 * @example precision({ cells: Float64Array.of(8, 2, 1, 9), categories: 2, classes: [0, 1] }, 1); // value 9 / 11
 */
export function precision(confusion: Confusion, category: number): Outcome {
  const { truePositives, predicted } = classCounts(confusion, category);

  return ratio(truePositives, predicted);
}

/**
 * Recall of a class: of what the reference calls so, the share that the judge found. Undefined where the class is not in
 * the reference. 0 … 1. O(q).
 *
 * @example recall({ cells: Float64Array.of(8, 2, 1, 9), categories: 2, classes: [0, 1] }, 1); // => { value: 0.9 }
 */
export function recall(confusion: Confusion, category: number): Outcome {
  const { truePositives, actual } = classCounts(confusion, category);

  return ratio(truePositives, actual);
}

/**
 * F1 of a class: 2·both/(predicted + actual). Symmetric: between two raters it is the specific agreement on the class.
 * Undefined where neither side uses it. 0 … 1. O(q).
 *
 * @example f1({ cells: Float64Array.of(8, 2, 1, 9), categories: 2, classes: [0, 1] }, 1); // value 18 / 21
 */
export function f1(confusion: Confusion, category: number): Outcome {
  const { truePositives, predicted, actual } = classCounts(confusion, category);

  return ratio(2 * truePositives, predicted + actual);
}

function ratio(top: number, bottom: number): Outcome {
  return bottom > 0 ? { value: top / bottom } : { reason: "no_pairable" };
}
