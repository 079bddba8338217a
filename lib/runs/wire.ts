import { z } from "zod";

/** How a run's file was written, told by its content. */
export const RunFormat = z.enum(["trec", "beir_json", "jsonl", "parquet"]);
export type RunFormat = z.infer<typeof RunFormat>;

/** A system's ranked output, registered to be scored. `rows`: (query, document) pairs. */
export const RunView = z.object({
  runId: z.uuid(),
  name: z.string(),
  fileName: z.string(),
  format: RunFormat,
  sha256: z.string(),
  bytes: z.number(),
  rows: z.int(),
  /** What the researcher says of the system: its sweep's parameter, the model. */
  parameters: z.record(z.string(), z.json()),
  createdAt: z.string(),
});
export type RunView = z.infer<typeof RunView>;

/** What a layer of a leaderboard is: who decided its labels. */
export const LayerKind = z.enum(["file", "majority", "adjudicated", "rater", "judge", "stored"]);
export type LayerKind = z.infer<typeof LayerKind>;

const Undefined = z.object({ undefined: z.string(), n: z.literal(0) });

/** A run's mean under one layer over all of its queries. */
export const LeaderboardValue = z.union([
  z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable(), n: z.number() }),
  Undefined,
]);
export type LeaderboardValue = z.infer<typeof LeaderboardValue>;

export const LeaderboardLayer = z.object({
  name: z.string(),
  kind: LayerKind,
  /** Queries with a judgement, those of them with a target, and (query, document) pairs with a grade. */
  queries: z.int(),
  with_target: z.int(),
  judgements: z.int(),
  /** In the order of the runs. */
  values: z.array(LeaderboardValue),
});
export type LeaderboardLayer = z.infer<typeof LeaderboardLayer>;

/** The order of the runs under two layers, over the `n` queries that both judge. */
export const LayerAgreement = z.object({
  a: z.string(),
  b: z.string(),
  n: z.int(),
  tau: z.union([
    z.object({ value: z.number(), concordant: z.int(), discordant: z.int() }),
    z.object({ undefined: z.string() }),
  ]),
  top_of_a: z.array(z.string()),
  top_of_b: z.array(z.string()),
  same_top: z.boolean(),
});
export type LayerAgreement = z.infer<typeof LayerAgreement>;

const Share = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type Share = z.infer<typeof Share>;

/** What labels drawn from the raters do to the order under the reference layer. Intervals of shares are Wilson's, over draws. */
export const Flips = z.object({
  reference: z.string(),
  rule: z.enum(["rater", "panel"]),
  raters: z.int(),
  queries: z.int(),
  labelled: z.int(),
  disputed: z.int(),
  draws: z.int(),
  pairs: z.array(z.object({ a: z.string(), b: z.string(), difference: z.number(), flipped: Share, tied: z.number() })),
  other_top: Share,
  /** Of each draw with the reference: mean, and the middle share of draws. Undefined draws are counted and left out. */
  tau: z.union([
    z.object({ mean: z.number(), low: z.number(), high: z.number(), undefined: z.int() }),
    z.object({ undefined: z.int() }),
  ]),
});
export type Flips = z.infer<typeof Flips>;

export const LeaderboardSettings = z.object({
  metric: z.string(),
  relevance_level: z.int(),
  /** A pair with several labelled contexts has the grade of its least-th highest. */
  least: z.int(),
  bootstrap: z.int(),
  draws: z.int(),
  seed: z.string(),
  level: z.number(),
});
export type LeaderboardSettings = z.infer<typeof LeaderboardSettings>;

export const Leaderboard = z.object({
  runs: z.array(z.string()),
  layers: z.array(LeaderboardLayer),
  agreements: z.array(LayerAgreement),
  /** Absent where nobody's labels can be drawn from; the warnings say why. */
  flips: Flips.optional(),
  sentence: z.string(),
  warnings: z.array(z.string()),
  settings: LeaderboardSettings,
});
export type Leaderboard = z.infer<typeof Leaderboard>;
