import { z } from "zod";

/** Places of an item for human raters; more than this is a mistake. */
const K = z.int().min(1).max(50);
/** A rater: the pseudonym (`r-x7k2`), or the e-mail address or id of an account that is a rater of the study. */
const RaterName = z.string().trim().min(1).max(320);
const Name = z.string().trim().min(1).max(200);

/** One way to cut the frame; several give cells. Values that an item lacks form the cell `(none)`. */
export const StratumSource = z.union([
  z.strictObject({ field: Name }),
  /** A judge's label: `judge` is its name or pseudonym, `question` a question or derived label. */
  z.strictObject({ judge: Name, question: Name }),
  z.strictObject({ judge: Name, question: Name, confidence: z.literal(true) }),
  /** The cell of two judges, such as one ME, the other GM. */
  z.strictObject({ judges: z.tuple([Name, Name]), question: Name }),
]);
export type StratumSource = z.output<typeof StratumSource>;

export const SamplePlan = z
  .strictObject({
    size: z.union([z.int().min(1), z.literal("all")]),
    seed: z.string().min(1).max(200),
    strata: z.array(StratumSource).max(4).default([]),
    allocation: z.enum(["proportional", "equal"]).default("proportional"),
    /** Cells with fewer items than this are merged, smallest first (merge-strata.ts). */
    minimum: z.int().min(0).default(0),
    /** At most so many items of one focal key. */
    perFocal: z.int().min(1).optional(),
    /** At most one item of each identical window. */
    onePerWindow: z.boolean().default(false),
    filter: z
      .strictObject({
        located: z.boolean().optional(),
        fields: z.array(z.strictObject({ field: Name, is: z.array(z.string()).min(1) })).default([]),
        /** Only items drawn in one of these rounds (retest). */
        from: z.array(Name).default([]),
        /** Leave out items drawn in these rounds. Practice rounds are always left out of others. */
        notIn: z.array(Name).default([]),
      })
      .prefault({}),
    k: K.default(1),
    /** The first of an item's k places, each kept for one rater; the rest are open to all. */
    reservedFor: z.array(RaterName).max(50).default([]),
    /** A part of the drawn items, proportional over strata, that gets more places. */
    overlap: z
      .strictObject({ size: z.int().min(1), k: K, reservedFor: z.array(RaterName).max(50).default([]) })
      .optional(),
  })
  .superRefine((plan, check) => {
    if (plan.reservedFor.length > plan.k) {
      check.addIssue({ code: "custom", path: ["reservedFor"], message: "names more raters than there are places (k)" });
    }
    if (plan.overlap && plan.overlap.k <= plan.k) {
      check.addIssue({ code: "custom", path: ["overlap", "k"], message: "must be more than k" });
    }
    if (plan.overlap && plan.overlap.reservedFor.length > plan.overlap.k - plan.k) {
      check.addIssue({
        code: "custom",
        path: ["overlap", "reservedFor"],
        message: "names more raters than the places that the overlap adds",
      });
    }
  });
export type SamplePlan = z.output<typeof SamplePlan>;

export const CreateRoundInput = z.strictObject({
  studyId: z.uuid(),
  name: z
    .string()
    .trim()
    .max(60)
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, "use letters, digits, spaces and . _ -"),
  purpose: z.enum(["practice", "pilot", "calibration", "main", "retest"]),
  seed: z.string().min(1).max(200).optional(),
});
export const StudyScope = z.strictObject({ studyId: z.uuid() });
export const CloseRoundInput = z.strictObject({ studyId: z.uuid(), roundId: z.uuid(), closed: z.boolean() });
export const SampleInput = z.strictObject({ studyId: z.uuid(), roundId: z.uuid(), plan: SamplePlan });
export const ChangeOverlapInput = z.strictObject({
  studyId: z.uuid(),
  roundId: z.uuid(),
  k: K,
  /** All drawn items of the round where absent. */
  itemIds: z.array(z.uuid()).max(10_000).optional(),
});
