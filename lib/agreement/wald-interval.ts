import { normalQuantile } from "./normal";

/**
 * Estimate ∓ z × standard error: the instant interval, shown before a bootstrap has run. May leave the coefficient's
 * range. O(1).
 *
 * @example waldInterval(0.5, 0.1).low; // => 0.3040036015459946
 */
export function waldInterval(value: number, standardError: number, level = 0.95): { low: number; high: number } {
  const reach = normalQuantile((1 + level) / 2) * standardError;

  return { low: value - reach, high: value + reach };
}
