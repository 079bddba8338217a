import type { Qrels, Run } from "./data";
import type { Metric } from "./metric";
import { rankQuery } from "./ranked-query";

export type ScoreOptions = {
  readonly metrics: readonly Metric[];
  /**
   * `complete` (unless given): every query of the judgements, 0 where the run has nothing for it. `intersection`: queries
   * that have both.
   */
  readonly average?: "complete" | "intersection";
  /** The benchmark's own query set, in place of the judgements' queries; those without judgements have no target. */
  readonly queries?: readonly string[];
  readonly level?: number;
  readonly depth?: number;
  readonly judgedOnly?: boolean;
};

/** One run under one set of judgements, query by query. */
export type Scores = {
  readonly metrics: readonly Metric[];
  readonly queries: readonly string[];
  /** `values[m][q]`: metric m on query q. */
  readonly values: readonly Float64Array[];
  /** Targets (relevant documents) of each query. */
  readonly targets: Float64Array;
  /** Judged documents with a grade above 0, whatever the relevance level. */
  readonly positives: Float64Array;
  /** Whether queries without an answer are among them. */
  readonly complete: boolean;
  /** 1 where the run lists something for the query. */
  readonly answered: Uint8Array;
};

const NOTHING: ReadonlyMap<string, number> = new Map();

/**
 * Scores a run on every query. Queries of the run without judgements (and outside the query set) do not count. Equals
 * trec_eval 10 (`-c` for `complete`; 9 without `-c` for `intersection`), `-l`, `-M` and `-J` being `level`, `depth` and
 * `judgedOnly`. O(rows log rows + queries × metrics × depth).
 *
 * @example scoreRun(qrels, run, { metrics: [metricNamed("map")] }).values[0];
 */
export function scoreRun(qrels: Qrels, run: Run, options: ScoreOptions): Scores {
  const { metrics, average = "complete" } = options;
  const asked = options.queries ? [...new Set(options.queries)] : [...qrels.keys()];
  const queries =
    average === "complete"
      ? asked
      : asked.filter((query) => qrels.has(query) && (run.scores.get(query)?.size ?? 0) > 0);
  const values = metrics.map(() => new Float64Array(queries.length));
  const targets = new Float64Array(queries.length);
  const positives = new Float64Array(queries.length);
  const answered = new Uint8Array(queries.length);
  const settings = { ...options, ...(run.firstRank !== undefined && { firstRank: run.firstRank }) };
  for (const [index, query] of queries.entries()) {
    const scores = run.scores.get(query) ?? NOTHING;
    const ranked = rankQuery(qrels.get(query) ?? NOTHING, scores, settings);
    targets[index] = ranked.relevant;
    positives[index] = ranked.ideal.length;
    answered[index] = scores.size > 0 ? 1 : 0;
    for (const [column, metric] of metrics.entries()) {
      const row = values[column];
      if (row) row[index] = metric.of(ranked);
    }
  }

  return { metrics, queries, values, targets, positives, complete: average === "complete", answered };
}
