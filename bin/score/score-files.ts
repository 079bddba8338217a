import { UsageError } from "@/bin/command";
import { combineQrels, ownCandidates } from "@/lib/scoring/combine-qrels";
import type { Qrels, Run } from "@/lib/scoring/data";
import type { Metric } from "@/lib/scoring/metric";
import { numberClusters } from "@/lib/scoring/number-clusters";
import { type Scores, scoreRun } from "@/lib/scoring/score-run";
import { selectQueries } from "@/lib/scoring/select-queries";
import { chosenMetrics, type Given, type NamedFile, namedFiles, settingsOf } from "./options";
import { columnOf, type QueryTable, queriesWhere, readQueryTable } from "./query-table";
import { readQrels, readRun, refused } from "./read-input";
import { metricValues, type Plan, perQueryValues } from "./run-scores";
import type { RunScores, Settings } from "./wire";

export type Scored = { run: string; qrels: string; scores: Scores; report: RunScores };

export type ScoredFiles = {
  /** Layers in the order given, each with all runs in the order given. */
  cells: Scored[];
  layers: string[];
  runs: string[];
  judgements: Qrels[];
  systems: Run[];
  metrics: Metric[];
  settings: Settings;
  plan: Plan;
  /** The query set of --where; otherwise the judgements' queries are the set. */
  queries: string[] | undefined;
};

/** Reads all files of a command and scores every run under every set of judgements. */
export async function scoreFiles(given: Given): Promise<ScoredFiles> {
  const runs = namedFiles("run", given.run);
  const metrics = chosenMetrics(given);
  const asked = settingsOf(given);
  // Combined verdicts are 1 and 0: the level has done its work.
  const settings = given.combine === undefined ? asked : { ...asked, relevance_level: 1 };
  const table = await queryTable(given);
  const queries = querySet(given, table);
  const { layers, judgements } = await readLayers(given, asked);
  const systems = await Promise.all(runs.map(({ file }) => readRun(file)));
  const cluster = settings.cluster === null ? undefined : columnOf(neededTable(table, "cluster"), settings.cluster);
  const plan = {
    ...settings,
    ...(cluster && { clustersOf: (all: readonly string[]) => numberClusters(all.map(cluster)) }),
  };
  const cells = layers.flatMap((layer, at) =>
    runs.map((run, index) => {
      const system = systems[index]?.value ?? { scores: new Map() };
      const qrels = candidates(judgements[at]?.value ?? new Map(), system, given, settings);
      const set = queries ?? [...qrels.keys()];
      checkCommon(set, system, run, layer);
      const scores = scoreRun(qrels, system, {
        metrics,
        average: settings.average,
        level: settings.relevance_level,
        judgedOnly: settings.judged_only,
        ...(queries && { queries }),
        ...(settings.depth !== null && { depth: settings.depth }),
      });
      const warnings = [
        ...(judgements[at]?.warnings ?? []),
        ...(systems[index]?.warnings ?? []),
        ...coverage(set, system, run, layer, settings),
        ...countedOtherwise(scores, layer),
      ];
      const by = given.by === undefined ? undefined : groups(scores, neededTable(table, "by"), given.by, plan);

      return { run: run.name, qrels: layer.name, scores, report: report(run, layer, scores, plan, by, warnings) };
    }),
  );

  return {
    cells,
    layers: layers.map(({ name }) => name),
    runs: runs.map(({ name }) => name),
    judgements: judgements.map(({ value }) => value),
    systems: systems.map(({ value }) => value),
    metrics,
    settings,
    plan,
    queries,
  };
}

/** The judgements as layers; --combine makes one of all. */
async function readLayers(given: Given, { relevance_level: level }: Settings) {
  const layers = namedFiles("qrels", given.qrels);
  const judgements = await Promise.all(layers.map(({ file }) => readQrels(file)));
  const { combine } = given;
  if (combine === undefined) return { layers, judgements };
  if (combine !== "all" && combine !== "any") throw new UsageError(`--combine is all or any, not ${combine}.`);
  const files = layers.map(({ file }) => file).join(", ");
  const name = `${combine} of ${layers.map((layer) => layer.name).join(", ")}`;
  const value = combineQrels(
    judgements.map((one) => one.value),
    combine,
    level,
  );

  return {
    layers: [{ name, file: files }],
    judgements: [{ value, warnings: judgements.flatMap((one) => one.warnings) }],
  };
}

/** With --candidates own only the run's own list counts as judged. */
function candidates(qrels: Qrels, system: Run, given: Given, settings: Settings): Qrels {
  if (given.candidates === "pooled") return qrels;
  if (given.candidates !== "own") throw new UsageError(`--candidates is pooled or own, not ${given.candidates}.`);
  if (settings.depth === null) throw new UsageError("--candidates own needs --depth K, the length of the lists.");

  return ownCandidates(qrels, system, settings.depth);
}

async function queryTable(given: Given): Promise<QueryTable | undefined> {
  if (given.queries !== undefined) return readQueryTable(given.queries);
  const needs = (["where", "by", "cluster"] as const).find((option) => given[option] !== undefined);
  if (needs) throw new UsageError(`--${needs} needs --queries FILE, a table of the queries.`);

  return undefined;
}

function neededTable(table: QueryTable | undefined, option: string): QueryTable {
  if (!table) throw new UsageError(`--${option} needs --queries FILE, a table of the queries.`);

  return table;
}

/** The queries of the table that --where keeps; without --where the judgements' queries are the set. */
function querySet(given: Given, table: QueryTable | undefined): string[] | undefined {
  if (given.where === undefined) return undefined;
  const [, column = "", value = ""] = /^([^=]+)=(.*)$/s.exec(given.where) ?? [];
  if (column === "") throw new UsageError(`--where is COLUMN=VALUE, not ${given.where}.`);
  const kept = queriesWhere(neededTable(table, "where"), column, value);
  if (kept.length === 0) throw new UsageError(`No query of --queries has ${column} ${value}.`);

  return kept;
}

function checkCommon(set: readonly string[], system: Run, run: NamedFile, layer: NamedFile): void {
  if (set.some((query) => system.scores.has(query))) return;
  const [first = ""] = system.scores.keys();
  const reason = `No query of this run is in ${layer.file}. The run’s first is ${first}, that of the judgements ${set[0] ?? "none"}.`;
  throw refused(run.file, [{ line: 1, reason }]);
}

function coverage(set: readonly string[], system: Run, run: NamedFile, layer: NamedFile, settings: Settings): string[] {
  const missing = set.filter((query) => !system.scores.has(query)).length;
  const known = new Set(set);
  const extra = [...system.scores.keys()].filter((query) => !known.has(query)).length;
  const counted = settings.average === "complete" ? "they count as 0" : "they are left out of the averages";

  return [
    ...(missing > 0 ? [`${run.file}: The run has nothing for ${missing} of ${set.length} queries; ${counted}.`] : []),
    ...(extra > 0 ? [`${run.file}: ${extra} queries of the run are not in ${layer.file}; they do not count.`] : []),
  ];
}

/** trec_eval's num_rel passes over the relevance level with -c; who reads the number should know. */
function countedOtherwise(scores: Scores, layer: NamedFile): string[] {
  const total = (row: Float64Array) => row.reduce((sum, one) => sum + one, 0);
  const [targets, positives] = [total(scores.targets), total(scores.positives)];
  if (!scores.complete || targets === positives || !scores.metrics.some(({ name }) => name === "num_rel")) return [];

  return [
    `${layer.file}: num_rel is ${positives}, every grade above 0, as trec_eval -c counts; ${targets} reach the level.`,
  ];
}

function report(
  run: NamedFile,
  layer: NamedFile,
  scores: Scores,
  plan: Plan,
  by: RunScores["by"],
  warnings: string[],
): RunScores {
  return {
    run: run.name,
    qrels: layer.name,
    metrics: metricValues(scores, plan),
    perQuery: perQueryValues(scores),
    queries: {
      all: scores.queries.length,
      with_target: scores.targets.filter((targets) => targets > 0).length,
      answered: scores.answered.filter((answered) => answered > 0).length,
    },
    ...(by && { by }),
    warnings,
  };
}

/** The same metrics within each value of a column; queries without one are the group "(none)". */
function groups(scores: Scores, table: QueryTable, column: string, plan: Plan): RunScores["by"] {
  const of = columnOf(table, column);
  const names = scores.queries.map((query) => of(query) ?? "(none)");
  const distinct = [...new Set(names)].sort();

  return {
    column,
    groups: Object.fromEntries(
      distinct.map((name) => [
        name,
        metricValues(
          selectQueries(scores, (_, index) => names[index] === name),
          plan,
        ),
      ]),
    ),
  };
}
