import { allEqualMeasure } from "@/lib/agreement/all-equal";
import { bootstrapInterval } from "@/lib/agreement/bootstrap-interval";
import { cohenKappaMeasure } from "@/lib/agreement/cohen-kappa";
import { countTable } from "@/lib/agreement/count-table";
import { coverageMeasure } from "@/lib/agreement/coverage";
import { pairAlphaMeasure } from "@/lib/agreement/cross-pairs-alpha";
import { judgeAlphas } from "@/lib/agreement/judge-alphas";
import { judgeLessHumansMeasure } from "@/lib/agreement/judge-less-humans";
import { judgeMeasures } from "@/lib/agreement/judge-measures";
import { krippendorffAlphaMeasure } from "@/lib/agreement/krippendorff-alpha";
import { evaluateMeasure, type Measure } from "@/lib/agreement/measure";
import { pairwiseMeanMeasure } from "@/lib/agreement/pairwise-summary";
import { type PatternTable, patternTable } from "@/lib/agreement/pattern-table";
import { percentAgreementMeasure } from "@/lib/agreement/percent-agreement";
import { withReference } from "@/lib/agreement/with-reference";
import { withinOneMeasure } from "@/lib/agreement/within-one";
import { withoutCategories } from "@/lib/agreement/without-categories";
import type { AgreementNumber, AgreementRecipe } from "./agreement-file";
import type { Pattern } from "./agreement-patterns";

/** Columns beside the raters'; no pseudonym has a space. */
const SETTLED = "the settled answer";
const REFERENCE = "the reference";

/**
 * One agreement number from the patterns that its recipe's labels show. Not defined is a reason, never a value. The same
 * patterns and recipe give the same number and interval everywhere. O(replicates × patterns).
 *
 * @throws {RangeError} where a judge's measure names no judge or reference.
 * @example agreementNumber(recipe, counter.finish()).value;
 */
export function agreementNumber(recipe: AgreementRecipe, patterns: readonly Pattern[]): AgreementNumber {
  const measure = measureOf(recipe, patterns);
  if (!measure) return undefinedNumber(recipe, "one_rater", 0);
  const result = evaluateMeasure(measure);
  if (result.kind === "undefined") return undefinedNumber(recipe, result.reason, result.items);
  const point = { ...recipe, value: result.value, undefined: null, n: result.items };
  const none = { low: null, high: null, warnings: [] };
  if (!recipe.interval) return { ...point, ...none, method: "no interval asked for" };
  const interval = bootstrapInterval(measure, recipe.interval);
  if (interval.kind === "none") return { ...point, ...none, method: `no interval: ${interval.reason}` };
  const { low, high, method, warnings } = interval;

  return { ...point, low, high, method: `bootstrap over units, ${method}`, warnings: [...warnings] };
}

function undefinedNumber(recipe: AgreementRecipe, reason: string, n: number): AgreementNumber {
  return { ...recipe, value: null, undefined: reason, low: null, high: null, method: "not defined", n, warnings: [] };
}

function measureOf(recipe: AgreementRecipe, patterns: readonly Pattern[]): Measure | undefined {
  return recipe.measure.startsWith("judge_") ? judgeMeasure(recipe, patterns) : raterMeasure(recipe, patterns);
}

function raterMeasure(recipe: AgreementRecipe, patterns: readonly Pattern[]): Measure | undefined {
  const { categories, raters } = recipe;
  const declared = (place: number) => (place >= 0 && place < categories.length ? place : null);
  const rows = patterns.map(({ labels, items }) => ({ labels: labels.slice(0, raters.length).map(declared), items }));
  const table = patternTable({ categories, ...numeric(categories), raters, rows });
  const pairwise = (weights: "identity" | "linear" | "quadratic") =>
    pairwiseMeanMeasure(table, (of, a, b) => cohenKappaMeasure(of, a, b, weights));
  switch (recipe.measure) {
    case "alpha_nominal":
      return krippendorffAlphaMeasure(countTable(table), "nominal");
    case "alpha_ordinal":
      return krippendorffAlphaMeasure(countTable(table), "ordinal");
    case "alpha_interval":
      return krippendorffAlphaMeasure(countTable(table), "interval");
    case "kappa":
      return pairwise("identity");
    case "kappa_linear":
      return pairwise("linear");
    case "kappa_quadratic":
      return pairwise("quadratic");
    case "percent":
      return percentAgreementMeasure(countTable(table));
    case "all_equal":
      return allEqualMeasure(countTable(table));
    case "within_one":
      return withinOneMeasure(countTable(table));
    default:
      throw new RangeError(`${recipe.measure} is no measure of raters.`);
  }
}

function judgeMeasure(recipe: AgreementRecipe, patterns: readonly Pattern[]): Measure | undefined {
  const { raters, judge, reference, abstain } = recipe;
  const distance = recipe.scale === "ordinal" ? "ordinal" : "nominal";
  if (judge === null || reference === null) throw new RangeError(`${recipe.id} names no judge or no reference.`);
  const { table } = withReference(judgeTable(recipe, judge, patterns), {
    raters: reference.raters,
    rule: reference.rule === "adjudicated" ? "majority" : reference.rule,
    ...(reference.rule === "adjudicated" && { adjudicated: SETTLED }),
    name: REFERENCE,
  });
  const columns = { judge, reference: REFERENCE, abstain };
  const measures = () => judgeMeasures(table, { ...columns, abstentions: "left_out" });
  const alphas = () => judgeAlphas(table, { ...columns, humans: raters, distance });
  const answered = () => withoutCategories(table, abstain);
  switch (recipe.measure) {
    case "judge_coverage":
      return coverageMeasure(table, columns);
    case "judge_accuracy":
      return measures().accuracy;
    case "judge_macro_f1":
      return measures().macroF1;
    case "judge_kappa":
      return cohenKappaMeasure(answered(), REFERENCE, judge);
    case "judge_kappa_quadratic":
      return cohenKappaMeasure(answered(), REFERENCE, judge, "quadratic");
    case "judge_alpha_reference":
      return alphas().alphaReference;
    case "judge_alpha_pairs":
      return alphas().alphaPairs;
    case "judge_less_humans":
      return judgeLessHumansMeasure(table, {
        judge,
        humans: raters,
        abstain,
        measure: (of, a, b) => pairAlphaMeasure(of, a, b, distance),
      });
    default:
      throw new RangeError(`${recipe.measure} is no measure of a judge.`);
  }
}

function judgeTable(recipe: AgreementRecipe, judge: string, patterns: readonly Pattern[]): PatternTable {
  const categories = [...recipe.categories, ...recipe.abstain];
  const rows = patterns.map(({ labels, items }) => ({
    labels: labels.map((label) => (label < 0 ? null : label)),
    items,
  }));

  return patternTable({ categories, ...numeric(categories), raters: [...recipe.raters, SETTLED, judge], rows });
}

/** Numbers for interval distances where every option is one; none otherwise. */
function numeric(categories: readonly string[]): { values?: number[] } {
  const values = categories.map(Number);
  const all = values.every((value, place) => Number.isFinite(value) && categories[place]?.trim() !== "");

  return all ? { values } : {};
}
