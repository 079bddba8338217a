import { sortedQuantile } from "@/lib/agreement/quantile";
import { seededRandom } from "@/lib/agreement/random";
import type { Recovery, RecoveryMeasure } from "./wire";

/** One edge: whether it was endorsed, a feature of its passages, and the focal paper that it belongs to. */
export type ScoredEdge = { readonly positive: boolean; readonly score: number; readonly cluster: string };
type Point = { auc: number; averagePrecision: number; balancedAccuracy: number };
const NAMES = ["auc", "averagePrecision", "balancedAccuracy"] as const;

/**
 * How well a passage feature finds the endorsed edges. What was not endorsed is unlabelled and is treated as negative
 * here. Percentile intervals over focal papers, which are resampled whole. O(edges log edges + replicates × edges).
 *
 * @example recovery([{ positive: true, score: 1, cluster: "p" }, { positive: false, score: 0, cluster: "q" }], { threshold: 0.5, seed: "1" });
 */
export function recovery(
  edges: readonly ScoredEdge[],
  options: { threshold: number; seed: string; replicates?: number },
): Recovery {
  const { threshold, seed, replicates = 1000 } = options;
  const sorted = [...edges].sort((a, b) => b.score - a.score);
  const clusters = [...new Set(sorted.map((edge) => edge.cluster))].sort();
  const placeOf = new Map(clusters.map((cluster, i) => [cluster, i]));
  const cluster = Int32Array.from(sorted, (edge) => placeOf.get(edge.cluster) ?? 0);
  const endorsed = sorted.filter((edge) => edge.positive).length;
  const point = measure(sorted, cluster, new Float64Array(clusters.length).fill(1), threshold);
  const draws: Record<(typeof NAMES)[number], number[]> = { auc: [], averagePrecision: [], balancedAccuracy: [] };
  const random = seededRandom(`${seed}/recovery`);
  for (let i = 0; point !== null && i < replicates; i += 1) {
    const weights = new Float64Array(clusters.length);
    for (let j = 0; j < clusters.length; j += 1) {
      const drawn = Math.floor(random() * clusters.length);
      weights[drawn] = (weights[drawn] ?? 0) + 1;
    }
    const again = measure(sorted, cluster, weights, threshold);
    if (again) for (const name of NAMES) draws[name].push(again[name]);
  }
  const estimate = (name: (typeof NAMES)[number]): RecoveryMeasure => {
    if (point === null)
      return { kind: "undefined", reason: endorsed === 0 ? "no endorsed edge" : "every edge is endorsed" };
    const values = Float64Array.from(draws[name]).sort();
    // Too many resamples without a value: the others do not speak for them.
    if (values.length < 0.95 * replicates) return { kind: "undefined", reason: "too few papers for an interval" };

    return {
      kind: "estimate",
      value: point[name],
      low: sortedQuantile(values, 0.025),
      high: sortedQuantile(values, 0.975),
    };
  };

  return {
    edges: sorted.length,
    endorsed,
    papers: clusters.length,
    auc: estimate("auc"),
    averagePrecision: estimate("averagePrecision"),
    balancedAccuracy: estimate("balancedAccuracy"),
    threshold,
  };
}

/** One pass over edges sorted by falling score; equal scores are one step. Null where one side is empty. */
function measure(
  sorted: readonly ScoredEdge[],
  cluster: Int32Array,
  weights: Float64Array,
  threshold: number,
): Point | null {
  let positives = 0;
  let negatives = 0;
  for (const [i, edge] of sorted.entries()) {
    const weight = weights[cluster[i] ?? 0] ?? 0;
    if (edge.positive) positives += weight;
    else negatives += weight;
  }
  if (positives === 0 || negatives === 0) return null;
  let found = 0;
  let wrong = 0;
  let area = 0;
  let precision = 0;
  let sensitivity = 0;
  let falseAlarms = 0;
  for (let i = 0; i < sorted.length; ) {
    const score = sorted[i]?.score ?? 0;
    let hits = 0;
    let misses = 0;
    for (; i < sorted.length && sorted[i]?.score === score; i += 1) {
      const weight = weights[cluster[i] ?? 0] ?? 0;
      if (sorted[i]?.positive) hits += weight;
      else misses += weight;
    }
    area += misses * (found + hits / 2);
    found += hits;
    wrong += misses;
    if (hits > 0) precision += (hits * found) / (found + wrong);
    if (score >= threshold) {
      sensitivity = found / positives;
      falseAlarms = wrong / negatives;
    }
  }

  return {
    auc: area / (positives * negatives),
    averagePrecision: precision / positives,
    balancedAccuracy: (sensitivity + 1 - falseAlarms) / 2,
  };
}
