import { z } from "zod";

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

export const AddCodebookVersionInput = z.strictObject({
  studyId: z.uuid(),
  text: z.string().max(1_000_000),
  fileName: z.string().max(255).default("codebook.yaml"),
  note: z.string().max(1000).default(""),
});

export const ReadStudyInput = z.strictObject({ slug: Slug });
export const CodebookInput = z.strictObject({ studyId: z.uuid(), version: z.int().min(1).optional() });
