/**
 * Fisher's exact test of a 2 × 2 table [[a, b], [c, d]] of counts: the two-sided p-value, the sum over all tables with the
 * same margins that are no more likely than this one (R's definition). Undefined where a margin is 0: nothing varies. O(margin).
 *
 * @example fisherExact(3, 1, 1, 3); // => 0.4857 (the lady tasting tea)
 */
export function fisherExact(a: number, b: number, c: number, d: number): number | undefined {
  const [row, other, column] = [a + b, c + d, a + c];
  const total = row + other;
  if (row === 0 || other === 0 || column === 0 || column === total) return undefined;
  const logs = logFactorials(total);
  const log = (n: number) => logs[n] ?? 0;
  const chance = (x: number) =>
    Math.exp(
      log(row) +
        log(other) +
        log(column) +
        log(total - column) -
        log(total) -
        (log(x) + log(row - x) + log(column - x) + log(other - column + x)),
    );
  const seen = chance(a) * (1 + 1e-7);
  let p = 0;
  for (let x = Math.max(0, column - other); x <= Math.min(row, column); x++) {
    const one = chance(x);
    if (one <= seen) p += one;
  }

  return Math.min(1, p);
}

/** log n! for n = 0 … limit. O(limit). */
function logFactorials(limit: number): Float64Array {
  const logs = new Float64Array(limit + 1);
  for (let n = 2; n <= limit; n++) logs[n] = (logs[n - 1] ?? 0) + Math.log(n);

  return logs;
}

/**
 * The two-sided exact binomial test that each of `trials` falls either way with chance 1/2: both tails from the seen count on.
 * 1 where there are no trials. O(trials).
 *
 * @example binomialTest(8, 10); // => 0.109375 = 2 · (45 + 10 + 1) / 1024
 */
export function binomialTest(successes: number, trials: number): number {
  const far = Math.max(successes, trials - successes);
  const logs = logFactorials(trials);
  let tail = 0;
  for (let k = far; k <= trials; k++) {
    tail += Math.exp((logs[trials] ?? 0) - (logs[k] ?? 0) - (logs[trials - k] ?? 0) - trials * Math.LN2);
  }

  return Math.min(1, far * 2 === trials ? 1 : 2 * tail);
}
