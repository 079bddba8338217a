import type { Scores } from "./score-run";

/** One number over queries; `n` counts what was averaged over: queries, or (query, target) pairs. */
export type Summary =
  | { readonly kind: "value"; readonly value: number; readonly n: number }
  | { readonly kind: "undefined"; readonly reason: "no_query" | "no_target"; readonly n: 0 };

/** Which queries enter: all that were scored, or those with a target. */
export type Cohort = "all" | "with_target";

/**
 * A metric over queries: the mean, the mean over pairs, or the sum, as the metric has it. Undefined where no query (or no
 * pair) enters; never NaN. One oddity of trec_eval is kept, since the name is its own: over the complete query set `num_rel`
 * counts every grade above 0, whatever the relevance level; over the queries with a target it counts targets. O(queries).
 *
 * @example summarizeScores(scores, 0, "with_target"); // => { kind: "value", value: 0.5, n: 2 }
 */
export function summarizeScores(scores: Scores, metric: number, cohort: Cohort = "all"): Summary {
  const over = scores.metrics[metric]?.over ?? "mean";
  const weights = queryWeights(scores, metric, cohort);
  let total = 0;
  let sum = 0;
  for (const [index, value] of (scores.values[metric] ?? []).entries()) {
    const weight = weights[index] ?? 0;
    total += weight;
    sum += weight * value;
  }
  if (over === "sum" && scores.metrics[metric]?.name === "num_rel" && scores.complete && cohort === "all") {
    return { kind: "value", value: scores.positives.reduce((all, one) => all + one, 0), n: total };
  }
  if (over === "sum") return { kind: "value", value: sum, n: total };
  if (total === 0) return { kind: "undefined", reason: scores.queries.length === 0 ? "no_query" : "no_target", n: 0 };

  return { kind: "value", value: sum / total, n: total };
}

/**
 * What each query weighs in a metric's mean: 1, its number of targets (metrics over pairs), or 0 outside the cohort.
 * O(queries).
 *
 * @example queryWeights(scores, 0, "all"); // => Float64Array [1, 1, 1]
 */
export function queryWeights(scores: Scores, metric: number, cohort: Cohort): Float64Array {
  const pairs = scores.metrics[metric]?.over === "pairs";

  return scores.targets.map((targets) => {
    if (pairs) return targets;
    return cohort === "with_target" && targets === 0 ? 0 : 1;
  });
}
