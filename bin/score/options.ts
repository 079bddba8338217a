import { existsSync } from "node:fs";
import path from "node:path";
import { type parseCommand, UsageError } from "@/bin/command";
import type { Metric } from "@/lib/scoring/metric";
import { CUT_FAMILIES, metricNamed, WHOLE_METRICS } from "@/lib/scoring/metric-named";
import type { Settings } from "./wire";

export const OPTIONS = {
  qrels: { type: "string", multiple: true },
  release: { type: "string" },
  layer: { type: "string", multiple: true },
  run: { type: "string", multiple: true },
  metrics: { type: "string" },
  cutoffs: { type: "string" },
  average: { type: "string", default: "complete" },
  "relevance-level": { type: "string", default: "1" },
  depth: { type: "string" },
  "judged-only": { type: "boolean", default: false },
  queries: { type: "string" },
  where: { type: "string" },
  by: { type: "string" },
  cluster: { type: "string" },
  "per-query": { type: "boolean", default: false },
  bootstrap: { type: "string", default: "1000" },
  permutations: { type: "string", default: "10000" },
  seed: { type: "string", default: "1" },
  level: { type: "string", default: ".95" },
  saturation: { type: "string" },
  unsolved: { type: "string" },
  ladder: { type: "boolean", default: false },
  combine: { type: "string" },
  candidates: { type: "string", default: "pooled" },
  gold: { type: "string" },
  flips: { type: "string" },
  rater: { type: "string", multiple: true },
  latex: { type: "boolean", default: false },
} as const;

export type Given = ReturnType<typeof parseCommand<typeof OPTIONS>>["values"];

const DEFAULT_METRICS = [
  "num_q,num_ret,num_rel,num_rel_ret,map,Rprec,bpref,recip_rank,P_1,P_5,P_10,P_20,recall_10,recall_50,recall_100",
  "recall_1000,ndcg,ndcg_cut_10,ndcg_cut_20,ndcg_cut_30,ndcg_cut_100,success_1,success_5,success_10,success_100",
  "hit_10,hit_50,hit_100,hit_1000,pair_recall_10,pair_recall_50,pair_recall_100,pair_recall_1000,pair_mrr,judged_10",
  "judged_100",
].join(",");

const CUTOFFS = "5,10,15,20,30,100,200,500,1000";

/** The metrics that were asked for; a family without a cut-off (`P`) is taken at each of --cutoffs. */
export function chosenMetrics(given: Given): Metric[] {
  const cutoffs = (given.cutoffs ?? CUTOFFS).split(",").map((text) => wholeNumber("cutoffs", text.trim(), 1));
  const whole = WHOLE_METRICS.join(",");
  const names = given.metrics ?? (given.cutoffs === undefined ? DEFAULT_METRICS : `${whole},${CUT_FAMILIES.join(",")}`);
  const metrics = new Map<string, Metric>();
  for (const name of names.split(",").map((text) => text.trim())) {
    const wanted = CUT_FAMILIES.includes(name) ? cutoffs.map((cutoff) => `${name}_${cutoff}`) : [name];
    for (const one of wanted) {
      const metric = metricNamed(one);
      if (!metric) throw new UsageError(`There is no metric ${one}. ${METRICS_HELP}`);
      metrics.set(metric.name, metric);
    }
  }

  return [...metrics.values()];
}

export const METRICS_HELP = `Metrics: ${WHOLE_METRICS.join(", ")}; with a cut-off: ${CUT_FAMILIES.map((family) => `${family}_K`).join(", ")}.`;

export type NamedFile = { name: string; file: string };

/** `FILE` or `NAME=FILE`; the name is the file's without its folders unless given, and no two are alike. */
export function namedFiles(option: string, values: readonly string[] | undefined): NamedFile[] {
  if (!values || values.length === 0) throw new UsageError(`Name --${option} FILE.`);
  const files = values.map((value) => {
    const [, name, file] = /^([^=]+)=(.+)$/s.exec(value) ?? [];
    return name && file && !existsSync(value) ? { name, file } : { name: path.basename(value), file: value };
  });
  const names = files.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return files;
  if (values.every((value, index) => value === files[index]?.file))
    return files.map(({ file }) => ({ name: file, file }));
  throw new UsageError(`Two of --${option} are named ${twice}. Name them apart: --${option} NAME=FILE.`);
}

export function settingsOf(given: Given): Settings {
  const { average, level } = given;
  if (average !== "complete" && average !== "intersection") {
    throw new UsageError(`--average is complete or intersection, not ${average}.`);
  }
  const share = Number(level);
  if (!(share > 0 && share < 1)) throw new UsageError(`--level is between 0 and 1, not ${level}.`);

  return {
    average,
    relevance_level: wholeNumber("relevance-level", given["relevance-level"], 0),
    depth: given.depth === undefined ? null : wholeNumber("depth", given.depth, 1),
    judged_only: given["judged-only"],
    bootstrap: wholeNumber("bootstrap", given.bootstrap, 0),
    seed: given.seed,
    level: share,
    cluster: given.cluster ?? null,
  };
}

export function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < least) {
    throw new UsageError(`--${option} takes whole numbers from ${least}, not ${text === "" ? "nothing" : text}.`);
  }

  return value;
}
