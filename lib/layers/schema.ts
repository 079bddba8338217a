import { z } from "zod";

/** How a layer decides: the strict plurality of blind people, or one named judge. */
export const LayerRule = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("majority") }),
  z.strictObject({ kind: z.literal("judge"), judgeId: z.uuid() }),
]);

export const LayerInput = z.strictObject({
  studyId: z.uuid(),
  /** A question's or derived label's id; the codebook's first question where absent. */
  question: z.string().max(60).optional(),
  rule: LayerRule,
  /** One round of people's labels; all but practice where absent. */
  roundId: z.uuid().optional(),
});

export const ExportInput = LayerInput.extend({
  format: z.enum(["jsonl", "csv", "qrels", "parquet"]),
  /** Parquet: an edge is positive when at least this many of its labelled items are. */
  leastPositive: z.int().min(1).max(2).default(1),
  /** Parquet and qrels: the option that counts as positive; the first option where absent. */
  positive: z.string().max(60).optional(),
  /** Parquet: whose probabilities give max_root_prob; empty where absent. */
  probabilityJudgeId: z.uuid().optional(),
});
export type ExportQuery = z.output<typeof ExportInput>;
export type LayerQuery = z.output<typeof LayerInput>;
