import { z } from "zod";

/** What the import page, the command line and the server say to each other. */

const Name = z.string().trim().min(1).max(200);
const Column = z.string().min(1).max(1000);

export const ImportFormat = z.enum(["auto", "jsonl", "json", "csv", "tsv", "qrels", "masterset"]);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** Known once for a MasterSet file: typed, or taken from its path. Each may be empty. */
export const PaperOfFile = z.strictObject({
  query_title: z.string().max(2000).optional(),
  venue: z.string().max(200).optional(),
  query_year: z.int().min(0).max(9999).nullable().optional(),
});
export type PaperOfFile = z.infer<typeof PaperOfFile>;

const Reading = {
  format: ImportFormat.default("auto"),
  /** CSV only; guessed where absent. */
  separator: z.string().length(1).optional(),
  /** Field (of the codebook, or LABEL_FIELDS of lib/codebooks/import-columns.ts) → column of the file. What is not named is found by name or alias. */
  map: z.record(z.string().min(1).max(80), Column).default({}),
};

export const ItemOptions = z.strictObject({
  ...Reading,
  /** Of the whole study; `unknown` means closed. Left as they are where absent. */
  licence: Name.optional(),
  sourceUrl: z.string().trim().min(1).max(2000).optional(),
});

/** Column → question, derived label or `mark_<id>`. Found by name or alias where empty. */
const LabelColumns = z.record(Column, z.string().min(1).max(80)).default({});

export const JudgeOptions = z.strictObject({
  ...Reading,
  labels: LabelColumns,
  /** The judge's name, one per run. Else a column `run`, else the file's name. */
  run: Name.optional(),
  model: Name.optional(),
  promptHash: Name.optional(),
  parameters: z.record(z.string().max(80), z.json()).optional(),
  runNumber: z.int().min(0).max(1_000_000).optional(),
});

export const HumanOptions = z.strictObject({
  ...Reading,
  labels: LabelColumns,
  /** The rater's name for the whole file. Else a column `rater`. */
  rater: Name.optional(),
  /** Made with purpose main where the study has none of this name. */
  round: Name.default("imported"),
});

/** What is done with a file that cannot be read, or whose items clash: it is left out, or nothing is stored. */
export const BadFiles = z.enum(["leave_out", "refuse"]);
export type BadFiles = z.infer<typeof BadFiles>;

export const DOCUMENT_FORMATS = ["auto", "tei", "jats", "acm-cr", "s2orc", "unarxive", "nougat", "masterset"] as const;

/** Full texts, whose citations become items of the study's codebook. A job reads them after they have arrived. */
export const DocumentOptions = z.strictObject({
  format: z.enum(DOCUMENT_FORMATS).default("auto"),
  /** Sentences before and after the one that cites. */
  window: z.int().min(0).max(10).default(1),
  badFiles: BadFiles.default("leave_out"),
  licence: Name.optional(),
  sourceUrl: z.string().trim().min(1).max(2000).optional(),
});
export type DocumentOptions = z.input<typeof DocumentOptions>;

export const ImportKind = z.enum(["items", "judge", "human", "documents"]);
export type ImportKind = z.infer<typeof ImportKind>;
/** Of files whose records have columns. */
export type RecordKind = Exclude<ImportKind, "documents">;

const files = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(1000),
      size: z.int().min(0),
      paper: PaperOfFile.optional(),
    }),
  )
  .min(1)
  .max(20_000);

/**
 * POST /api/v1/studies/[slug]/imports, Content-Type application/vnd.assay.import: this as one line of JSON, then the
 * bytes of the files one after another. `importId` (uuid v7, made by the sender) lets the sender ask how far it is.
 */
export const ImportHead = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("items"), importId: z.uuid(), files, options: ItemOptions.prefault({}) }),
  z.strictObject({ kind: z.literal("judge"), importId: z.uuid(), files, options: JudgeOptions.prefault({}) }),
  z.strictObject({ kind: z.literal("human"), importId: z.uuid(), files, options: HumanOptions.prefault({}) }),
  z.strictObject({ kind: z.literal("documents"), importId: z.uuid(), files, options: DocumentOptions.prefault({}) }),
]);
export type ImportHead = z.input<typeof ImportHead>;

export const IMPORT_MEDIA_TYPE = "application/vnd.assay.import";

export const ImportFault = z.object({
  file: z.string().optional(),
  line: z.int().optional(),
  column: z.union([z.int(), z.string()]).optional(),
  reason: z.string(),
});
export type ImportFault = z.infer<typeof ImportFault>;

export const ImportNotice = z.object({ reason: z.string(), count: z.int().optional() });
export type ImportNotice = z.infer<typeof ImportNotice>;

/**
 * One import. `added`: items or labels stored (derived labels not counted); `unchanged`: there already with the same
 * content. Refused: nothing was stored; `faults` are the first hundred of `faultCount`. Queued: a job reads it, or will.
 * Documents may be done with faults: those of what was left out.
 */
export const ImportView = z.object({
  importId: z.uuid(),
  kind: ImportKind,
  state: z.enum(["running", "queued", "done", "refused", "cancelled"]),
  fileName: z.string(),
  bytes: z.number(),
  totalBytes: z.number().nullable(),
  rows: z.int(),
  added: z.int(),
  unchanged: z.int(),
  faultCount: z.int(),
  faults: z.array(ImportFault),
  notices: z.array(ImportNotice),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type ImportView = z.infer<typeof ImportView>;
