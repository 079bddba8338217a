import { incompleteBeta } from "./incomplete-beta";
import { normalQuantile } from "./normal";

/**
 * P(T ≤ t) for Student's t with the given degrees of freedom, to about 1e-13. O(1).
 *
 * By the regularised incomplete beta function.
 *
 * @example studentProbability(2.5705818356363146, 5); // => 0.975
 */
export function studentProbability(t: number, freedom: number): number {
  if (t === 0) return 0.5;
  const tail = incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;

  return t > 0 ? 1 - tail : tail;
}

/**
 * The t with P(T ≤ t) = p, by Newton steps inside a shrinking bracket. `p` strictly between 0 and 1. O(1).
 *
 * @example studentQuantile(0.975, 5); // => 2.5705818356363146
 */
export function studentQuantile(p: number, freedom: number): number {
  if (p < 0.5) return -studentQuantile(1 - p, freedom);
  let low = 0;
  let high = Math.max(2, 2 * normalQuantile(p));
  while (studentProbability(high, freedom) < p) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-15 * high; step++) {
    const middle = (low + high) / 2;
    if (studentProbability(middle, freedom) < p) low = middle;
    else high = middle;
  }

  return (low + high) / 2;
}
