import type { Qrels, Run } from "./data";
import { foundWithin } from "./found-within";
import { type RankOptions, rankQuery } from "./ranked-query";

/** How far a set of runs gets together; the cohort is every query with a target. */
export type Unsolved =
  | {
      readonly kind: "unsolved";
      readonly cutoff: number;
      /** Share of queries in whose first K places no run has a target. */
      readonly share: number;
      readonly unsolved: readonly string[];
      /** Queries with a target. */
      readonly n: number;
      /** hit@K of each run over the same cohort, and the highest of them. */
      readonly hits: readonly number[];
      readonly bestHit: number;
    }
  | { readonly kind: "undefined"; readonly reason: "no_target" };

/**
 * Unsolved at K: the share of queries for which none of the runs has any target in its first K places. A query that a run
 * leaves out is not solved by it. 1 − share is never below the best single run's hit@K, which is checked. O(rows log rows).
 *
 * @throws {Error} where that check fails: the two would not be of one cohort.
 * @example unsolvedAt(qrels, [runA, runB], 1000);
 */
export function unsolvedAt(
  qrels: Qrels,
  runs: readonly Run[],
  cutoff: number,
  options: { readonly queries?: readonly string[] } & Omit<RankOptions, "firstRank"> = {},
): Unsolved {
  const none: ReadonlyMap<string, number> = new Map();
  const solved = runs.map(() => 0);
  const unsolved: string[] = [];
  let n = 0;
  for (const query of new Set(options.queries ?? qrels.keys())) {
    const judged = qrels.get(query) ?? none;
    if (rankQuery(judged, none, options).relevant === 0) continue;
    n++;
    let any = false;
    for (const [index, run] of runs.entries()) {
      const settings = { ...options, ...(run.firstRank !== undefined && { firstRank: run.firstRank }) };
      const found = foundWithin(rankQuery(judged, run.scores.get(query) ?? none, settings), cutoff) > 0;
      if (found) solved[index] = (solved[index] ?? 0) + 1;
      any ||= found;
    }
    if (!any) unsolved.push(query);
  }
  if (n === 0) return { kind: "undefined", reason: "no_target" };
  const bestHit = Math.max(0, ...solved) / n;
  if ((n - unsolved.length) / n < bestHit) throw new Error("1 − unsolved is below the best single run's hit.");

  return {
    kind: "unsolved",
    cutoff,
    share: unsolved.length / n,
    unsolved,
    n,
    hits: solved.map((count) => count / n),
    bestHit,
  };
}
