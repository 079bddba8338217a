import type { Qrels, Run } from "./data";
import { foundWithin } from "./found-within";
import { type RankedQuery, rankQuery } from "./ranked-query";

/** Queries by whether the mined gold is in the first K places, and whether an accepted candidate is. They add up to `n`. */
export type GoldTable = {
  readonly n: number;
  readonly bothFound: number;
  readonly goldAlone: number;
  /** The gold is missed and an alternative is accepted. */
  readonly acceptedAlone: number;
  readonly neither: number;
  /** Accepted candidates per list, over all lists. */
  readonly acceptedPerList: number | undefined;
};

/**
 * RATIO's 2 × 2: how often a system finds the mined gold, an accepted candidate, both or neither within its first K places,
 * over the queries of the judgements. O(rows log rows).
 *
 * @example goldAgainstAccepted(gold, combineQrels([promptA, promptB], "all"), run, 10).acceptedAlone;
 */
export function goldAgainstAccepted(gold: Qrels, accepted: Qrels, run: Run, cutoff: number): GoldTable {
  const counts = { bothFound: 0, goldAlone: 0, acceptedAlone: 0, neither: 0 };
  let listed = 0;
  for (const [query, documents] of accepted) {
    const found = foundWithin(ranked(documents, run, query), cutoff);
    const goldFound = foundWithin(ranked(gold.get(query) ?? new Map(), run, query), cutoff) > 0;
    listed += found;
    if (goldFound) counts[found > 0 ? "bothFound" : "goldAlone"]++;
    else counts[found > 0 ? "acceptedAlone" : "neither"]++;
  }
  const n = accepted.size;

  return { n, ...counts, acceptedPerList: n === 0 ? undefined : listed / n };
}

function ranked(documents: ReadonlyMap<string, number>, run: Run, query: string): RankedQuery {
  const { firstRank } = run;

  return rankQuery(documents, run.scores.get(query) ?? new Map(), firstRank === undefined ? {} : { firstRank });
}
