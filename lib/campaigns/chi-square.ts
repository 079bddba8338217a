import type { ChiSquare } from "./wire";

/**
 * Pearson's χ² of a table of groups × (yes, no): whether those who answered differ from those asked. Groups without
 * anybody are left out. `smallExpected`: an expected count is below 5, so that p is rough. O(groups).
 *
 * Pearson, K. (1900), Philosophical Magazine 50, 157–175.
 *
 * @example chiSquareTest([{ yes: 10, no: 20 }, { yes: 20, no: 10 }]); // statistic 6.667, 1 degree, p .0098
 */
export function chiSquareTest(groups: readonly { yes: number; no: number }[]): ChiSquare {
  const used = groups.filter(({ yes, no }) => yes + no > 0);
  const yes = used.reduce((sum, group) => sum + group.yes, 0);
  const no = used.reduce((sum, group) => sum + group.no, 0);
  if (used.length < 2) return { kind: "undefined", reason: "There is one group alone." };
  if (yes === 0 || no === 0) {
    return { kind: "undefined", reason: yes === 0 ? "Nobody has answered yet." : "Everybody has answered." };
  }
  let statistic = 0;
  let smallExpected = false;
  for (const group of used) {
    const size = group.yes + group.no;
    for (const [seen, of] of [
      [group.yes, yes],
      [group.no, no],
    ] as const) {
      const expected = (size * of) / (yes + no);
      if (expected < 5) smallExpected = true;
      statistic += (seen - expected) ** 2 / expected;
    }
  }
  const degrees = used.length - 1;

  return { kind: "test", statistic, degrees, p: chiSquareTail(statistic, degrees), smallExpected };
}

/** P(χ² ≥ x) with `degrees` degrees of freedom. 0 … 1. @example chiSquareTail(3.841458820694124, 1); // .05 */
export function chiSquareTail(x: number, degrees: number): number {
  return upperGamma(degrees / 2, x / 2);
}

/**
 * The regularised upper incomplete gamma function Q(a, x), for a > 0 and x ≥ 0, to about 1e-14: the series below a + 1,
 * Lentz's continued fraction above. O(√a + |x − a|).
 *
 * Press, W. H. et al. (2007). Numerical recipes, 3rd ed., section 6.2.
 */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 10_000 && Math.abs(term) > Math.abs(sum) * 1e-17; n += 1) {
      term *= x / (a + n);
      sum += term;
    }

    return Math.max(0, 1 - front * sum);
  }
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let h = d;
  for (let i = 1; i < 10_000; i += 1) {
    const an = -i * (i - a);
    b += 2;
    d = an * d + b;
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    c = b + an / c;
    c = Math.abs(c) < tiny ? tiny : c;
    const step = d * c;
    h *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }

  return front * h;
}

/** log Γ(x) for x > 0: recurrence up to 15, then Stirling's series. */
function logGamma(x: number): number {
  let shift = 0;
  let y = x;
  while (y < 15) {
    shift += Math.log(y);
    y += 1;
  }
  const inverse = 1 / y;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));

  return (y - 0.5) * Math.log(y) - y + 0.9189385332046727 + series - shift;
}
