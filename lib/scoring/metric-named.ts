import { averagePrecision } from "./average-precision";
import { binaryPreference } from "./binary-preference";
import { normalizedGain } from "./discounted-gain";
import { foundWithin } from "./found-within";
import { judgedShare } from "./judged-share";
import type { Metric } from "./metric";
import type { RankedQuery } from "./ranked-query";
import { pairReciprocalRank, reciprocalRank } from "./reciprocal-rank";

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const success = (query: RankedQuery, k: number) => (foundWithin(query, k) > 0 ? 1 : 0);
const recall = (query: RankedQuery, k: number) => share(foundWithin(query, k), query.relevant);

const WHOLE: Record<string, Omit<Metric, "name">> = {
  num_q: { over: "sum", of: () => 1 },
  num_ret: { over: "sum", of: (query) => query.places.length },
  num_rel: { over: "sum", of: (query) => query.relevant },
  num_rel_ret: { over: "sum", of: (query) => foundWithin(query) },
  map: { over: "mean", of: (query) => averagePrecision(query) },
  Rprec: { over: "mean", of: (query) => recall(query, query.relevant) },
  bpref: { over: "mean", of: binaryPreference },
  recip_rank: { over: "mean", of: (query) => reciprocalRank(query) },
  ndcg: { over: "mean", of: (query) => normalizedGain(query) },
  pair_mrr: { over: "pairs", of: pairReciprocalRank },
};

type CutMetric = { over: "mean" | "pairs"; of: (query: RankedQuery, cutoff: number) => number };

const CUT: Record<string, CutMetric> = {
  P: { over: "mean", of: (query, k) => foundWithin(query, k) / k },
  recall: { over: "mean", of: recall },
  map_cut: { over: "mean", of: averagePrecision },
  recip_rank_cut: { over: "mean", of: reciprocalRank },
  ndcg_cut: { over: "mean", of: normalizedGain },
  success: { over: "mean", of: success },
  hit: { over: "mean", of: success },
  pair_recall: { over: "pairs", of: recall },
  judged: { over: "mean", of: judgedShare },
};

/** The families of metrics that need a cut-off. */
export const CUT_FAMILIES: readonly string[] = Object.keys(CUT);

/** The metrics without a cut-off. */
export const WHOLE_METRICS: readonly string[] = Object.keys(WHOLE);

/**
 * A metric by its name: trec_eval's names, the cut-off after `_` or `.` (`ndcg_cut_10`, `P.5`), and ours:
 *
 * - `hit_k`: any target in the first k, per query (equals `success_k`); `pair_recall_k`: share of (query, target) pairs found
 *   in the first k, which MUSES' released scorer calls hit@k; `pair_mrr`: mean of 1 / place over pairs, not found = 0;
 * - `recip_rank_cut_k` (MRR@k), `map_cut_k` (MAP@k), `judged_k`.
 *
 * Undefined for other names. The name of the metric is written with `_`. O(1).
 *
 * @example metricNamed("ndcg_cut.10")?.name; // => "ndcg_cut_10"
 */
export function metricNamed(name: string): Metric | undefined {
  const whole = Object.hasOwn(WHOLE, name) ? WHOLE[name] : undefined;
  if (whole) return { name, ...whole };
  const [, family = "", digits = ""] = /^([A-Za-z_]+)[._]([1-9]\d{0,8})$/.exec(name) ?? [];
  const cut = Object.hasOwn(CUT, family) ? CUT[family] : undefined;
  if (!cut) return undefined;
  const cutoff = Number(digits);

  return { name: `${family}_${digits}`, over: cut.over, of: (query) => cut.of(query, cutoff) };
}
