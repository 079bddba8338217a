import { type RankedQuery, UNJUDGED } from "./ranked-query";

/**
 * The share of judged documents among those listed in the first `cutoff` places: how much of a ranking the judgements can
 * speak for. 0 … 1; 0 for a query that the run leaves out. O(cutoff).
 *
 * @example judgedShare(rankQuery(new Map([["a", 1]]), new Map([["b", 2], ["a", 1]])), 10); // => 0.5
 */
export function judgedShare(query: RankedQuery, cutoff: number): number {
  let listed = 0;
  let judged = 0;
  for (const [index, place] of query.places.entries()) {
    if (place > cutoff) break;
    listed++;
    if (query.grades[index] !== UNJUDGED) judged++;
  }

  return listed === 0 ? 0 : judged / listed;
}
