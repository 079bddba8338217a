import type { Random } from "./random";

/**
 * One draw from Binomial(trials, probability), exact: by inversion where the mean is below 10, else by Hörmann's
 * transformed rejection BTRS. Expected time O(1) (O(mean) below 10).
 *
 * Hörmann, W. (1993). The generation of binomial random variates. J. Stat. Comput. Simul. 46, 101–110.
 *
 * @example drawBinomial(10, 1, seededRandom("a")); // => 10
 */
export function drawBinomial(trials: number, probability: number, random: Random): number {
  if (trials <= 0 || probability <= 0) return 0;
  if (probability >= 1) return trials;
  if (probability > 0.5) return trials - drawBinomial(trials, 1 - probability, random);

  return trials * probability < 10
    ? byInversion(trials, probability, random)
    : byRejection(trials, probability, random);
}

function byInversion(trials: number, probability: number, random: Random): number {
  const odds = probability / (1 - probability);
  const none = Math.exp(trials * Math.log1p(-probability));
  for (;;) {
    let left = random();
    let mass = none;
    // Far beyond the mean the mass is 0 in double precision: draw again rather than walk on.
    for (let successes = 0; successes <= trials && successes < 200; successes++) {
      if (left < mass) return successes;
      left -= mass;
      mass *= (odds * (trials - successes)) / (successes + 1);
    }
  }
}

function byRejection(trials: number, probability: number, random: Random): number {
  const deviation = Math.sqrt(trials * probability * (1 - probability));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * probability;
  const centre = trials * probability + 0.5;
  const acceptance = 0.92 - 4.2 / b;
  for (;;) {
    let v = random();
    const u = random() - 0.5;
    const tail = 0.5 - Math.abs(u);
    const successes = Math.floor(((2 * a) / tail + b) * u + centre);
    if (tail >= 0.07 && v <= acceptance) return successes;
    if (successes < 0 || successes > trials) continue;
    const mode = Math.floor((trials + 1) * probability);
    v = Math.log((v * (2.83 + 5.1 / b) * deviation) / (a / (tail * tail) + b));
    const bound =
      logFactorial(mode) +
      logFactorial(trials - mode) -
      logFactorial(successes) -
      logFactorial(trials - successes) +
      (successes - mode) * Math.log(probability / (1 - probability));
    if (v <= bound) return successes;
  }
}

const smallLogFactorials = (() => {
  const table = new Float64Array(128);
  for (let n = 2; n < 128; n++) table[n] = (table[n - 1] ?? 0) + Math.log(n);

  return table;
})();

/**
 * log n!, by table below 128 and Stirling's series above (error below 1e-16 of the value). O(1).
 *
 * @example logFactorial(5); // => 4.787491742782046
 */
export function logFactorial(n: number): number {
  if (n < 128) return smallLogFactorials[n] ?? 0;
  const inverse = 1 / n;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));

  return (n + 0.5) * Math.log(n) - n + 0.9189385332046727 + series;
}
