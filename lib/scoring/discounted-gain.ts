import type { RankedQuery } from "./ranked-query";

/**
 * nDCG with linear gain (the grade) and discount log2(place + 1). With a cut-off the ideal ranking is cut there too
 * (trec_eval's ndcg_cut). The relevance level plays no part. 0 … 1; 0 where no grade is above 0. O(n).
 *
 * Järvelin, K., Kekäläinen, J. (2002). Cumulated gain-based evaluation of IR techniques. ACM TOIS 20, 422–446.
 *
 * @example normalizedGain(rankQuery(new Map([["a", 1]]), new Map([["b", 2], ["a", 1]]))); // => 0.6309… = 1 / log2(3)
 */
export function normalizedGain(query: RankedQuery, cutoff = Number.POSITIVE_INFINITY): number {
  let ideal = 0;
  for (const [index, grade] of query.ideal.entries()) {
    if (index >= cutoff) break;
    ideal += grade / Math.log2(index + 2);
  }
  if (ideal === 0) return 0;
  let gain = 0;
  for (const [index, place] of query.places.entries()) {
    if (place > cutoff) break;
    gain += Math.max(query.grades[index] ?? 0, 0) / Math.log2(place + 1);
  }

  return gain / ideal;
}
