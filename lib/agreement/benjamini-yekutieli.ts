/** What a correction for many tests gives, in the order of the p-values handed in. */
export type CorrectedTests = { readonly rejected: readonly boolean[]; readonly adjusted: readonly number[] };

/**
 * Benjamini–Yekutieli step-up: keeps the expected share of false rejections below q whatever the dependence between
 * tests. Adjusted p-values are at most 1. O(m log m).
 *
 * Benjamini, Y. and Yekutieli, D. (2001). The control of the false discovery rate in multiple testing under dependency.
 *
 * @throws {RangeError} where a p-value is outside 0 … 1.
 * @example benjaminiYekutieli([0.0001, 0.0004, 0.0019, 0.0095, 0.0201], 0.05).rejected; // all true
 */
export function benjaminiYekutieli(pValues: readonly number[], q = 0.05): CorrectedTests {
  if (!pValues.every((p) => p >= 0 && p <= 1)) throw new RangeError("A p-value lies between 0 and 1.");
  const tests = pValues.length;
  const harmonic = pValues.reduce((sum, _, index) => sum + 1 / (index + 1), 0);
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
  const adjusted = new Array<number>(tests).fill(1);
  const rejected = new Array<boolean>(tests).fill(false);
  let smallest = 1;
  let rejecting = false;
  for (let rank = tests; rank >= 1; rank--) {
    const test = order[rank - 1] ?? 0;
    const p = pValues[test] ?? 1;
    smallest = Math.min(smallest, (p * tests * harmonic) / rank);
    adjusted[test] = smallest;
    rejecting ||= p <= (rank / tests) * (q / harmonic);
    rejected[test] = rejecting;
  }

  return { rejected, adjusted };
}
