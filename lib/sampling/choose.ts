import type { Random } from "@/lib/agreement/random";

/** A whole number from 0 to below `bound`, each equally likely to within 2⁻⁵³. */
export function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}

/**
 * `count` entries, each subset of that size equally likely, in random order (the first steps of Fisher and Yates).
 * All of them where there are not more. The input stays as it is. O(entries).
 */
export function choose<T>(entries: readonly T[], count: number, random: Random): T[] {
  const pool = [...entries];
  const taken = Math.min(count, pool.length);
  for (let i = 0; i < taken; i += 1) {
    const j = i + below(random, pool.length - i);
    const kept = pool[i] as T;
    pool[i] = pool[j] as T;
    pool[j] = kept;
  }

  return pool.slice(0, taken);
}

export function shuffle<T>(entries: readonly T[], random: Random): T[] {
  return choose(entries, entries.length, random);
}
