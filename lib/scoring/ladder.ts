import { type CompareOptions, type Comparison, compareRuns } from "./compare-runs";
import type { Scores } from "./score-run";
import { type Summary, summarizeScores } from "./summarize-scores";

/** One layer of a ladder. */
export type Rung = {
  readonly layer: string;
  /** Queries with a target, and (query, target) pairs. */
  readonly instances: number;
  readonly edges: number;
  /** Each run's mean over the queries with a target. */
  readonly values: readonly Summary[];
  /** 1 − value / value on the first rung, run by run; undefined where either has no value or the first is 0. */
  readonly declines: readonly (number | undefined)[];
  /** The first run less the second, paired. */
  readonly lead: Comparison | undefined;
  /** True where the queries with a target are not those of the rung before. */
  readonly cohortChanged: boolean;
};

/**
 * Runs on successively tighter layers (CiteNext, CiteNew, rhetorical, endorsed): what remains of each run's metric, and of the lead of
 * the first run over the second. `scores[layer][run]`, all with the same metrics. Over queries with a target, since that is what
 * a rung is; where their set changes, a decline mixes difficulty with cohort, and `cohortChanged` says so.
 * O(layers × runs × queries + the leads' resamples).
 *
 * @example ladder(["CiteNext", "CiteNew"], [[a1, b1], [a2, b2]], 0, options)[1]?.cohortChanged;
 */
export function ladder(
  layers: readonly string[],
  scores: readonly (readonly Scores[])[],
  metric: number,
  options: CompareOptions,
): Rung[] {
  const first = (scores[0] ?? []).map((one) => summarizeScores(one, metric, "with_target"));
  let before: string | undefined;

  return layers.map((layer, at) => {
    const runs = scores[at] ?? [];
    const [leader, second] = runs;
    const values = runs.map((one) => summarizeScores(one, metric, "with_target"));
    const cohort = leader ? leader.queries.filter((_, index) => (leader.targets[index] ?? 0) > 0) : [];
    const name = JSON.stringify([...cohort].sort());
    const cohortChanged = before !== undefined && before !== name;
    before = name;

    return {
      layer,
      instances: cohort.length,
      edges: (leader?.targets ?? new Float64Array(0)).reduce((sum, targets) => sum + targets, 0),
      values,
      declines: values.map((value, run) => decline(first[run], value)),
      lead:
        leader && second ? compareRuns(leader, second, [metric], { ...options, cohort: "with_target" })[0] : undefined,
      cohortChanged,
    };
  });
}

function decline(first: Summary | undefined, now: Summary): number | undefined {
  if (first?.kind !== "value" || now.kind !== "value" || first.value === 0) return undefined;

  return 1 - now.value / first.value;
}
