import { z } from "zod";
import { Table } from "./columns";
import { ManifestEndorsements } from "./endorsements";
import { ReleasePath } from "./release-path";
import { LayerScope, ReleaseRule } from "./rule";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "This is no SHA-256.");
const Count = z.int().min(0);
const Pseudonym = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
const Name = z.string().min(1).max(200);

/** `data` files hold rows. `text` files are made from the manifest and agreement.json, and so can be made again. */
export const ManifestFile = z.strictObject({
  path: ReleasePath,
  sha256: Sha256,
  bytes: Count,
  mediaType: z.string().min(1),
  role: z.enum(["data", "text"]),
  /** Rows, without a header; null where a file has none. Entries of an alt-test file are its labels. */
  rows: Count.nullable(),
  /** Which of `tables` it holds; null for qrels, BEIR, alt-test, codebook and texts. */
  table: z.string().nullable(),
});
export type ManifestFile = z.output<typeof ManifestFile>;

/** How a qrels file follows from the rows, so that it can be made again from them. */
export const ManifestQrels = z.strictObject({
  path: ReleasePath,
  format: z.enum(["trec", "beir"]),
  source: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("layer"), layer: Name }),
    /** One rater's or judge's own labels of a question. */
    z.strictObject({ kind: z.literal("rater"), rater: Pseudonym, question: Name, rounds: z.array(Name).min(1) }),
    z.strictObject({ kind: z.literal("adjudicated"), question: Name, rounds: z.array(Name).min(1) }),
  ]),
  /** The grade of each option; options that stand nowhere here give no line. */
  grades: z.record(z.string(), z.int()),
});
export type ManifestQrels = z.output<typeof ManifestQrels>;

export const ManifestLayer = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/),
  question: Name,
  /** Declared options in order. */
  options: z.array(Name).min(1),
  /** Labels count as options of this version. */
  codebookVersion: z.int().min(1),
  table: z.enum(["layer", "edge_layer", "must_cite_layer"]),
  /** In words, for the card and the certificate. */
  words: z.string().min(1),
  /** The studio's own rule and the hash it is known by there. */
  spec: z.unknown(),
  ruleHash: Sha256,
  /** The rule by pseudonyms and round names, so that the labels can be decided again from the release's rows. */
  rule: ReleaseRule,
  scope: LayerScope,
  /** Whether rows were left out by filters or cuts, so that not every labelled item has a row. */
  cut: z.boolean(),
  counts: z.strictObject({
    rows: Count,
    labelled: Count,
    byLabel: z.record(z.string(), Count),
    byDecision: z.record(z.string(), Count),
  }),
});
export type ManifestLayer = z.output<typeof ManifestLayer>;

const Stratum = z.strictObject({
  name: z.string(),
  size: Count,
  drawn: Count,
  /** Null where it differs within the stratum; then items.* has each item's. */
  inclusionProbability: z.number().gt(0).max(1).nullable(),
});

const Change = z.strictObject({
  version: z.string(),
  manifestSha256: Sha256,
  change: z.enum(["major", "minor", "patch"]),
  reasons: z.array(z.string().min(1)).min(1),
});

export const Manifest = z.strictObject({
  /** Version of this layout: what verify knows how to read. */
  layout: z.literal(1),
  study: z.strictObject({ slug: Name, title: Name, description: z.string() }),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  profile: z.enum(["public", "team", "full"]),
  licence: z.strictObject({
    /** As the Hugging Face Hub writes it: cc-by-4.0 … or other. */
    id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
    name: Name,
    url: z.url(),
  }),
  authors: z.array(z.strictObject({ name: Name, orcid: z.string().optional() })).min(1),
  /** BibTeX. */
  citeAs: z.string().min(1),
  url: z.url().nullable(),
  language: z.array(z.string().regex(/^[a-z]{2,3}$/)),
  keywords: z.array(z.string()),
  software: z.strictObject({ name: z.literal("assay"), version: z.string() }),
  /** Id of the state of the data, not of a moment: the same data give the same id. `at`: the last event in it. */
  snapshot: z.strictObject({ id: z.string().min(1), at: z.iso.datetime() }),
  /** Whether focal and target are whole numbers of 64 bits. */
  ids: z.enum(["int64", "string"]),
  codebook: z.strictObject({
    title: Name,
    version: z.int().min(1),
    /** Of the canonical JSON of codebook.json. */
    sha256: Sha256,
    path: ReleasePath,
    guidelinePath: ReleasePath,
    /** Versions under which labels of this release were given. */
    versions: z.array(z.int().min(1)),
  }),
  raters: z.array(
    z.strictObject({ rater: Pseudonym, kind: z.enum(["human", "judge", "adjudicator"]), labels: Count, items: Count }),
  ),
  judges: z.array(
    z.strictObject({
      rater: Pseudonym,
      name: Name,
      model: z.string().nullable(),
      run: z.string().nullable(),
      promptSha256: z.string().nullable(),
      /** How many prompts were tried before this one was kept; null where nobody said. */
      promptsTried: z.int().min(1).nullable(),
      parameters: z.unknown(),
    }),
  ),
  rounds: z.array(z.strictObject({ name: Name, purpose: z.string(), items: Count, labels: Count })),
  samples: z.array(
    z.strictObject({
      round: Name,
      seed: z.string(),
      generator: z.string(),
      frameSha256: z.string(),
      frameSize: Count,
      strata: z.array(Stratum),
    }),
  ),
  /** Items of the study by stratum, and those of them with a person's counted label. */
  coverage: z.array(z.strictObject({ stratum: z.string(), items: Count, labelled: Count })),
  pool: z.strictObject({ name: Name, sha256: Sha256, bytes: Count, size: Count }).nullable(),
  targetSets: z.array(
    z.strictObject({ name: Name, kind: z.enum(["targets", "tier", "split"]), sha256: Sha256, rows: Count }),
  ),
  splits: z.array(z.strictObject({ name: Name, queries: Count, cutOff: z.iso.date().nullable() })),
  layers: z.array(ManifestLayer),
  qrels: z.array(ManifestQrels),
  /** Questions with human_annotations.json and llm_annotations.json in a folder; `numeric`: labels as numbers. */
  altTests: z.array(
    z.strictObject({ question: Name, rounds: z.array(Name).min(1), folder: ReleasePath, numeric: z.boolean() }),
  ),
  /** Absent where authors were not asked, and in releases of before. */
  endorsements: ManifestEndorsements.optional(),
  /**
   * Questions that a codebook version changed: their numbers compare labels under `codebookVersion` alone. `labels`: the
   * counted labels of these ids under other versions. Absent where there are none, and in releases of before.
   */
  otherVersions: z
    .array(
      z.strictObject({ question: Name, asked: z.array(Name).min(1), codebookVersion: z.int().min(1), labels: Count }),
    )
    .min(1)
    .optional(),
  /** How often each option was given to each question, over all label rows. */
  labelCounts: z.record(z.string(), z.record(z.string(), Count)),
  /** What people should know; null where nobody said. */
  about: z.strictObject({
    demographics: z.string().nullable(),
    collection: z.string().nullable(),
    limitations: z.string().nullable(),
    biases: z.string().nullable(),
    uses: z.string().nullable(),
    sensitive: z.string().nullable(),
    maintenance: z.string().nullable(),
  }),
  /** Labels or items that were withdrawn before this release; counts only. */
  withdrawn: Count,
  previous: Change.nullable(),
  /** This version's and the older ones' reasons, newest first; what CHANGES.md prints. */
  history: z
    .array(z.strictObject({ version: z.string(), at: z.iso.date(), reasons: z.array(z.string().min(1)) }))
    .min(1),
  tables: z.array(Table),
  files: z.array(ManifestFile).min(1),
});
export type Manifest = z.output<typeof Manifest>;

/** Every file of a release that no manifest entry speaks of. */
export const UNLISTED = ["manifest.json", "SHA256SUMS"] as const;
