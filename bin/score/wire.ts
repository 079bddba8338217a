/** A metric in the output. `low` and `high` are null without an interval; `n` counts queries, or pairs for `pair_…`. */
export type MetricValue = Mean & { low: number | null; high: number | null };

export type Mean = { value: number; n: number } | { undefined: "no_query" | "no_target"; n: 0 };

/** One run under one set of judgements. */
export type RunScores = {
  run: string;
  qrels: string;
  /** `with_target` is the same metric over the queries with a target alone. */
  metrics: Record<string, (MetricValue | (Mean & { low: null; high: null })) & { with_target: Mean }>;
  perQuery: Record<string, Record<string, number>>;
  /** Queries that were averaged over, those of them with a target, and those that the run answers. */
  queries: { all: number; with_target: number; answered: number };
  by?: { column: string; groups: Record<string, Record<string, MetricValue>> };
  warnings: string[];
};

export type Settings = {
  average: "complete" | "intersection";
  relevance_level: number;
  depth: number | null;
  judged_only: boolean;
  bootstrap: number;
  seed: string;
  level: number;
  cluster: string | null;
};
