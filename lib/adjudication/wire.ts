import { z } from "zod";
import type { ServedField as Field } from "@/lib/labels/wire";

/** What the adjudication page and the server say to each other. Answers are option ids. */

const Uuid = z.uuid();
const Question = z.string().regex(/^[a-z][a-z0-9_]{0,45}$/);

export const REASONS = ["rater_slip", "criteria_unclear", "item_broken", "genuinely_ambiguous"] as const;
export const Reason = z.enum(REASONS);
export type Reason = z.infer<typeof Reason>;

export const QUEUE_FILTERS = ["undecided", "second", "differ", "stale", "decided"] as const;
/**
 * undecided: in dispute and nobody decided it. second: one other person decided it and I did not. differ: adjudicators
 * differ and nobody settled it. stale: decided before newer answers. decided: by anybody.
 */
export const QueueFilter = z.enum(QUEUE_FILTERS);
export type QueueFilter = z.infer<typeof QueueFilter>;

/**
 * POST /api/v1/studies/[slug]/adjudications. One key press, one opId (uuid v7, made in the browser). `value` null takes
 * my decision back. `revises`: the opId of my decision that this one replaces. `settles`: made knowing the others'.
 * `basisHash`: that of the answers on the screen, as the item gave it. `guideline`: what the guideline should say.
 */
export const DecideBody = z.strictObject({
  opId: Uuid,
  roundId: Uuid,
  itemId: Uuid,
  unit: z.string().max(80).default(""),
  question: Question,
  value: z.string().min(1).max(60).nullable(),
  reason: Reason.nullable().default(null),
  note: z.string().trim().min(1).max(10_000).nullable().default(null),
  guideline: z.string().trim().min(1).max(10_000).nullable().default(null),
  settles: z.boolean().default(false),
  revises: Uuid.nullable().default(null),
  basisHash: z.string().regex(/^[0-9a-f]{64}$/),
  judgeShown: z.boolean().default(false),
  elapsedMs: z.int().min(0).max(86_400_000),
});
export type DecideBody = z.input<typeof DecideBody>;

export type DecideAck = { opId: string; taskId: string | null };

/** Beside a 409: my decision that stands, made in another tab or on another device. */
export type DecisionConflict = {
  current: { question: string; value: string | null; reason: Reason | null; opId: string; at: string };
};

/** Why an item stands where it stands: see docs/adjudication.md. */
export type Worth = { ratio: number; disagreement: number; rarity: number; contradiction: number; worth: number };

/** Where an entry stands, without saying what anybody decided. */
export type EntryState = {
  /** How many people decided. */
  decisions: number;
  /** I am one of them. */
  mine: boolean;
  differ: boolean;
  settled: boolean;
  stale: boolean;
};

/** One question on one item in one round. */
export type QueueRow = EntryState & {
  itemId: string;
  roundId: string;
  unit: string;
  key: string;
  question: string;
  /** How often each option was given, raters and judges alike. */
  answers: { value: string; n: number }[];
  worth: Worth;
};

export type QueuePage = {
  rows: QueueRow[];
  nextCursor: string | null;
  counts: Record<QueueFilter, number>;
  /** Entries with answers, in dispute or not. */
  answered: number;
  questions: { id: string; title: string }[];
  rounds: { id: string; name: string }[];
};

/** Everything that one rater said about the item in this round; a judge is a rater among others until asked. */
export type RaterSaid = {
  pseudonym: string;
  /** Null until "who is the judge?" is asked. */
  kind: "human" | "judge" | null;
  /** As the newest codebook version reads it. */
  value: string | null;
  /** What was said where that is something else, and why it stands for no option now. */
  given: { value: string; why: "split" | "dropped" | "newer" | null } | null;
  note: string | null;
  /** Answers to the other questions and marks: question → option. */
  others: Record<string, string>;
  comment: string | null;
  flagged: boolean;
  skipped: string | null;
  /** Late, outside k: shown, not counted. */
  extra: boolean;
  /** Held back while they would tell the judge apart. */
  at: string | null;
  elapsedMs: number | null;
  /** Held back where it would tell the judge apart. */
  codebookVersion: number | null;
  /** Of judges, once asked. */
  confidence: string | null;
  probability: number | null;
  rationale: string | null;
};

export type Decision = {
  opId: string;
  value: string | null;
  reason: Reason | null;
  note: string | null;
  settles: boolean;
  at: string;
  codebookVersion: number;
  /** "you", or Adjudicator 1, 2 … in the order of their first decision on this item. */
  who: string;
};

export type AdjudicationItem = EntryState & {
  itemId: string;
  roundId: string;
  round: string;
  unit: string;
  key: string;
  question: string;
  codebookVersion: number;
  basisHash: string;
  fields: Field[];
  raters: RaterSaid[];
  /** Whether judges are named in `raters`. */
  judgeShown: boolean;
  /** Options that somebody chose, in the codebook's order. */
  disputed: string[];
  /** My decision as it stands. */
  own: Decision | null;
  /** The others' decisions as they stand: only for who has decided, or settles a difference. */
  others: Decision[] | null;
  /** Every step, mine and (once shown) the others', newest first. */
  history: Decision[];
};

export type AdjudicatorMeasure =
  | { value: number; low: number | null; high: number | null; method: string; n: number }
  | { undefined: string; n: number };

/** Two adjudicators on what both decided, each before knowing the other's decision. */
export type AdjudicatorPair = {
  a: string;
  b: string;
  n: number;
  agreed: number;
  kappa: AdjudicatorMeasure;
  /** With quadratic weights; null where the scale has no order. */
  kappaQuadratic: AdjudicatorMeasure | null;
};
export type AdjudicatorAgreement = {
  question: string;
  title: string;
  /** "you", or Adjudicator 1, 2 … in the order of their first decision in the study. */
  adjudicators: { name: string; decisions: number }[];
  pairs: AdjudicatorPair[];
  /** Entries that two or more people decided. */
  double: number;
};
