import type { Outcome } from "./agreement";
import { type Confusion, classCounts } from "./confusion";

/**
 * Matthews' correlation coefficient for any number of classes (Gorodkin's R_K). −1 … 1; undefined (`no_variation`)
 * where the reference or the judge uses one class alone. O(q²).
 *
 * Gorodkin, J. (2004). Comparing two K-category assignments by a K-category correlation coefficient.
 *
 * @example matthewsCorrelation({ cells: Float64Array.of(8, 2, 1, 9), categories: 2, classes: [0, 1] }); // value 0.7035…
 */
export function matthewsCorrelation(confusion: Confusion): Outcome {
  let items = 0;
  let right = 0;
  let products = 0;
  let predictedSquares = 0;
  let actualSquares = 0;
  for (let category = 0; category < confusion.categories; category++) {
    const { truePositives, predicted, actual } = classCounts(confusion, category);
    items += actual;
    right += truePositives;
    products += predicted * actual;
    predictedSquares += predicted * predicted;
    actualSquares += actual * actual;
  }
  if (!(items > 0)) return { reason: "no_pairable" };
  const scale = (items * items - predictedSquares) * (items * items - actualSquares);
  if (!(scale > 0)) return { reason: "no_variation", observed: right / items };

  return { value: (right * items - products) / Math.sqrt(scale) };
}
