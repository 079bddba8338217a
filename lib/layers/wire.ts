import { z } from "zod";

const Option = z.string().min(1).max(60);
const Accept = z.array(Option).min(1).max(50);
const Raters = z.array(z.uuid()).min(1).max(100);
const Least = z.int().min(1).max(100).default(1);

/**
 * How people's labels of one item become one. `majority`: strict plurality; a tie gives no label unless a tie rule is
 * named (those but `no_label` need an ordinal question: the lowest or highest of the tied options, or a median of all
 * labels). `median` and `unanimous` speak for themselves; below `least` labels there is no label. `dawid_skene`: the
 * likeliest option where its posterior is at least `posterior`. `hard`: all accept, `soft`: at least one does.
 */
const Majority = z.strictObject({
  kind: z.literal("majority"),
  tie: z.enum(["no_label", "lowest", "highest", "lower_median", "upper_median"]).default("no_label"),
  least: Least,
});
const Median = z.strictObject({
  kind: z.literal("median"),
  which: z.enum(["lower", "upper"]).default("lower"),
  least: Least,
});
const Unanimous = z.strictObject({ kind: z.literal("unanimous"), least: Least });
const DawidSkene = z.strictObject({
  kind: z.literal("dawid_skene"),
  posterior: z.number().min(0).max(1).default(0.5),
  /** Added to each cell of each rater's confusion matrix, so that few labels give no hard zeros. */
  smoothing: z.number().min(0).max(10).default(0.1),
  /** Judges whose labels join the people's. */
  judgeIds: z.array(z.uuid()).max(50).default([]),
});
/** One person's labels alone. */
const Rater = z.strictObject({ kind: z.literal("rater"), raterId: z.uuid() });
const acceptance = {
  accept: Accept,
  /** The label where it is not accepted; the one remaining option where absent. */
  reject: Option.optional(),
};
const Hard = z.strictObject({ kind: z.literal("hard"), ...acceptance, raterIds: Raters.optional() });
const Soft = z.strictObject({ kind: z.literal("soft"), ...acceptance, raterIds: Raters.optional() });

/** Judges alone. `silver` keeps what all judges accept and nothing else; `virtual_judge` says yes or no like one judge. */
const Judge = z.strictObject({ kind: z.literal("judge"), judgeId: z.uuid() });
const Silver = z.strictObject({ kind: z.literal("silver"), judgeIds: Raters, accept: Accept });
const VirtualJudge = z.strictObject({
  kind: z.literal("virtual_judge"),
  judgeIds: Raters,
  ...acceptance,
  combine: z.discriminatedUnion("how", [
    z.strictObject({ how: z.literal("both") }),
    z.strictObject({ how: z.literal("any") }),
    /** One weight a judge, in the order of `judgeIds`; accepted where the accepting share of the weight reaches it. */
    z.strictObject({
      how: z.literal("weighted"),
      weights: z.array(z.number().positive().max(1e6)).min(1).max(100),
      threshold: z.number().gt(0).max(1),
    }),
  ]),
});

const AdjudicatedOnly = z.strictObject({ kind: z.literal("adjudicated_only") });
const PlainRule = z.discriminatedUnion("kind", [
  Majority,
  Median,
  Unanimous,
  DawidSkene,
  Rater,
  Hard,
  Soft,
  Judge,
  Silver,
  VirtualJudge,
]);
const AdjudicatedFirst = z.strictObject({
  kind: z.literal("adjudicated_first"),
  otherwise: PlainRule.prefault({ kind: "majority" }),
});
const PeopleRule = z.discriminatedUnion("kind", [
  Majority,
  Median,
  Unanimous,
  DawidSkene,
  Rater,
  Hard,
  Soft,
  AdjudicatedOnly,
  AdjudicatedFirst,
]);
/** People where they have a label, the judge elsewhere; `decided` says which it was. */
const JudgeCorrected = z.strictObject({
  kind: z.literal("judge_corrected"),
  judgeId: z.uuid(),
  people: PeopleRule.prefault({ kind: "majority" }),
});
export const ItemRule = z.discriminatedUnion("kind", [PlainRule, AdjudicatedOnly, AdjudicatedFirst, JudgeCorrected]);
export type ItemRule = z.output<typeof ItemRule>;

/** One row a (focal, target) edge: positive where at least `least` of its contexts are, under the rule `over`. */
const Edge = z.strictObject({
  kind: z.literal("edge"),
  least: z.int().min(1).max(100).default(1),
  /** The option that makes a context positive; the first where absent. */
  positive: Option.optional(),
  /** The edge's label where it is not positive; the one remaining option where absent. */
  negative: Option.optional(),
  over: ItemRule.prefault({ kind: "majority" }),
  /** Whose probabilities give an edge's highest; no probability where absent. */
  probabilityJudgeId: z.uuid().optional(),
});

/** Type I or Type II or Type III (N mentions or more): `yes` where one of them is, `no` where all three are not. */
const MustCite = z.strictObject({
  kind: z.literal("must_cite"),
  /** `by`: how the labels of this question become one, where it is not the rule of both. */
  typeI: z.strictObject({
    question: z.string().max(60),
    accept: Accept,
    by: ItemRule.optional(),
  }),
  typeII: z.strictObject({
    question: z.string().max(60),
    atLeast: Option,
    by: ItemRule.optional(),
  }),
  mentions: z.int().min(1).max(10_000).default(3),
  /** Which count is compared with N: mentions as the item gives them (windows where it gives none), or distinct windows. */
  count: z.enum(["mentions", "windows"]).default("mentions"),
  yes: Option.default("yes"),
  no: Option.default("no"),
  /** How the labels of each question become one. */
  by: ItemRule.prefault({ kind: "majority" }),
});

export const LayerRule = z.discriminatedUnion("kind", [ItemRule, Edge, MustCite]);
export type LayerRule = z.output<typeof LayerRule>;

const FieldFilter = z.strictObject({
  field: z.string().max(60),
  is: z
    .array(z.union([z.string().max(500), z.number(), z.boolean()]))
    .min(1)
    .max(500)
    .optional(),
  atLeast: z.number().optional(),
  atMost: z.number().optional(),
});

export const LayerFilters = z.strictObject({
  /** Only items drawn in one of these strata. */
  strata: z.array(z.string().max(500)).min(1).max(1000).optional(),
  /** Whose labels count by where they come from; judges' always do. */
  origins: z
    .array(z.enum(["studio", "imported"]))
    .min(1)
    .optional(),
  /** Raters whose labels are left out. */
  withoutRaterIds: Raters.optional(),
  fields: z.array(FieldFilter).max(20).optional(),
  /** Only items whose target was found in the text. */
  located: z.boolean().optional(),
  withoutFlagged: z.boolean().optional(),
});

/** What a layer is cut with: a target set (one split of it where named), or the labelled rows of another stored layer. */
export const LayerCut = z.union([
  z.strictObject({ targetSetId: z.uuid(), split: z.string().max(200).optional() }),
  z.strictObject({ layerId: z.uuid(), labels: Accept.optional() }),
]);

/** A layer: one question (or derived label) under a rule, filters and a codebook version, cut with other sets. */
export const LayerSpec = z.strictObject({
  /** A question's or derived label's id; the codebook's first question where absent. */
  question: z.string().max(60).optional(),
  /** Rounds of people's labels; all but practice where absent. */
  roundIds: z.array(z.uuid()).min(1).max(100).optional(),
  /** Labels count as options of this version; the newest where absent. */
  codebookVersion: z.int().min(1).optional(),
  filters: LayerFilters.prefault({}),
  rule: LayerRule,
  within: z.array(LayerCut).max(5).default([]),
});
export type LayerSpec = z.output<typeof LayerSpec>;
export type LayerSpecInput = z.input<typeof LayerSpec>;

/** One label behind a layer's row, under its rater's pseudonym. */
export type LayerLabel = {
  rater: string;
  value: string;
  round: string;
  origin: "studio" | "imported";
  codebookVersion: number;
  confidence: string | null;
  probability: number | null;
  /** The option that it counts as in this layer; null where it counts as none (UNSURE, an option that was split). */
  counts: string | null;
  /** Where the layer rests on more than its own question. */
  question?: string;
  /** Of an edge's labels: the context that was labelled. */
  item?: string;
};

export const DECIDED = [
  "majority",
  "tie_broken",
  "median",
  "unanimous",
  "rater",
  "dawid_skene",
  "adjudicated",
  "judge",
  "hard",
  "soft",
  "silver",
  "virtual_judge",
  "edge",
  "must_cite",
] as const;
/** Why a row has no label. */
export const UNDECIDED = ["none", "tie", "too_few", "disagree", "below", "rejected", "unsettled"] as const;
export type Decided = (typeof DECIDED)[number] | (typeof UNDECIDED)[number];

/** How a decision came about: all adjudicators said the same, one settled, an import brought it, or still open. */
export type LayerAdjudication = {
  by: "unanimous" | "settling" | "imported" | "unsettled";
  adjudicators: number;
  reason: string | null;
};

/** One row of a layer with where its label comes from. Rows without a label are kept, and `decided` says why. */
export type LayerRow = {
  /** The item's key; of an edge `focal target`. */
  key: string;
  focal: string | null;
  target: string | null;
  label: string | null;
  decided: Decided;
  /** What it means depends on `decided`: docs/layers.md. Null where the rule gives none. */
  confidence: number | null;
  labels: LayerLabel[];
  adjudication?: LayerAdjudication;
  edge?: { contexts: number; labelled: number; positive: number; maxProbability: number | null };
  mustCite?: {
    typeI: boolean | null;
    typeII: boolean | null;
    typeIII: boolean | null;
    mentions: number | null;
    windows: number | null;
  };
};

/** What a layer holds, shown before anything is downloaded. */
export type LayerCounts = {
  items: number;
  labelled: number;
  ties: number;
  unlabelled: number;
  byLabel: { label: string; items: number }[];
};

/** The size of a layer at each step; `undecided` says why labelled rows have no label. */
export type LayerSteps = {
  rows: "item" | "edge";
  items: number;
  /** Items that pass the item filters. */
  matching: number;
  /** Of these, drawn in a sample of the layer's rounds; imported labels need no draw. */
  sampled: number;
  /** Rows with a label that counts, a settled decision or (must-cite) a mention count. */
  labelled: number;
  decided: number;
  /** After each cut in turn. */
  cuts: { name: string; rows: number }[];
  kept: number;
  byLabel: { label: string; rows: number; share: number | null }[];
  byDecided: { decided: Decided; rows: number }[];
  ties: number;
};

export type LayerSummary = {
  layerId: string;
  name: string;
  note: string;
  spec: LayerSpec;
  ruleHash: string;
  createdAt: string;
  retiredAt: string | null;
};

export type LayerComparison = {
  names: [string, string];
  both: number;
  onlyFirst: number;
  onlySecond: number;
  /** Of `both`: rows whose labels differ. */
  differing: number;
  /** Labels of the first layer by labels of the second, over the rows of both. */
  table: { first: string; second: string; rows: number }[];
  page: { key: string; first: string | null; second: string | null }[];
  nextCursor: string | null;
};

export type MustCiteExplorer = {
  references: number;
  /** Items that give their number of mentions; the others' mentions are their windows. */
  mentionsGiven: number;
  n: number;
  count: "mentions" | "windows";
  /** For each count, thresholds 1 to 20; known: references that have this count. */
  curves: {
    count: "mentions" | "windows";
    known: number;
    points: {
      n: number;
      exactly: number;
      atLeast: number;
      atMost: number;
      shareAtLeast: number | null;
      shareAtMost: number | null;
      mustCite: number;
    }[];
  }[];
  /** References in each of the seven regions of the three types, at the rule's N and count. */
  overlap: { region: "I" | "II" | "III" | "I+II" | "I+III" | "II+III" | "I+II+III"; rows: number }[];
  /** Not must-cite by any type; open: no type says yes and one is not known. */
  none: number;
  open: number;
};

/** An item that a row rests on. */
export type RowItem = { itemId: string; key: string };

export type LayerRowPage = {
  name: string;
  rows: (LayerRow & { items: RowItem[] })[];
  nextCursor: string | null;
};

/** Everything that a rule of the study may name, in words too: for the form, and for rules read aloud. */
export type LayerChoices = {
  codebookVersion: number;
  questions: {
    id: string;
    title: string;
    scale: "nominal" | "ordinal" | "binary";
    options: { id: string; label: string }[];
  }[];
  /** Fields of items that may be filtered by. */
  fields: { id: string; label: string; number: boolean }[];
  /** Items can say how often a work is cited, so that must-cite has its third type. */
  mentions: boolean;
  rounds: { id: string; name: string }[];
  /** People stand under their pseudonyms. */
  raters: { id: string; name: string }[];
  judges: { id: string; name: string }[];
  strata: string[];
  targetSets: { id: string; name: string; splits: string[] }[];
  layers: { id: string; name: string; rows: "item" | "edge"; labels: string[]; retired: boolean }[];
};
