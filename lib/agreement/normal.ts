/**
 * P(Z ≤ z) for a standard normal Z, to about 1e-15, tails to 1e-13 of themselves. (simple-statistics reads it from a rounded table.)
 *
 * Hart's rational approximation in the form of West, G. (2005), Better approximations to cumulative normal functions;
 * beyond 7.07 Laplace's continued fraction. O(1).
 *
 * @example normalProbability(1.96); // => 0.9750021048517795
 */
export function normalProbability(z: number): number {
  const x = Math.abs(z);
  if (x > 37) return z > 0 ? 1 : 0;
  const density = Math.exp((-x * x) / 2);
  let tail: number;
  if (x < 7.07106781186547) {
    const top = [
      3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
      220.206867912376,
    ];
    const bottom = [
      8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
      793.826512519948, 440.413735824752,
    ];
    tail = (density * polynomial(top, x)) / polynomial(bottom, x);
  } else {
    let fraction = x;
    for (let level = 60; level >= 1; level--) fraction = x + level / fraction;
    tail = density / fraction / Math.sqrt(2 * Math.PI);
  }

  return z > 0 ? 1 - tail : tail;
}

/**
 * The z with P(Z ≤ z) = p, relative error about 1e-16; −Infinity at 0 and Infinity at 1.
 *
 * Wichura, M. J. (1988). Algorithm AS 241: the percentage points of the normal distribution. O(1).
 *
 * @example normalQuantile(0.975); // => 1.959963984540054
 */
export function normalQuantile(p: number): number {
  if (p <= 0) return Number.NEGATIVE_INFINITY;
  if (p >= 1) return Number.POSITIVE_INFINITY;
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;

    return (q * polynomial(CENTRE_TOP, r)) / polynomial(CENTRE_BOTTOM, r);
  }
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  const z =
    r <= 5
      ? polynomial(MIDDLE_TOP, r - 1.6) / polynomial(MIDDLE_BOTTOM, r - 1.6)
      : polynomial(TAIL_TOP, r - 5) / polynomial(TAIL_BOTTOM, r - 5);

  return q < 0 ? -z : z;
}

function polynomial(coefficients: readonly number[], x: number): number {
  let result = 0;
  for (const coefficient of coefficients) result = result * x + coefficient;

  return result;
}

const CENTRE_TOP = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
  133.14166789178438, 3.3871328727963665,
];
const CENTRE_BOTTOM = [
  5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
  42.31333070160091, 1,
];
const MIDDLE_TOP = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
const MIDDLE_BOTTOM = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
];
const TAIL_TOP = [
  2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
  1.7848265399172913, 5.463784911164114, 6.657904643501103,
];
const TAIL_BOTTOM = [
  2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615,
  0.1369298809227358, 0.599832206555888, 1,
];
