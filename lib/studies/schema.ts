import { z } from "zod";
import { CodebookMapping } from "@/lib/codebooks/mapping-schema";

export const Slug = z
  .string()
  .min(2)
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "use lower-case letters, digits and single hyphens");

const Line = z.string().trim().max(200);

export const CreateStudyInput = z.strictObject({
  slug: Slug,
  name: Line.min(1),
  description: z.string().max(10_000).default(""),
  licence: Line.min(1).default("unknown"),
  sourceUrl: z.string().trim().max(2000).default("unknown"),
  /** A built-in codebook's id, or the text of one's own (YAML or JSON). */
  codebook: z.union([
    z.strictObject({ builtIn: z.string() }),
    z.strictObject({ text: z.string().max(1_000_000), fileName: z.string().max(255) }),
  ]),
  demo: z.boolean().default(false),
});
export type CreateStudyInput = z.input<typeof CreateStudyInput>;

export const UpdateStudyInput = z.strictObject({
  studyId: z.uuid(),
  name: Line.min(1).optional(),
  description: z.string().max(10_000).optional(),
  licence: Line.min(1).optional(),
  sourceUrl: z.string().trim().max(2000).optional(),
});

export const PreviewCodebookVersionInput = z.strictObject({
  studyId: z.uuid(),
  text: z.string().max(1_000_000),
  fileName: z.string().max(255).default("codebook.yaml"),
  /** What became of the newest version's options; where absent, only what leaves no doubt is taken for granted. */
  mapping: CodebookMapping.optional(),
});

export const AddCodebookVersionInput = PreviewCodebookVersionInput.extend({
  note: z.string().max(1000).default(""),
  /** The version that the mapping was made against: refused where a newer one came meanwhile. */
  after: z.int().min(1).optional(),
});

export const ListCodebookTasksInput = z.strictObject({ studyId: z.uuid() });
export const AddCodebookTaskInput = z.strictObject({
  studyId: z.uuid(),
  text: z.string().trim().min(1).max(2000),
  question: z.string().max(60).optional(),
  option: z.string().max(60).optional(),
});
export const SettleCodebookTaskInput = z.strictObject({
  studyId: z.uuid(),
  taskId: z.uuid(),
  done: z.boolean(),
  /** The codebook version that settles it; the newest where absent. */
  version: z.int().min(1).optional(),
});

export const ReadStudyInput = z.strictObject({ slug: Slug });
export const CodebookInput = z.strictObject({ studyId: z.uuid(), version: z.int().min(1).optional() });
export const StudyScope = z.strictObject({ studyId: z.uuid() });

/** The items table: every row reachable by cursor, filter and address. Filters are an enum, never column names. */
export const ListItemsInput = z.strictObject({
  studyId: z.uuid(),
  cursor: z.string().max(2000).optional(),
  take: z.int().min(1).max(500).default(100),
  filter: z
    .enum([
      "all",
      "disagree",
      "judge-differs",
      "labelled",
      "unlabelled",
      "not-located",
      "flagged",
      "skipped",
      "drawn",
      "served",
      "extra",
      "imported",
      "tie",
      "paired",
      "split-since",
      "dropped-since",
      "derived-otherwise",
      "other-version",
    ])
    .default("all"),
  question: z.string().max(60).optional(),
  roundId: z.uuid().optional(),
  stratum: z.string().max(500).optional(),
  search: z.string().max(200).optional(),
  /** Of "other-version": the codebook version that is not meant. */
  version: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** One rater's answer, as the cells of the agreement page name it. */
  rater: z.uuid().optional(),
  value: z.string().max(60).optional(),
  otherRater: z.uuid().optional(),
  otherValue: z.string().max(60).optional(),
});
export const ReadItemInput = z.strictObject({ studyId: z.uuid(), itemId: z.uuid() });
export const ListAuditInput = z.strictObject({
  studyId: z.uuid(),
  /** Show events before this one. */
  before: z.int().min(1).optional(),
  take: z.int().min(1).max(500).default(100),
});
