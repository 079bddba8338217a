/** A metric in the output. `low` and `high` are null without an interval; `n` counts queries, or pairs for `pair_…`. */
export type MetricValue =
  | { value: number; low: number | null; high: number | null; n: number }
  | (Undefined & { low: null; high: null });

export type Mean = { value: number; n: number } | Undefined;

/** Why there is no value: it is never printed as 0. */
export type Undefined = { undefined: "no_query" | "no_target"; n: 0 };

/** One run under one set of judgements. */
export type RunScores = {
  run: string;
  qrels: string;
  /** `with_target` is the same metric over the queries with a target alone. */
  metrics: Record<string, MetricValue & { with_target: Mean }>;
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

/** a − b under one set of judgements. Holm's correction is over the pairs of runs of one metric and layer. */
export type ComparisonRow = {
  qrels: string;
  metric: string;
  a: string;
  b: string;
  difference: number;
  low: number | null;
  high: number | null;
  p: number | null;
  p_holm: number | null;
  exact: boolean;
  n: number;
};

/** A run of a sweep against the chosen one: absolute and relative change, paired interval. */
export type SaturationRow = {
  qrels: string;
  metric: string;
  run: string;
  against: string;
  value: number;
  change: number;
  /** Left out where the chosen run has 0. */
  relative?: number;
  low: number | null;
  high: number | null;
};

/** `reading` says in words what was counted. */
export type UnsolvedRow = {
  qrels: string;
  cutoff: number;
  unsolved: Mean;
  runs: string[];
  /** The best single run's hit@K over the same queries; never above 1 − unsolved. */
  best_hit: Mean;
  reading: string;
};

export type RungRow = {
  metric: string;
  layer: string;
  instances: number;
  edges: number;
  values: Record<string, Mean>;
  /** 1 − value / value on the first layer; runs without one are left out. */
  declines: Record<string, number>;
  lead: { a: string; b: string; difference: number; low: number | null; high: number | null; p: number | null } | null;
  cohort_changed: boolean;
};

export type RankingRow = {
  metric: string;
  a: string;
  b: string;
  tau: { value: number } | { undefined: "too_few" | "all_tied" };
  top_of_a: string[];
  top_of_b: string[];
  same_top: boolean;
};

export type FlipRow = { metric: string; a: string; b: string; flipped: number; tied: number; draws: number };

/** Queries by whether the mined gold and an accepted candidate are within the first K places. */
export type GoldRow = {
  qrels: string;
  run: string;
  cutoff: number;
  n: number;
  both: number;
  gold_alone: number;
  accepted_alone: number;
  neither: number;
  accepted_per_list?: number;
};

export type Comparisons = {
  comparisons?: ComparisonRow[];
  saturation?: SaturationRow[];
  unsolved?: UnsolvedRow[];
  ladder?: RungRow[];
  rankings?: RankingRow[];
  flips?: FlipRow[];
  gold?: GoldRow[];
};
