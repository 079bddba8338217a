import { hasValue, type Outcome } from "@/lib/agreement/agreement";
import { combineMeasures, meanOutcome } from "@/lib/agreement/combine-measures";
import { evaluateMeasure, type Measure } from "@/lib/agreement/measure";
import type { PatternTable } from "@/lib/agreement/pattern-table";
import { selectRaters } from "@/lib/agreement/select-raters";
import { classMeasure } from "./class-measure";
import { affordable, estimate, estimateAll, jointReplicates, type Plan } from "./estimate";
import { CLASS, classNames, PAIR_NAMES, pairMeasures, raterPairs } from "./pair-measures";
import { pairReplicates } from "./pair-replicates";
import type { Estimated, PairMeasures, PairName, PairReport, PairSummary, PairsSummary, Scale } from "./wire";

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

/**
 * Mean, lowest and highest of each measure over all pairs that have a value, the pairs resampled together; and beside
 * them another measure of the whole table (Conger's κ), so that its items are drawn once.
 */
export function pairsSummary(
  table: PatternTable,
  scale: Scale,
  plan: Plan,
  beside: Record<string, Measure>,
): { summary: PairsSummary; beside: Record<string, Estimated> } {
  const pairs = raterPairs(table.raters);
  const lists = listsOf(pairs.map(([a, b]) => ({ ...pairMeasures(table, a, b, scale), ...classNames(table, a, b) })));
  const sized = affordable(plan, table.categories.length, pairs.length * PAIR_NAMES.length, table.rows);
  // A lowest value has no derivative to make an instant interval from.
  const used = sized.quick ? { ...plan, quick: "none" as const } : plan;
  const besides = Object.values(beside);
  const { columns, others } = used.quick
    ? { columns: {}, others: jointReplicates(besides, plan) }
    : pairReplicates(table, scale, plan, besides);
  const summaries = Object.entries(lists).map(([name, parts]) => {
    const place = name.startsWith(CLASS) ? quiet(used) : used;

    return [name, summary(parts, columns[name] ?? [], place, name)] as const;
  });
  const isClass = ([name]: readonly [string, PairSummary]) => name.startsWith(CLASS);

  return {
    summary: {
      ...(Object.fromEntries(summaries.filter((entry) => !isClass(entry))) as Record<PairName, PairSummary>),
      f1: Object.fromEntries(summaries.filter(isClass).map(([name, entry]) => [name.slice(CLASS.length), entry])),
    },
    beside: Object.fromEntries(
      Object.entries(beside).map(([name, measure], index) => [name, estimate(measure, others[index], plan, name)]),
    ),
  };
}

function listsOf(sets: readonly Record<string, Measure>[]): Record<string, Measure[]> {
  const names = Object.keys(sets[0] ?? {});

  return Object.fromEntries(names.map((name) => [name, sets.flatMap((set) => set[name] ?? [])]));
}

type Combine = (values: readonly number[]) => number;
const mean: Combine = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const COMBINED: [Exclude<keyof PairSummary, "pairs">, Combine][] = [
  ["mean", mean],
  ["min", (values) => Math.min(...values)],
  ["max", (values) => Math.max(...values)],
];

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
