import { hasValue, type Outcome } from "@/lib/agreement/agreement";
import { cohenKappaMeasure } from "@/lib/agreement/cohen-kappa";
import { combineMeasures, meanOutcome } from "@/lib/agreement/combine-measures";
import { gwetAgreementMeasure } from "@/lib/agreement/gwet-agreement";
import { krippendorffAlphaMeasure } from "@/lib/agreement/krippendorff-alpha";
import { evaluateMeasure, type Measure } from "@/lib/agreement/measure";
import { MISSING, type PatternTable } from "@/lib/agreement/pattern-table";
import { percentAgreementMeasure } from "@/lib/agreement/percent-agreement";
import { raterIndex } from "@/lib/agreement/rater-index";
import { selectRaters } from "@/lib/agreement/select-raters";
import { classMeasure } from "./class-measure";
import { affordable, estimate, estimateAll, jointReplicates, type Plan } from "./estimate";
import type { PairMeasures, PairName, PairReport, PairSummary, PairsSummary, Scale } from "./wire";

export const PAIR_NAMES: readonly PairName[] = [
  "cohen_kappa",
  "cohen_kappa_linear",
  "cohen_kappa_quadratic",
  "krippendorff_alpha",
  "gwet_ac1",
  "percent_agreement",
];

/** Every pair of raters, in the order of the table. */
export function raterPairs(raters: readonly string[]): [string, string][] {
  return raters.flatMap((a, index) => raters.slice(index + 1).map((b): [string, string] => [a, b]));
}

/** One pair of raters, on the items that both labelled (AC1: chance from all their labels, as Gwet has it). */
export function pairReport(table: PatternTable, a: string, b: string, scale: Scale, plan: Plan): PairReport {
  const pair = selectRaters(table, [a, b]);
  const q = pair.categories.length;
  const measures = pairMeasures(pair, a, b, scale);
  const f1 = Object.fromEntries(
    pair.categories.map((category, index) => [category, classMeasure(pair, a, b, index, "f1")]),
  );
  const title = `${a} and ${b}`;

  return {
    a,
    b,
    items: evaluateMeasure(measures.percent_agreement).items,
    ...(estimateAll(measures, affordable(plan, q, 15 * PAIR_NAMES.length, pair.rows), title) as PairMeasures),
    f1: estimateAll(f1, quiet(plan), title),
  };
}

/** Rare categories make few patterns by nature: no warning for each. */
function quiet(plan: Plan): Plan {
  return { ...plan, warn: () => {} };
}

function pairMeasures(table: PatternTable, a: string, b: string, scale: Scale): Record<PairName, Measure> {
  const pair = table.raters.length === 2 ? table : masked(table, a, b);

  return {
    cohen_kappa: cohenKappaMeasure(table, a, b),
    cohen_kappa_linear: cohenKappaMeasure(table, a, b, "linear"),
    cohen_kappa_quadratic: cohenKappaMeasure(table, a, b, "quadratic"),
    krippendorff_alpha: krippendorffAlphaMeasure(pair, scale),
    gwet_ac1: gwetAgreementMeasure(pair),
    percent_agreement: percentAgreementMeasure(pair),
  };
}

/** The same rows with all other raters' labels taken out, so that pairs can be resampled together. */
function masked(table: PatternTable, a: string, b: string): PatternTable {
  const columns = [raterIndex(table, a), raterIndex(table, b)];
  const width = table.raters.length;

  return { ...table, labels: table.labels.map((label, place) => (columns.includes(place % width) ? label : MISSING)) };
}

/** Mean, lowest and highest of each measure over all pairs that have a value, the pairs resampled together. */
export function pairsSummary(table: PatternTable, scale: Scale, plan: Plan): PairsSummary {
  const pairs = raterPairs(table.raters);
  const all = pairs.map(([a, b]) => pairMeasures(table, a, b, scale));
  const named = Object.fromEntries(PAIR_NAMES.map((name) => [name, all.map((measures) => measures[name])]));
  const f1 = Object.fromEntries(
    table.categories.map((category, index) => [
      category,
      pairs.map(([a, b]) => classMeasure(table, a, b, index, "f1")),
    ]),
  );
  const sized = affordable(plan, table.categories.length, pairs.length * PAIR_NAMES.length, table.rows);
  // A lowest value has no derivative to make an instant interval from.
  const used = sized.quick ? { ...plan, quick: "none" as const } : plan;

  return { ...(summaries(named, used) as Record<PairName, PairSummary>), f1: summaries(f1, quiet(used)) };
}

type Combine = (values: readonly number[]) => number;
const mean: Combine = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const COMBINED: [Exclude<keyof PairSummary, "pairs">, Combine][] = [
  ["mean", mean],
  ["min", (values) => Math.min(...values)],
  ["max", (values) => Math.max(...values)],
];

/** Mean, lowest and highest of lists of measures on one table, all from the same resamples. */
export function summaries(lists: Record<string, readonly Measure[]>, plan: Plan): Record<string, PairSummary> {
  const columns = plan.quick ? [] : jointReplicates(Object.values(lists).flat(), plan);
  let from = 0;
  const result: Record<string, PairSummary> = {};
  for (const [name, parts] of Object.entries(lists)) {
    result[name] = summary(parts, columns.slice(from, from + parts.length), plan, name);
    from += parts.length;
  }

  return result;
}

function summary(parts: readonly Measure[], columns: Float64Array[], plan: Plan, title: string): PairSummary {
  const none = { undefined: "one_rater" as const };
  if (parts.length === 0) return { mean: none, min: none, max: none, pairs: 0 };
  const ends = COMBINED.map(([name, combine]) => {
    const measure = combineMeasures(parts, (outcomes) => combined(outcomes, combine));

    return [name, estimate(measure, combinedColumn(columns, combine), plan, `${title}, ${name} over pairs`)] as const;
  });

  return {
    ...(Object.fromEntries(ends) as Omit<PairSummary, "pairs">),
    pairs: parts.filter((part) => evaluateMeasure(part).kind === "estimate").length,
  };
}

function combined(outcomes: readonly Outcome[], combine: Combine): Outcome {
  const values = outcomes.filter(hasValue).map((outcome) => outcome.value);

  return values.length > 0 ? { value: combine(values) } : meanOutcome(outcomes);
}

function combinedColumn(columns: readonly Float64Array[], combine: Combine): Float64Array {
  return Float64Array.from(columns[0] ?? [], (_, replicate) => {
    const values = columns.map((column) => column[replicate] ?? Number.NaN).filter((value) => !Number.isNaN(value));

    return values.length > 0 ? combine(values) : Number.NaN;
  });
}
