import type { Random } from "./resample";

export type RandomizationOptions = {
  readonly random: Random;
  /** Sign patterns drawn; with no more patterns than this all are gone through and the test is exact. */
  readonly permutations: number;
  readonly clusters?: ArrayLike<number>;
};

export type RandomizationResult = {
  /** Two-sided. */
  readonly p: number;
  readonly exact: boolean;
};

/**
 * Fisher's paired randomisation test that two systems do alike: each query's (or whole cluster's) difference may as well have the
 * other sign. `differences` are the queries' differences times their weights in the mean. Drawn patterns count the one that was seen: p =
 * (1 + as large) / (1 + patterns). p is 1 where nothing differs. O(permutations × differing units).
 *
 * Smucker, M. D., Allan, J., Carterette, B. (2007). A comparison of statistical significance tests for information retrieval
 * evaluation. CIKM 2007, 623–632.
 *
 * @example randomizationTest([1, 1, 1], { random, permutations: 1000 }); // => { p: 0.25, exact: true }
 */
export function randomizationTest(differences: ArrayLike<number>, options: RandomizationOptions): RandomizationResult {
  const { random, permutations, clusters } = options;
  const units = sumsOf(differences, clusters);
  const seen = Math.abs(units.reduce((sum, unit) => sum + unit, 0));
  const least =
    seen -
    1e-12 *
      Math.max(
        1,
        units.reduce((sum, unit) => sum + Math.abs(unit), 0),
      );
  if (units.length < 31 && 2 ** units.length <= permutations) return { p: exactTail(units, least), exact: true };
  let large = 0;
  for (let pattern = 0; pattern < permutations; pattern++) {
    let sum = 0;
    let bits = 0;
    for (let index = 0; index < units.length; index++) {
      if (index % 32 === 0) bits = Math.floor(random() * 4294967296);
      // Without a branch: which sign comes is not to be foreseen.
      sum += (units[index] ?? 0) * (1 - 2 * (bits & 1));
      bits >>>= 1;
    }
    if (Math.abs(sum) >= least) large++;
  }

  return { p: (1 + large) / (1 + permutations), exact: false };
}

function exactTail(units: Float64Array, least: number): number {
  const patterns = 2 ** units.length;
  let large = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    let sum = 0;
    for (let index = 0; index < units.length; index++)
      sum += (pattern >>> index) & 1 ? (units[index] ?? 0) : -(units[index] ?? 0);
    if (Math.abs(sum) >= least) large++;
  }

  return large / patterns;
}

/** One difference a unit; units without any do not matter. */
function sumsOf(differences: ArrayLike<number>, clusters?: ArrayLike<number>): Float64Array {
  const sums = new Map<number, number>();
  for (let index = 0; index < differences.length; index++) {
    const unit = clusters ? (clusters[index] ?? 0) : index;
    sums.set(unit, (sums.get(unit) ?? 0) + (differences[index] ?? 0));
  }

  return Float64Array.from(sums.values()).filter((sum) => sum !== 0);
}
