import { z } from "zod";

const Option = z.string().min(1);
const Options = z.array(Option).min(1);
const Pseudonyms = z.array(z.string().min(1));
const acceptance = { accept: Options, reject: Option.optional() };

/** Rules over labels of one item, as a layer's spec has them, with pseudonyms in place of ids. */
const Plain = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("majority"),
    tie: z.enum(["no_label", "lowest", "highest", "lower_median", "upper_median"]),
    least: z.int().min(1),
  }),
  z.strictObject({ kind: z.literal("median"), which: z.enum(["lower", "upper"]), least: z.int().min(1) }),
  z.strictObject({ kind: z.literal("unanimous"), least: z.int().min(1) }),
  z.strictObject({
    kind: z.literal("dawid_skene"),
    posterior: z.number(),
    smoothing: z.number(),
    judges: Pseudonyms,
  }),
  z.strictObject({ kind: z.literal("rater"), rater: z.string() }),
  z.strictObject({ kind: z.literal("hard"), ...acceptance, raters: Pseudonyms.optional() }),
  z.strictObject({ kind: z.literal("soft"), ...acceptance, raters: Pseudonyms.optional() }),
  z.strictObject({ kind: z.literal("judge"), judge: z.string() }),
  z.strictObject({ kind: z.literal("silver"), judges: Pseudonyms.min(1), accept: Options }),
  z.strictObject({
    kind: z.literal("virtual_judge"),
    judges: Pseudonyms.min(1),
    ...acceptance,
    combine: z.discriminatedUnion("how", [
      z.strictObject({ how: z.literal("both") }),
      z.strictObject({ how: z.literal("any") }),
      z.strictObject({ how: z.literal("weighted"), weights: z.array(z.number()), threshold: z.number() }),
    ]),
  }),
]);
export type PlainRule = z.output<typeof Plain>;

const AdjudicatedOnly = z.strictObject({ kind: z.literal("adjudicated_only") });
const AdjudicatedFirst = z.strictObject({ kind: z.literal("adjudicated_first"), otherwise: Plain });
const JudgeCorrected = z.strictObject({
  kind: z.literal("judge_corrected"),
  judge: z.string(),
  people: z.discriminatedUnion("kind", [Plain, AdjudicatedOnly, AdjudicatedFirst]),
});
const ItemRule = z.discriminatedUnion("kind", [Plain, AdjudicatedOnly, AdjudicatedFirst, JudgeCorrected]);
export type ItemRule = z.output<typeof ItemRule>;

/**
 * A layer's rule in the words of a release. What verify cannot decide again from the release's rows (a posterior, mention
 * counts) is still checked as far as it goes: the labels that a row rests on must be those of the label rows.
 */
export const ReleaseRule = z.discriminatedUnion("kind", [
  ItemRule,
  z.strictObject({
    kind: z.literal("edge"),
    least: z.int().min(1),
    positive: Option.optional(),
    negative: Option.optional(),
    over: ItemRule,
    probabilityJudge: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal("must_cite"),
    typeI: z.strictObject({ question: z.string(), accept: Options, by: ItemRule.optional() }),
    typeII: z.strictObject({ question: z.string(), atLeast: Option, by: ItemRule.optional() }),
    mentions: z.int().min(1),
    count: z.enum(["mentions", "windows"]),
    yes: Option,
    no: Option,
    by: ItemRule,
  }),
]);
export type ReleaseRule = z.output<typeof ReleaseRule>;

/** People's labels that a layer looks at: counted ones of these rounds and origins, without these raters. */
export const LayerScope = z.strictObject({
  rounds: z.array(z.string().min(1)),
  origins: z.array(z.enum(["studio", "imported"])),
  withoutRaters: Pseudonyms,
});
export type LayerScope = z.output<typeof LayerScope>;

const RENAMED: Record<string, string> = {
  judgeId: "judge",
  judgeIds: "judges",
  raterId: "rater",
  raterIds: "raters",
  probabilityJudgeId: "probabilityJudge",
};

/**
 * The rule of a layer's spec (lib/layers, a plain JSON value) with each rater's id replaced by what the release calls the
 * rater. O(size).
 *
 * @throws where the rule has a shape that this layout does not know, or `pseudonymOf` throws.
 * @example releaseRule({ kind: "judge", judgeId: "0197…" }, () => "r-7f3a"); // => { kind: "judge", judge: "r-7f3a" }
 */
export function releaseRule(rule: unknown, pseudonymOf: (id: string) => string): ReleaseRule {
  return ReleaseRule.parse(renamed(rule, pseudonymOf));
}

function renamed(value: unknown, pseudonymOf: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((part) => renamed(part, pseudonymOf));
  if (typeof value !== "object" || value === null) return value;

  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const name = RENAMED[key];
      if (!name) return [key, renamed(part, pseudonymOf)];

      return [name, Array.isArray(part) ? part.map((id) => pseudonymOf(String(id))) : pseudonymOf(String(part))];
    }),
  );
}
