/**
 * The p-quantile of sorted numbers by linear interpolation (R's type 7, numpy's default). O(1).
 *
 * @throws {RangeError} on an empty array.
 * @example sortedQuantile(Float64Array.of(1, 2, 4), 0.75); // => 3
 */
export function sortedQuantile(sorted: Float64Array, p: number): number {
  if (sorted.length === 0) throw new RangeError("A quantile needs at least one number.");
  const place = Math.min(Math.max(p, 0), 1) * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;

  return low + (place - below) * (high - low);
}
