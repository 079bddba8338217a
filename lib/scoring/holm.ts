/**
 * Holm's step-down correction: adjusted p-values, in the given order, for the family-wise error rate. 0 … 1, never below the
 * raw value. O(n log n).
 *
 * Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scand. J. Statistics 6, 65–70.
 *
 * @example holmAdjusted([0.01, 0.04, 0.03]); // => [0.03, 0.06, 0.06]
 */
export function holmAdjusted(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
  const adjusted = new Array<number>(pValues.length).fill(1);
  let highest = 0;
  for (const [step, index] of order.entries()) {
    highest = Math.max(highest, Math.min(1, (pValues.length - step) * (pValues[index] ?? 1)));
    adjusted[index] = highest;
  }

  return adjusted;
}
