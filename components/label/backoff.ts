const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/**
 * How long to wait before sending again after `failures` failures in a row: 1 s, doubled each time, at most a minute,
 * less up to a quarter by `random` in [0, 1), so that many raters do not come back in the same instant. What the
 * server asks for by Retry-After (seconds) is the least.
 */
export function backoffMs(failures: number, random: number, retryAfter = 0): number {
  if (failures <= 0) return Math.ceil(retryAfter * 1000);
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16));

  return Math.max(Math.round(whole * (1 - 0.25 * random)), Math.ceil(retryAfter * 1000));
}
