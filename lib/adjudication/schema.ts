import { z } from "zod";
import { DecideBody, QueueFilter } from "./wire";

const studyId = z.uuid();
const question = z.string().max(60);

export const DecideInput = DecideBody.extend({ studyId });
export type Decide = z.output<typeof DecideInput>;

export const QueueInput = z.strictObject({
  studyId,
  /** One question; all that people answer where absent. */
  question: question.optional(),
  /** One round; all but practice where absent. */
  roundId: z.uuid().optional(),
  filter: QueueFilter.default("undecided"),
  cursor: z
    .string()
    .max(4000)
    .regex(/^[A-Za-z0-9_-]+$/)
    .optional(),
  take: z.int().min(1).max(200).default(50),
});
export type QueueQuery = z.output<typeof QueueInput>;

export const ItemInput = z.strictObject({
  studyId,
  roundId: z.uuid(),
  itemId: z.uuid(),
  unit: z.string().max(80).default(""),
  question,
  /** "Who is the judge?" */
  showJudge: z.boolean().default(false),
  /** To settle between others without having decided: shows their decisions. */
  settle: z.boolean().default(false),
});

export const AgreementInput = z.strictObject({
  studyId,
  question: question.optional(),
  roundId: z.uuid().optional(),
  replicates: z.int().min(0).max(100_000).default(1000),
  seed: z.string().max(100).default("assay"),
});
