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
 * Two runs under the same judgements: the difference of a metric's means, its paired bootstrap interval (the same resamples for
 * both) and the two-sided paired randomisation test. Counts are not compared. O((replicates + permutations) × queries).
 *
 * @example compareRuns(a, b, 0, { random, replicates: 1000, permutations: 10000, level: 0.95 });
 */
export function compareRuns(a: Scores, b: Scores, metric: number, options: CompareOptions): Comparison {
  if (a.metrics[metric]?.over === "sum") return { kind: "undefined", reason: "a_count" };
  const placeInB = new Map(b.queries.map((query, index) => [query, index]));
  const common = a.queries.flatMap((query, index) => {
    const other = placeInB.get(query);
    return other === undefined ? [] : [{ query, index, other }];
  });
  const all = queryWeights(a, metric, options.cohort ?? "all");
  const weights = common.map(({ index }) => all[index] ?? 0);
  const n = weights.reduce((sum, weight) => sum + weight, 0);
  if (n === 0) return { kind: "undefined", reason: common.length === 0 ? "no_query" : "no_target" };
  const ofA = common.map(({ index }) => a.values[metric]?.[index] ?? 0);
  const ofB = common.map(({ other }) => b.values[metric]?.[other] ?? 0);
  const clusters = options.clustersOf?.(common.map(({ query }) => query));
  const units = clusters ? { clusters } : {};
  const mean = (values: number[]) => values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0) / n;
  const [replicatesOfA, replicatesOfB] = resampleMeans(
    [
      { values: ofA, weights },
      { values: ofB, weights },
    ],
    { random: options.random("bootstrap"), replicates: options.replicates, ...units },
  );
  const spread = replicatesOfA?.map((value, index) => value - (replicatesOfB?.[index] ?? Number.NaN));
  const differences = ofA.map((value, index) => (value - (ofB[index] ?? 0)) * (weights[index] ?? 0));
  const { permutations } = options;

  return {
    kind: "comparison",
    a: mean(ofA),
    b: mean(ofB),
    difference: mean(ofA) - mean(ofB),
    interval: spread && percentileInterval(spread, options.level),
    test:
      permutations === 0
        ? undefined
        : randomizationTest(differences, { random: options.random("randomization"), permutations, ...units }),
    n,
  };
}
