import { hasValue } from "@/lib/agreement/agreement";
import { bootstrapReplicates } from "@/lib/agreement/bootstrap";
import { intervalFromReplicates } from "@/lib/agreement/bootstrap-interval";
import { combineMeasures } from "@/lib/agreement/combine-measures";
import { infinitesimalJackknife } from "@/lib/agreement/infinitesimal-jackknife";
import { evaluateMeasure, type Measure } from "@/lib/agreement/measure";
import { waldInterval } from "@/lib/agreement/wald-interval";
import type { Estimated } from "./wire";

export const WARNINGS = {
  no_interval: "no interval, since more than 5 % of the resamples have no value",
  left_out: "more than 1 % of the resamples have no value and were left out",
  few_patterns: "fewer than five response patterns, so read the interval with care",
};
export type Warning = keyof typeof WARNINGS;

export type Plan = {
  replicates: number;
  seed: string;
  level: number;
  /** Told of an interval that is missing or doubtful, and of which measure. */
  warn: (warning: Warning, measure: string) => void;
  /** Instant intervals instead of replicates, where there are too many categories for these. */
  quick?: "infinitesimal_jackknife" | "none";
};

/** Replicates of several measures on the rows of one table, from the same resamples: the items are drawn only once. */
export function jointReplicates(measures: readonly Measure[], plan: Plan): Float64Array[] {
  const columns = measures.map(() => new Float64Array(plan.replicates));
  if (plan.replicates === 0 || measures.length === 0) return columns;
  let replicate = 0;
  const joint = combineMeasures(measures, (outcomes) => {
    outcomes.forEach((outcome, part) => {
      const column = columns[part];
      if (column) column[replicate] = hasValue(outcome) ? outcome.value : Number.NaN;
    });
    replicate++;

    return { value: 0 };
  });
  bootstrapReplicates(joint, plan);

  return columns;
}

/** Evaluates named measures with intervals; those on like tables share their resamples. An absent one is `one_rater`. */
export function estimateAll<Name extends string>(
  measures: Record<Name, Measure | undefined>,
  plan: Plan,
  title = "",
): Record<Name, Estimated> {
  const entries = Object.entries(measures) as [Name, Measure | undefined][];
  const groups: [Name, Measure][][] = [];
  const result = {} as Record<Name, Estimated>;
  for (const [name, measure] of entries) {
    result[name] = { undefined: "one_rater" };
    if (!measure) continue;
    const group = groups.find(([first]) => first && sameDraws(first[1], measure));
    if (group) group.push([name, measure]);
    else groups.push([[name, measure]]);
  }
  for (const group of groups) {
    const columns = jointReplicates(plan.quick ? [] : group.map(([, measure]) => measure), plan);
    group.forEach(([name, measure], index) => {
      result[name] = estimate(measure, columns[index], plan, title ? `${title}, ${name}` : name);
    });
  }

  return result;
}

/** True where the same resamples serve both: draws depend on the items of each row, the strata and the clusters alone. */
function sameDraws(one: Measure, other: Measure): boolean {
  return (
    sameNumbers(one.items, other.items) &&
    sameNumbers(one.strata, other.strata) &&
    sameNumbers(one.clusters, other.clusters)
  );
}

function sameNumbers(one: ArrayLike<number> | undefined, other: ArrayLike<number> | undefined): boolean {
  if (one === other) return true;
  if (!one || !other || one.length !== other.length) return false;
  for (let place = 0; place < one.length; place++) if (one[place] !== other[place]) return false;

  return true;
}

/** One measure with its interval from ready replicates. */
export function estimate(measure: Measure, replicates: Float64Array | undefined, plan: Plan, title: string): Estimated {
  const point = evaluateMeasure(measure);
  if (point.kind === "undefined") return { undefined: point.reason };
  const bare = { value: point.value, low: null, high: null, method: "none" as const, n: point.items };
  if (plan.replicates === 0) return bare;
  if (plan.quick) return quickEstimate(measure, point.value, bare, plan);
  if (unitsOf(measure) < 2) return bare;
  const interval = intervalFromReplicates(measure, replicates ?? new Float64Array(0), plan);
  if (interval.kind === "none") {
    if (interval.reason === "undefined_resamples") plan.warn("no_interval", title);

    return bare;
  }
  if (interval.warnings.includes("undefined_resamples")) plan.warn("left_out", title);
  if (interval.warnings.includes("few_patterns")) plan.warn("few_patterns", title);

  return { value: point.value, low: interval.low, high: interval.high, method: interval.method, n: point.items };
}

function quickEstimate(measure: Measure, value: number, bare: Estimated, plan: Plan): Estimated {
  if (plan.quick === "none") return bare;
  const error = infinitesimalJackknife(measure);
  if (error.kind === "undefined") return bare;

  return { ...bare, ...waldInterval(value, error.value, plan.level), method: "infinitesimal_jackknife" } as Estimated;
}

function unitsOf(measure: Measure): number {
  if (measure.clusters) return new Set(measure.clusters).size;

  return measure.items.reduce((sum, items) => sum + items, 0);
}

/** The most cells of q × q matrices that a set of intervals may go through. */
const MOST_CELLS = 1e9;

/** The plan for measures over `categories`: replicates, or where there are too many categories, what is affordable. */
export function affordable(plan: Plan, categories: number, measures: number, rows: number): Plan {
  const cells = categories * categories * measures;
  if (cells * plan.replicates <= MOST_CELLS) return plan;

  return { ...plan, quick: cells * rows * 4 <= MOST_CELLS ? "infinitesimal_jackknife" : "none" };
}
