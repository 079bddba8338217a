import { print, printTable } from "@/bin/command";
import type { Mean, RunScores, Settings } from "./wire";

/** One run's table for people: the metric over all queries and over those with a target, each with its n. */
export function printScores(report: RunScores, settings: Settings, perQuery: boolean): void {
  const { all, with_target, answered } = report.queries;
  print(`${report.run} under ${report.qrels}: ${all} queries, ${with_target} with a target, ${answered} answered.`);
  print("");
  printTable(
    Object.entries(report.metrics).map(([metric, value]) => ({
      metric,
      value: textOf(value),
      interval: value.low === null || value.high === null ? "" : `${short(value.low)} – ${short(value.high)}`,
      n: value.n,
      "with target": textOf(value.with_target),
      "n with target": value.with_target.n,
    })),
  );
  if (report.by) {
    print(`\nBy ${report.by.column}`);
    printTable(
      Object.entries(report.by.groups).flatMap(([group, metrics]) =>
        Object.entries(metrics).map(([metric, value]) => ({ group, metric, value: textOf(value), n: value.n })),
      ),
    );
  }
  if (perQuery) {
    print("");
    printTable(Object.entries(report.perQuery).map(([query, values]) => ({ query, ...shortened(values) })));
  }
  const over = settings.cluster === null ? "queries" : `whole clusters (${settings.cluster})`;
  const average =
    settings.average === "complete" ? "all queries, 0 where the run has none" : "queries that the run answers";
  print(`\nAverages over ${average}; relevant from grade ${settings.relevance_level}.`);
  if (settings.bootstrap > 0) {
    print(
      `Intervals: ${Math.round(settings.level * 100)} %, bootstrap over ${over}, ${settings.bootstrap} resamples, seed ${settings.seed}.`,
    );
  }
}

function shortened(values: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([metric, value]) => [metric, short(value)]));
}

export function textOf(mean: Mean): string {
  return "value" in mean ? short(mean.value) : mean.undefined === "no_target" ? "no target" : "no query";
}

/** Four decimals as trec_eval prints them, counts as they are. */
export function short(value: number): string {
  return Number.isInteger(value) && Math.abs(value) > 1 ? String(value) : value.toFixed(4);
}
