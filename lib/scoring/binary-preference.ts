import { isRelevant } from "./found-within";
import { type RankedQuery, UNJUDGED } from "./ranked-query";

/**
 * bpref: how seldom judged non-relevant documents stand above relevant ones; unjudged documents do not count. As trec_eval:
 * the mean over relevant documents of 1 − min(non-relevant above, R) / min(N, R), 0 for those not found. 0 … 1. O(n).
 *
 * Buckley, C., Voorhees, E. M. (2004). Retrieval evaluation with incomplete information. SIGIR 2004, 25–32.
 *
 * @example binaryPreference(rankQuery(new Map([["a", 1], ["b", 0]]), new Map([["b", 2], ["a", 1]]))); // => 0
 */
export function binaryPreference(query: RankedQuery): number {
  const { relevant, nonrelevant } = query;
  if (relevant === 0) return 0;
  let above = 0;
  let sum = 0;
  for (const [index, grade] of query.grades.entries()) {
    if (grade === UNJUDGED) continue;
    if (!isRelevant(query, index)) above++;
    else sum += above === 0 ? 1 : 1 - Math.min(above, relevant) / Math.min(nonrelevant, relevant);
  }

  return sum / relevant;
}
