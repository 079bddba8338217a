import { compareIds } from "./compare-ids";

/** One query's rows as they were given: the rank column beside the scores. */
export type RankedRows = {
  readonly ids: readonly string[];
  readonly ranks: readonly number[];
  readonly scores: readonly number[];
};

/** How a rank column stands to the scores. */
export type RankVerdict = "agrees" | "contradicts" | "upside_down" | "ties_otherwise" | "no_ranks";

/**
 * Compares a query's rank column with the order by score, which alone counts: `contradicts` where a better rank has a lower
 * score, `upside_down` where scores never fall and rise somewhere as ranks go down (distances), `ties_otherwise` where only equal scores
 * are ordered otherwise than by id descending, `no_ranks` where ranks are no distinct integers. O(n log n).
 *
 * @example rankVerdict({ ids: ["a", "b"], ranks: [1, 2], scores: [0.1, 7.3] }); // => "upside_down"
 */
export function rankVerdict({ ids, ranks, scores }: RankedRows): RankVerdict {
  if (ranks.some((rank) => !Number.isInteger(rank)) || new Set(ranks).size < ranks.length) return "no_ranks";
  const order = ranks.map((_, index) => index).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  let rises = 0;
  let falls = 0;
  let ties = 0;
  for (let at = 1; at < order.length; at++) {
    const above = order[at - 1] ?? 0;
    const below = order[at] ?? 0;
    const step = (scores[below] ?? 0) - (scores[above] ?? 0);
    if (step > 0) rises++;
    else if (step < 0) falls++;
    else if (compareIds(ids[above] ?? "", ids[below] ?? "") < 0) ties++;
  }
  if (rises > 0) return falls === 0 ? "upside_down" : "contradicts";

  return ties > 0 ? "ties_otherwise" : "agrees";
}

/**
 * True where two different scores are one in single precision: there trec_eval 9 sees a tie and version 10 does not.
 * O(n log n).
 *
 * @example tiedInSinglePrecision([12.3456789012, 12.3456789011]); // => true
 */
export function tiedInSinglePrecision(scores: readonly number[]): boolean {
  const sorted = Float64Array.from(scores).sort();

  return sorted.some((score, at) => {
    const before = sorted[at - 1];

    return before !== undefined && before !== score && Math.fround(before) === Math.fround(score);
  });
}
