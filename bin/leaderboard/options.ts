import { UsageError } from "@/bin/command";
import { wholeNumber } from "@/bin/score/options";
import type { Plan } from "@/lib/runs/compute-leaderboard";
import type { Metric } from "@/lib/scoring/metric";
import { metricNamed } from "@/lib/scoring/metric-named";

export const OPTIONS = {
  study: { type: "string" },
  question: { type: "string" },
  positive: { type: "string" },
  layer: { type: "string", multiple: true },
  release: { type: "string" },
  qrels: { type: "string", multiple: true },
  rater: { type: "string", multiple: true },
  run: { type: "string", multiple: true },
  metric: { type: "string", default: "ndcg_cut_10" },
  "relevance-level": { type: "string", default: "1" },
  least: { type: "string", default: "1" },
  bootstrap: { type: "string", default: "1000" },
  draws: { type: "string", default: "1000" },
  replicates: { type: "string" },
  drawn: { type: "string", default: "panel" },
  seed: { type: "string", default: "1" },
  level: { type: "string", default: ".95" },
} as const;

export type Given = {
  metric: string;
  "relevance-level": string;
  least: string;
  bootstrap: string;
  draws: string;
  replicates?: string | undefined;
  drawn: string;
  seed: string;
  level: string;
};

export function chosenMetric(name: string): Metric {
  const metric = metricNamed(name);
  if (!metric || metric.over === "sum") {
    throw new UsageError(`--metric ${name} ranks nothing. Name one such as ndcg_cut_10, map, recip_rank or hit_100.`);
  }

  return metric;
}

/** --replicates sets both the resamples of queries and the draws of labels. */
export function planOf(given: Given): Plan {
  const { drawn, seed, replicates } = given;
  if (drawn !== "panel" && drawn !== "rater") throw new UsageError(`--drawn is panel or rater, not ${drawn}.`);
  const level = Number(given.level);
  if (!(level > 0 && level < 1)) throw new UsageError(`--level is between 0 and 1, not ${given.level}.`);

  return {
    relevance_level: wholeNumber("relevance-level", given["relevance-level"], 1),
    least: wholeNumber("least", given.least, 1),
    bootstrap: wholeNumber("bootstrap", replicates ?? given.bootstrap, 0),
    draws: wholeNumber("draws", replicates ?? given.draws, 1),
    rule: drawn,
    seed,
    level,
  };
}
