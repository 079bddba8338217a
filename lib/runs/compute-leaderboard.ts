import { wilsonInterval } from "@/lib/agreement/proportion-interval";
import { seededRandom } from "@/lib/agreement/random";
import type { Qrels, Run } from "@/lib/scoring/data";
import { drawRankings, type PlacedRun, placeJudged, type RatedPair } from "@/lib/scoring/draw-rankings";
import type { Metric } from "@/lib/scoring/metric";
import { rankAgreement } from "@/lib/scoring/rank-agreement";
import { percentileInterval, resampleMeans } from "@/lib/scoring/resample";
import { type Scores, scoreRun } from "@/lib/scoring/score-run";
import { queryWeights, summarizeScores } from "@/lib/scoring/summarize-scores";
import { leaderboardSentence } from "./leaderboard-sentence";
import type { Flips, LayerAgreement, LayerKind, Leaderboard, LeaderboardValue } from "./wire";

export type LayerOfQrels = { name: string; kind: LayerKind; qrels: Qrels };

export type LeaderboardInput = {
  /** The first is the reference that drawn labels are compared with. */
  layers: readonly LayerOfQrels[];
  /** Loaded one after another: no two runs are held whole at once. */
  runs: readonly { name: string; load: () => Promise<Run> }[];
  /** What the raters said, to draw from. */
  rated?: { pairs: readonly RatedPair[]; raters: number } | undefined;
  metric: Metric;
  settings: Plan;
};

export type Plan = {
  relevance_level: number;
  least: number;
  bootstrap: number;
  draws: number;
  rule: "rater" | "panel";
  seed: string;
  level: number;
};

/** The same runs under each layer: values, how far the orders agree, and what the raters' disagreement does to them. */
export async function computeLeaderboard(input: LeaderboardInput): Promise<Leaderboard> {
  const { layers, runs, metric, settings, rated } = input;
  const judged = judgedDocuments(layers[0]?.qrels, rated?.pairs);
  const scores: Scores[][] = layers.map(() => []);
  const placed: PlacedRun[] = [];
  const warnings: string[] = [];
  for (const { name, load } of runs) {
    const run = await load();
    for (const [at, layer] of layers.entries()) {
      scores[at]?.push(scoreRun(layer.qrels, run, { metrics: [metric], level: settings.relevance_level }));
      const missing = [...layer.qrels.keys()].filter((query) => !run.scores.has(query)).length;
      if (missing > 0) {
        warnings.push(
          `${name} has nothing for ${missing} of the ${layer.qrels.size} queries of ${layer.name}; they count as 0.`,
        );
      }
    }
    if (rated) placed.push(placeJudged(run, (query) => judged.get(query)));
  }
  const names = runs.map(({ name }) => name);
  const rows = layers.map((layer, at) => {
    const of = scores[at] ?? [];

    return {
      name: layer.name,
      kind: layer.kind,
      queries: layer.qrels.size,
      with_target: of[0]?.targets.filter((targets) => targets > 0).length ?? 0,
      judgements: [...layer.qrels.values()].reduce((sum, documents) => sum + documents.size, 0),
      values: valuesOf(of, settings),
    };
  });
  const agreements = agreementsOf(layers, names, scores);
  const flips = rated && layers[0] ? flipsOf(layers[0], names, placed, rated, metric, settings) : undefined;
  const { rule: _, ...printed } = settings;
  const board = {
    runs: names,
    layers: rows,
    agreements,
    ...(flips && { flips }),
    warnings: [...warnings, ...cohortWarnings(agreements, rows)],
    settings: { ...printed, metric: metric.name },
  };

  return { ...board, sentence: leaderboardSentence(board) };
}

function judgedDocuments(reference: Qrels | undefined, rated: readonly RatedPair[] = []): Map<string, Set<string>> {
  const judged = new Map<string, Set<string>>();
  const add = (query: string, document: string) => {
    const known = judged.get(query);
    if (known) known.add(document);
    else judged.set(query, new Set([document]));
  };
  for (const [query, documents] of reference ?? []) for (const document of documents.keys()) add(query, document);
  for (const { query, document } of rated) add(query, document);

  return judged;
}

/** All runs on the same resamples of the layer's queries. */
function valuesOf(scores: readonly Scores[], settings: Plan): LeaderboardValue[] {
  const series = scores.map((one) => ({ values: one.values[0] ?? [], weights: queryWeights(one, 0, "all") }));
  const several = (scores[0]?.queries.length ?? 0) > 1 && settings.bootstrap > 0;
  const replicates = several
    ? resampleMeans(series, { random: seededRandom(`${settings.seed}/bootstrap`), replicates: settings.bootstrap })
    : [];

  return scores.map((one, run) => {
    const summary = summarizeScores(one, 0);
    if (summary.kind === "undefined") return { undefined: summary.reason, n: 0 };
    const row = replicates[run];
    const interval = row && percentileInterval(row, settings.level);

    return { value: summary.value, low: interval?.low ?? null, high: interval?.high ?? null, n: summary.n };
  });
}

/** Each pair of layers over the queries that both judge: a difference then is one of labels, not of queries. */
function agreementsOf(
  layers: readonly LayerOfQrels[],
  runs: readonly string[],
  scores: readonly (readonly Scores[])[],
): LayerAgreement[] {
  return layers.flatMap((a, i) =>
    layers.slice(i + 1).map((b, offset) => {
      const common = new Set([...a.qrels.keys()].filter((query) => b.qrels.has(query)));
      const values = [scores[i] ?? [], scores[i + 1 + offset] ?? []].map((row) =>
        row.map((one) => meanOver(one, common)),
      );
      const [found] = rankAgreement([a.name, b.name], runs, values);
      const tau = found?.tau;
      const defined = tau?.kind === "tau" && common.size > 0;

      return {
        a: a.name,
        b: b.name,
        n: common.size,
        tau: defined
          ? { value: tau.value, concordant: tau.concordant, discordant: tau.discordant }
          : { undefined: common.size === 0 ? "no_common_query" : tau?.kind === "undefined" ? tau.reason : "too_few" },
        top_of_a: [...(found?.topOfA ?? [])],
        top_of_b: [...(found?.topOfB ?? [])],
        same_top: found?.sameTop ?? false,
      };
    }),
  );
}

function meanOver(scores: Scores, queries: ReadonlySet<string>): number {
  const weights = queryWeights(scores, 0, "all");
  let sum = 0;
  let total = 0;
  for (const [at, query] of scores.queries.entries()) {
    if (!queries.has(query)) continue;
    const weight = weights[at] ?? 0;
    sum += weight * (scores.values[0]?.[at] ?? 0);
    total += weight;
  }

  return total === 0 ? 0 : sum / total;
}

function flipsOf(
  reference: LayerOfQrels,
  runs: readonly string[],
  placed: readonly PlacedRun[],
  rated: { pairs: readonly RatedPair[]; raters: number },
  metric: Metric,
  settings: Plan,
): Flips {
  const { draws, rule, level } = settings;
  const found = drawRankings(reference.qrels, rated.pairs, placed, metric, {
    random: seededRandom(`${settings.seed}/draws`),
    draws,
    rule,
    level: settings.relevance_level,
    least: settings.least,
  });
  const share = (count: number) => {
    const { low, high } = wilsonInterval(count, draws, level);

    return { value: count / draws, low, high };
  };
  const defined = found.taus.filter((tau) => !Number.isNaN(tau));
  const interval = percentileInterval(defined, level);
  const undefinedDraws = draws - defined.length;

  return {
    reference: reference.name,
    rule,
    raters: rated.raters,
    queries: found.queries.length,
    labelled: found.things,
    disputed: found.disputed,
    draws,
    pairs: found.pairs.map(({ a, b, flipped, tied }) => ({
      a: runs[a] ?? "",
      b: runs[b] ?? "",
      difference: (found.base[a] ?? 0) - (found.base[b] ?? 0),
      flipped: share(flipped),
      tied: tied / draws,
    })),
    other_top: share(found.otherTop),
    tau: interval
      ? { mean: defined.reduce((sum, tau) => sum + tau, 0) / defined.length, ...interval, undefined: undefinedDraws }
      : { undefined: undefinedDraws },
  };
}

function cohortWarnings(agreements: readonly LayerAgreement[], layers: Leaderboard["layers"]): string[] {
  const sizes = new Map(layers.map(({ name, queries }) => [name, queries]));
  const partial = agreements.filter(({ a, b, n }) => n < Math.max(sizes.get(a) ?? 0, sizes.get(b) ?? 0));
  if (partial.length === 0) return [];

  return [
    `Layers judge different queries in ${partial.length} of ${agreements.length} pairs: values stand over each layer’s own queries, τ over those that both judge.`,
  ];
}
