import { z } from "zod";

export const PROFILES = ["public", "team", "full"] as const;
export type Profile = (typeof PROFILES)[number];

export const FORMATS = ["jsonl", "csv", "parquet", "qrels", "beir"] as const;
export type Format = (typeof FORMATS)[number];

export const PAPER_TABLES = [
  "rhetoric_labels_paper_level",
  "human_gold_audit",
  "endorsement_pairs",
  "reference_lists",
  "ratio",
  "alt_test",
] as const;
export type PaperTable = (typeof PAPER_TABLES)[number];

const Line = z
  .string()
  .trim()
  .max(200)
  .refine((text) => !/\p{Cc}/u.test(text), "use one line without control characters");
const Name = Line.min(1);

const Address = z.union([z.literal(""), z.url({ protocol: /^https?$/ }).max(2000)]).default("");
const Told = z.string().trim().max(5000).default("");

/** What the card says of the data where somebody knows it. */
export const ReleaseAbout = z.strictObject({
  demographics: Told,
  collection: Told,
  limitations: Told,
  biases: Told,
  uses: Told,
  sensitive: Told,
  maintenance: Told,
});

/** What is asked for: stored with the release, so that it can be made again. */
export const ReleasePlan = z.strictObject({
  title: Name,
  /** Stored layers' names, `majority`, or `judge:NAME`. */
  layers: z.array(Name).min(1).max(50),
  formats: z
    .array(z.enum(FORMATS))
    .min(1)
    .max(FORMATS.length)
    .default([...FORMATS]),
  tables: z.array(z.enum(PAPER_TABLES)).max(PAPER_TABLES.length).default([]),
  /** Names; all but practice where empty. */
  rounds: z.array(Name).max(100).default([]),
  profile: z.enum(PROFILES).default("public"),
  /** Of the labels; that of the texts is the study's. */
  licence: Name,
  /** Where the licence can be read; known for the usual ones. */
  licenceUrl: Address,
  authors: z.array(Name).min(1).max(200),
  /** Where the release will be found. */
  url: Address,
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}$/, "use codes of two or three letters"))
    .min(1)
    .max(20)
    .default(["en"]),
  keywords: z.array(Name).max(50).default([]),
  about: ReleaseAbout.prefault({}),
  /** A pool's name. */
  pool: Name.optional(),
  /** Target sets' names. */
  targetSets: z.array(Name).max(100).default([]),
  /** Tiers that must each lie within the one before: the widest first. */
  tiers: z.array(Name).max(20).default([]),
  /** Row counts that a card or paper prints; checked against the rows. */
  stated: z
    .array(z.strictObject({ layer: Name, rows: z.int().min(0) }))
    .max(100)
    .default([]),
  /** The option that counts as relevant in qrels; the question's first where absent. */
  positive: z.string().max(60).optional(),
  /** The judge, by name or pseudonym, whose probability of the positive option is `max_root_prob`. */
  probabilityJudge: Name.optional(),
  notes: z.string().max(20_000).default(""),
  seed: Name.default("assay"),
  replicates: z.int().min(0).max(10_000).default(1000),
});
export type ReleasePlan = z.output<typeof ReleasePlan>;
export type ReleasePlanInput = z.input<typeof ReleasePlan>;

export type LintRule =
  | "splits_one_file"
  | "author_in_two_splits"
  | "tiers_not_nested"
  | "label_lists_differ"
  | "stated_differs"
  | "target_outside_pool"
  | "after_cut_off"
  | "duplicate_key"
  | "closed_text"
  | "person_named"
  | "empty_layer"
  | "no_qrels"
  | "no_table";

/** What the linter found: the rule, in words, and the rows it rests on (at most a hundred of `total`). */
export type LintFinding = {
  rule: LintRule;
  level: "refuse" | "warn";
  words: string;
  rows: string[];
  total: number;
};

export type ReleaseFileView = { path: string; mediaType: string; sha256: string; bytes: number; rows: number | null };

export type ReleaseRow = {
  releaseId: string;
  version: string;
  profile: Profile;
  /** `interrupted`: was being made when the server stopped; can be made again. */
  state: "building" | "interrupted" | "ready" | "failed";
  title: string;
  layers: string[];
  files: number;
  bytes: number;
  createdAt: string;
  frozenAt: string | null;
  manifestHash: string | null;
  problem: string | null;
};

export type ReleaseView = Omit<ReleaseRow, "files"> & {
  plan: ReleasePlan;
  patchOf: string | null;
  files: ReleaseFileView[];
  /** Null until it is ready. */
  manifest: {
    snapshotId: string;
    /** The last event in it. */
    at: string;
    licence: { id: string; name: string; url: string };
    software: string;
    bibtex: string;
    citation: string;
    codebook: { title: string; version: number; sha256: string };
    layers: {
      name: string;
      question: string;
      words: string;
      ruleHash: string;
      rows: number;
      labelled: number;
      byLabel: Record<string, number>;
    }[];
    raters: { rater: string; kind: string; labels: number; items: number }[];
    judges: { rater: string; name: string }[];
    rounds: { name: string; purpose: string; items: number; labels: number }[];
    pool: { name: string; sha256: string; size: number } | null;
    targetSets: { name: string; kind: string; sha256: string; rows: number }[];
    history: { version: string; at: string; reasons: string[] }[];
  } | null;
  /** Answers and items that are gone from the study since it was made. */
  withdrawnSince: number;
};

/** One agreement number of a release, as its agreement.json has it. */
export type ReleaseNumber = {
  id: string;
  question: string;
  /** In words. */
  measure: string;
  judge: string | null;
  value: number | null;
  undefined: string | null;
  low: number | null;
  high: number | null;
  method: string;
  n: number;
};
