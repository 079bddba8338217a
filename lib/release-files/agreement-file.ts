import { z } from "zod";

/** Each is defined in docs/releases.md; those of judges stand against the named reference. */
export const MeasureName = z.enum([
  "alpha_nominal",
  "alpha_ordinal",
  "alpha_interval",
  "kappa",
  "kappa_linear",
  "kappa_quadratic",
  "percent",
  "all_equal",
  "within_one",
  "judge_coverage",
  "judge_accuracy",
  "judge_macro_f1",
  "judge_kappa",
  "judge_kappa_quadratic",
  "judge_alpha_reference",
  "judge_alpha_pairs",
  "judge_less_humans",
]);
export type MeasureName = z.output<typeof MeasureName>;

/** Everything that a number needs to be computed again from labels.*: nothing is implied by the study. */
export const AgreementRecipe = z.strictObject({
  /** Unique within the release: question/measure, or question/measure/judge. */
  id: z.string().min(1),
  measure: MeasureName,
  question: z.string().min(1),
  scale: z.enum(["nominal", "ordinal", "binary"]),
  /** Declared options in order; what only judges may answer stands in `abstain` alone. */
  categories: z.array(z.string()).min(1),
  abstain: z.array(z.string()),
  /** Of a derived label: the question by whose answer in `abstain` a judge says that it is unsure. */
  abstainQuestion: z.string().nullable(),
  /** Rounds of people's labels. Each (item, unit, round) is a unit of its own. */
  rounds: z.array(z.string()).min(1),
  /** People's pseudonyms, in order. */
  raters: z.array(z.string()),
  origins: z.array(z.enum(["studio", "imported"])).min(1),
  /** Only labels under this version, people’s and the judge’s; all where null. */
  codebookVersion: z.int().nullable(),
  judge: z.string().nullable(),
  reference: z
    .strictObject({
      rule: z.enum(["majority", "lower_median", "upper_median", "rounded_mean", "adjudicated"]),
      raters: z.array(z.string()),
    })
    .nullable(),
  interval: z.strictObject({ replicates: z.int().min(1), seed: z.string(), level: z.number().gt(0).lt(1) }).nullable(),
});
export type AgreementRecipe = z.output<typeof AgreementRecipe>;

export const AgreementNumber = AgreementRecipe.extend({
  /** Null where the measure is not defined; then `undefined` says why. */
  value: z.number().nullable(),
  undefined: z.string().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** How the interval was made, or why there is none. */
  method: z.string(),
  n: z.int().min(0),
  warnings: z.array(z.string()),
});
export type AgreementNumber = z.output<typeof AgreementNumber>;

export const AgreementFile = z.strictObject({ layout: z.literal(1), numbers: z.array(AgreementNumber) });
export type AgreementFile = z.output<typeof AgreementFile>;
