/** τ-b and what it was made from. */
export type KendallTau =
  | { readonly kind: "tau"; readonly value: number; readonly concordant: number; readonly discordant: number }
  | { readonly kind: "undefined"; readonly reason: "too_few" | "all_tied" };

/**
 * Kendall's τ-b between two series of numbers for the same things (systems under two layers): concordant less discordant pairs over
 * the geometric mean of the pairs untied in each. −1 … 1. Numbers within 1e-12 are ties, so that rounding orders nothing. Undefined with
 * fewer than two things or where one series is tied throughout. O(n²).
 *
 * Kendall, M. G. (1945). The treatment of ties in ranking problems. Biometrika 33, 239–251.
 *
 * @example kendallTau([1, 2, 3, 4], [1, 2, 4, 3]); // => { kind: "tau", value: 0.6667, concordant: 5, discordant: 1 }
 */
export function kendallTau(a: readonly number[], b: readonly number[]): KendallTau {
  if (a.length < 2) return { kind: "undefined", reason: "too_few" };
  let concordant = 0;
  let discordant = 0;
  let untiedA = 0;
  let untiedB = 0;
  for (let i = 0; i < a.length; i++) {
    for (let j = i + 1; j < a.length; j++) {
      const orderA = order(a[i] ?? 0, a[j] ?? 0);
      const orderB = order(b[i] ?? 0, b[j] ?? 0);
      if (orderA !== 0) untiedA++;
      if (orderB !== 0) untiedB++;
      if (orderA * orderB > 0) concordant++;
      else if (orderA * orderB < 0) discordant++;
    }
  }
  if (untiedA === 0 || untiedB === 0) return { kind: "undefined", reason: "all_tied" };

  return { kind: "tau", value: (concordant - discordant) / Math.sqrt(untiedA * untiedB), concordant, discordant };
}

/**
 * The order of two numbers: −1, 0 (equal within 1e-12) or 1. O(1).
 *
 * @example order(0.3, 0.1 + 0.2); // => 0
 */
export function order(a: number, b: number): -1 | 0 | 1 {
  if (Math.abs(a - b) <= 1e-12) return 0;

  return a > b ? 1 : -1;
}
