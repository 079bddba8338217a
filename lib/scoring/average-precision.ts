import { isRelevant } from "./found-within";
import type { RankedQuery } from "./ranked-query";

/**
 * Average precision: the precision at each relevant document found, summed and divided by all relevant documents (found or
 * not). With a cut-off only finds within it count; the divisor stays (trec_eval's map and map_cut). 0 … 1; 0 without
 * relevant documents, as trec_eval has it. O(n).
 *
 * @example averagePrecision(rankQuery(new Map([["a", 1]]), new Map([["b", 2], ["a", 1]]))); // => 0.5
 */
export function averagePrecision(query: RankedQuery, cutoff = Number.POSITIVE_INFINITY): number {
  if (query.relevant === 0) return 0;
  let found = 0;
  let sum = 0;
  for (const [index, place] of query.places.entries()) {
    if (place > cutoff) break;
    if (isRelevant(query, index)) sum += ++found / place;
  }

  return sum / query.relevant;
}
