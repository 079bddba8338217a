import type { RankedQuery } from "./ranked-query";

/**
 * Relevant documents among the first `cutoff` places (all places unless given). O(n).
 *
 * @example foundWithin(rankQuery(new Map([["a", 1]]), new Map([["b", 2], ["a", 1]])), 1); // => 0
 */
export function foundWithin(query: RankedQuery, cutoff = Number.POSITIVE_INFINITY): number {
  let found = 0;
  for (const [index, place] of query.places.entries()) {
    if (place > cutoff) break;
    if (isRelevant(query, index)) found++;
  }

  return found;
}

/** True where the listed document at `index` has at least the relevance level. O(1). */
export function isRelevant({ grades, level }: RankedQuery, index: number): boolean {
  const grade = grades[index] ?? -1;

  return grade >= 0 && grade >= level;
}
