import { z } from "zod";

/** What the label page and the server say to each other. Answers are option ids of the slot's codebook version. */

const Uuid = z.uuid();
const Question = z.string().regex(/^_?[a-z][a-z0-9_]{0,45}$/);

/**
 * POST /api/v1/studies/[slug]/labels. One key press, one opId (uuid v7, made in the browser). `value` null takes the
 * answer back (undo). Reserved questions: `_skip` (value: a skip reason's id or `other`), `_flag` (`yes`), `_comment`
 * (value: the text), `mark_<id>` (`yes`). `revises`: the opId of the answer that this one replaces, as this client
 * knows it; absent where it knows none.
 */
export const RecordLabelBody = z.strictObject({
  opId: Uuid,
  slotId: Uuid,
  unit: z.string().max(80).default(""),
  question: Question,
  value: z.string().min(1).max(10_000).nullable(),
  revises: Uuid.optional(),
  note: z.string().max(10_000).optional(),
  elapsedMs: z.int().min(0).max(86_400_000),
});
export type RecordLabelBody = z.input<typeof RecordLabelBody>;

/** The acknowledgement: only this, with the same opId, clears the outbox. A replay gets the first answer again. */
export const LabelAck = z.object({
  opId: Uuid,
  seq: z.int(),
  slot: z.enum(["leased", "filled", "skipped", "extra"]),
});
export type LabelAck = z.infer<typeof LabelAck>;

/** Body of a 409 beside the problem's own members: the answer that stands, made elsewhere (another tab, another device). */
export const LabelConflict = z.object({
  current: z.object({ question: Question, value: z.string().nullable(), opId: Uuid.nullable(), at: z.string() }),
});

/** One field of an item as a rater sees it. Nothing else of the item is sent. */
export const ServedField = z.object({
  id: z.string(),
  label: z.string(),
  type: z.enum(["text", "window", "contexts", "integer", "number", "boolean", "choice", "count"]),
  display: z.enum(["title", "meta", "reading", "ignore"]),
  /** text, window: string. contexts: passages in paper order. Others: as they are. */
  value: z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.object({ section: z.string(), text: z.string() })),
  ]),
  /** Per passage (one for window): code-point ranges of the target, and of the sentences that hold it. */
  targets: z.array(z.array(z.object({ start: z.int(), end: z.int() }))).optional(),
  citing: z.array(z.array(z.object({ start: z.int(), end: z.int() }))).optional(),
});
export type ServedField = z.infer<typeof ServedField>;

export const ServedSlot = z.object({
  slotId: Uuid,
  itemId: Uuid,
  round: z.object({ id: Uuid, name: z.string(), purpose: z.string() }),
  codebookVersion: z.int(),
  leasedUntil: z.string(),
  state: z.enum(["leased", "filled", "skipped"]),
  fields: z.array(ServedField),
  /** Values of fields that conditions read (askWhen, floors), already shown to raters. */
  conditionFields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** My own answers so far: question → value and the opId that made it. */
  answers: z.record(z.string(), z.object({ value: z.string(), opId: Uuid.nullable(), note: z.string().nullable() })),
  /** My answers under an older codebook version that the newer one asks again: its number and the option's words. */
  earlier: z.record(z.string(), z.object({ version: z.int(), label: z.string() })).optional(),
  /** How often I met this very passage before, with another target marked. */
  metBefore: z.int(),
  /** Practice items only: the gold answers with reasons, shown after the rater's own. */
  gold: z.record(z.string(), z.object({ value: z.string(), why: z.string() })).optional(),
});
export type ServedSlot = z.infer<typeof ServedSlot>;

export const Progress = z.object({
  done: z.int(),
  skipped: z.int(),
  /** Mine reserved and not done, plus what is free for me. */
  left: z.int(),
  medianMs: z.number().nullable(),
});
export type Progress = z.infer<typeof Progress>;

/** POST /api/v1/studies/[slug]/slots/claim, body { ahead, have: slotIds already held }. */
export const ClaimBody = z.strictObject({ ahead: z.int().min(1).max(20), have: z.array(Uuid).max(50).default([]) });
export const ClaimAnswer = z.object({
  slots: z.array(ServedSlot),
  progress: Progress,
  /** Work that others hold: how many slots, and when the first lease ends. */
  heldByOthers: z.int(),
  nextFreeAt: z.string().nullable(),
});
export type ClaimAnswer = z.infer<typeof ClaimAnswer>;

/** POST /api/v1/studies/[slug]/slots/heartbeat. Leases that could not be renewed come back under `lost`. */
export const HeartbeatBody = z.strictObject({ slotIds: z.array(Uuid).min(1).max(50) });
export const HeartbeatAnswer = z.object({ leasedUntil: z.string(), lost: z.array(Uuid) });

/** GET /api/v1/studies/[slug]/my-work?cursor=&state=&question=&value=: my own items, newest first. */
export const MyWorkRow = z.object({
  slotId: Uuid,
  itemId: Uuid,
  itemKey: z.string(),
  round: z.string(),
  state: z.enum(["leased", "filled", "skipped"]),
  excerpt: z.string(),
  answers: z.record(z.string(), z.string()),
  flagged: z.boolean(),
  comment: z.string().nullable(),
  at: z.string().nullable(),
});
export type MyWorkRow = z.infer<typeof MyWorkRow>;
export const MyWorkPage = z.object({ rows: z.array(MyWorkRow), nextCursor: z.string().nullable() });
/** POST /api/v1/studies/[slug]/slots/reopen { slotId }: one of my slots again, to revise (with a reason as note). */
export const ReopenBody = z.strictObject({ slotId: Uuid });
