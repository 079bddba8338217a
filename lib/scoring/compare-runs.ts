import { type RandomizationResult, randomizationTest } from "./randomization-test";
import { type Interval, percentileInterval, type Random, resampleMeans } from "./resample";
import type { Scores } from "./score-run";
import { type Cohort, queryWeights } from "./summarize-scores";

export type CompareOptions = {
  /** A fresh generator for the interval, and one for the test. */
  readonly random: (stream: "bootstrap" | "randomization") => Random;
  /** 0: no interval. */
  readonly replicates: number;
  /** 0: no test. */
  readonly permutations: number;
  readonly level: number;
  readonly cohort?: Cohort;
  /** Cluster numbers of the given queries. */
  readonly clustersOf?: (queries: readonly string[]) => ArrayLike<number>;
};

/** a − b on one metric, over the queries that both scores have. */
export type Comparison =
  | {
      readonly kind: "comparison";
      readonly a: number;
      readonly b: number;
      readonly difference: number;
      readonly interval: Interval | undefined;
      readonly test: RandomizationResult | undefined;
      /** Queries, or pairs for metrics over pairs. */
      readonly n: number;
    }
  | { readonly kind: "undefined"; readonly reason: "no_query" | "no_target" | "a_count" };

/**
 * Two runs under the same judgements, metric by metric: the difference of means, its paired bootstrap interval (each resample takes the same
 * queries of both, and the same for all metrics) and the two-sided paired randomisation test. Counts are not compared.
 * O((replicates + permutations) × queries × metrics).
 *
 * @example compareRuns(a, b, [0, 1], { random, replicates: 1000, permutations: 10000, level: 0.95 });
 */
export function compareRuns(a: Scores, b: Scores, metrics: readonly number[], options: CompareOptions): Comparison[] {
  const placeInB = new Map(b.queries.map((query, index) => [query, index]));
  const common = a.queries.flatMap((query, index) => {
    const other = placeInB.get(query);
    return other === undefined ? [] : [{ query, index, other }];
  });
  const clusters = options.clustersOf?.(common.map(({ query }) => query));
  const units = clusters ? { clusters } : {};
  const series = metrics.map((metric) => {
    const all = queryWeights(a, metric, options.cohort ?? "all");
    const weights = Float64Array.from(common, ({ index }) => all[index] ?? 0);
    const ofA = Float64Array.from(common, ({ index }) => a.values[metric]?.[index] ?? 0);
    const ofB = Float64Array.from(common, ({ other }) => b.values[metric]?.[other] ?? 0);

    return { metric, weights, ofA, ofB, values: ofA.map((value, at) => value - (ofB[at] ?? 0)) };
  });
  const { replicates, permutations, level } = options;
  const spreads = resampleMeans(series, { random: options.random("bootstrap"), replicates, ...units });

  return series.map(({ metric, weights, ofA, ofB, values }, at) => {
    const n = weights.reduce((sum, weight) => sum + weight, 0);
    if (a.metrics[metric]?.over === "sum") return { kind: "undefined", reason: "a_count" };
    if (n === 0) return { kind: "undefined", reason: common.length === 0 ? "no_query" : "no_target" };
    const mean = (row: Float64Array) => row.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0) / n;
    const spread = spreads[at];
    const differences = values.map((value, index) => value * (weights[index] ?? 0));
    const random = options.random("randomization");

    return {
      kind: "comparison",
      a: mean(ofA),
      b: mean(ofB),
      difference: mean(ofA) - mean(ofB),
      interval: spread && percentileInterval(spread, level),
      test: permutations === 0 ? undefined : randomizationTest(differences, { random, permutations, ...units }),
      n,
    };
  });
}
