/**
 * The regularised incomplete beta function I_x(a, b) = P(B ≤ x) for B ~ Beta(a, b), to about 1e-13, by Lentz's continued
 * fraction. 0 … 1 for x in 0 … 1, a and b positive. O(√max(a, b)).
 *
 * Press, W. H. et al. (2007). Numerical recipes, 3rd ed., section 6.4.
 *
 * @example incompleteBeta(0.5, 2, 2); // => 0.5
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));

  return (front * betaFraction(x, a, b)) / a;
}

function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1), tiny);
  let result = d;
  for (let m = 1; m < 1000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d, tiny);
    c = nonZero(1 + even / c, tiny);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d, tiny);
    c = nonZero(1 + odd / c, tiny);
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }

  return result;
}

function nonZero(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}

/** log Γ(x) for x > 0: recurrence up to 15, then Stirling's series. */
function logGamma(x: number): number {
  let shift = 0;
  let y = x;
  while (y < 15) {
    shift += Math.log(y);
    y++;
  }
  const inverse = 1 / y;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));

  return (y - 0.5) * Math.log(y) - y + 0.9189385332046727 + series - shift;
}
