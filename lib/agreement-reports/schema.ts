import { z } from "zod";

export const ReportInput = z.strictObject({
  studyId: z.uuid(),
  /** A question's or a derived label's id; the codebook's first question where absent. */
  question: z.string().max(60).optional(),
  /** One round; all but practice where absent, each (item, round) a unit of its own. */
  roundId: z.uuid().optional(),
  reference: z.enum(["adjudicated", "majority", "lower_median", "upper_median", "rounded_mean"]).default("majority"),
  /** A rater whose own labels are the reference (a designated annotator), instead of the rule. */
  referenceRater: z.uuid().optional(),
  /** Only labels given here, blind by construction; imported ones are not known to be. */
  blindOnly: z.boolean().default(false),
  codebookVersion: z.int().min(1).optional(),
  /** 0: no intervals. */
  replicates: z.int().min(0).max(100_000).default(1000),
  seed: z.string().max(100).default("assay"),
  level: z.number().gt(0.5).lt(1).default(0.95),
  /** Judges to report in full; the rest get the short row. All where absent. */
  judgeId: z.uuid().optional(),
});
export type ReportQuery = z.output<typeof ReportInput>;
