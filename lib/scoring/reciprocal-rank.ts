import { isRelevant } from "./found-within";
import type { RankedQuery } from "./ranked-query";

/**
 * 1 / place of the first relevant document, 0 where there is none (within the cut-off). 0 … 1. O(n).
 *
 * @example reciprocalRank(rankQuery(new Map([["a", 1]]), new Map([["b", 2], ["a", 1]]))); // => 0.5
 */
export function reciprocalRank(query: RankedQuery, cutoff = Number.POSITIVE_INFINITY): number {
  for (const [index, place] of query.places.entries()) {
    if (place > cutoff) break;
    if (isRelevant(query, index)) return 1 / place;
  }

  return 0;
}

/**
 * The mean of 1 / place over all of a query's targets, 0 for those not found: what MUSES' released scorer averages over
 * pairs. 0 … 1. O(n).
 *
 * @example pairReciprocalRank(rankQuery(new Map([["a", 1], ["c", 1]]), new Map([["b", 2], ["a", 1]]))); // => 0.25
 */
export function pairReciprocalRank(query: RankedQuery): number {
  if (query.relevant === 0) return 0;
  let sum = 0;
  for (const [index, place] of query.places.entries()) {
    if (isRelevant(query, index)) sum += 1 / place;
  }

  return sum / query.relevant;
}
