import { seededRandom } from "@/lib/agreement/random";
import type { Metric } from "@/lib/scoring/metric";
import { type Interval, percentileInterval, resampleMeans } from "@/lib/scoring/resample";
import type { Scores } from "@/lib/scoring/score-run";
import { queryWeights, type Summary, summarizeScores } from "@/lib/scoring/summarize-scores";
import type { Mean, RunScores, Settings } from "./wire";

export type Plan = Pick<Settings, "bootstrap" | "seed" | "level"> & {
  /** The cluster number of each of the given queries. */
  clustersOf?: (queries: readonly string[]) => Int32Array;
};

/** The metrics of one run with their intervals, in the shape of the output. */
export function metricValues(scores: Scores, plan: Plan): RunScores["metrics"] {
  const intervals = intervalsOf(scores, plan);

  return Object.fromEntries(
    scores.metrics.map((metric, index) => {
      const { low, high } = intervals[index] ?? { low: null, high: null };
      const summary = meanOf(summarizeScores(scores, index));
      const value =
        "value" in summary
          ? { value: summary.value, low, high, n: summary.n }
          : { undefined: summary.undefined, low: null, high: null, n: summary.n };

      return [metric.name, { ...value, with_target: meanOf(summarizeScores(scores, index, "with_target")) }];
    }),
  );
}

/** Intervals of means; counts have none. */
function intervalsOf(scores: Scores, plan: Plan): (Interval | undefined)[] {
  const none = scores.metrics.map(() => undefined);
  if (plan.bootstrap === 0 || scores.queries.length < 2) return none;
  const means = scores.metrics.flatMap((metric, index) => (metric.over === "sum" ? [] : [index]));
  const clusters = plan.clustersOf?.(scores.queries);
  const replicates = resampleMeans(
    means.map((index) => ({ values: scores.values[index] ?? [], weights: queryWeights(scores, index, "all") })),
    { random: seededRandom(plan.seed), replicates: plan.bootstrap, ...(clusters && { clusters }) },
  );
  const found = new Map(means.map((index, row) => [index, replicates[row]]));

  return scores.metrics.map((_, index) => {
    const row = found.get(index);
    return row && percentileInterval(row, plan.level);
  });
}

export function meanOf(summary: Summary): Mean {
  return summary.kind === "value" ? { value: summary.value, n: summary.n } : { undefined: summary.reason, n: 0 };
}

/** Query → metric → value; the number of queries says nothing about one query. */
export function perQueryValues(scores: Scores): RunScores["perQuery"] {
  const shown = scores.metrics.flatMap((metric: Metric, index) => (metric.name === "num_q" ? [] : [{ metric, index }]));

  return Object.fromEntries(
    scores.queries.map((query, row) => [
      query,
      Object.fromEntries(shown.map(({ metric, index }) => [metric.name, scores.values[index]?.[row] ?? 0])),
    ]),
  );
}
