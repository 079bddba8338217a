import { z } from "zod";
import { SetName, UploadedFile } from "@/lib/pools/schema";

/** Kept with a run of ranks and no scores: the rank of its first place. */
export const FIRST_RANK = "first_rank";

export const ImportRunInput = z.strictObject({
  studyId: z.uuid(),
  name: SetName,
  parameters: z
    .record(z.string().min(1).max(80), z.json())
    .refine((value) => JSON.stringify(value).length <= 10_000, "Parameters are at most 10,000 characters.")
    .refine((value) => !(FIRST_RANK in value), `${FIRST_RANK} is told by the file.`)
    .default({}),
  file: UploadedFile,
});

export const ListRunsInput = z.strictObject({ studyId: z.uuid() });
export const OneRunInput = z.strictObject({ studyId: z.uuid(), runId: z.uuid() });

export const LeaderboardInput = z.strictObject({
  studyId: z.uuid(),
  /** A question's or derived label's id; the codebook's first question where absent. */
  question: z.string().max(60).optional(),
  /** The option that counts as relevant; the first where absent. Labels that are whole numbers are grades. */
  positive: z.string().max(60).optional(),
  metric: z.string().max(60).default("ndcg_cut_10"),
  /** `majority`, `adjudicated`, `rater:NAME`, `judge:NAME` or a stored layer's name; the first is the reference. All where absent. */
  layers: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
  runIds: z.array(z.uuid()).min(1).max(200).optional(),
  relevanceLevel: z.coerce.number().int().min(1).max(1_000_000).default(1),
  least: z.coerce.number().int().min(1).max(100).default(1),
  bootstrap: z.coerce.number().int().min(0).max(100_000).default(1000),
  draws: z.coerce.number().int().min(1).max(100_000).default(1000),
  rule: z.enum(["rater", "panel"]).default("panel"),
  seed: z.string().min(1).max(100).default("1"),
  level: z.coerce.number().gt(0).lt(1).default(0.95),
});
