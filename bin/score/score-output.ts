import { UsageError } from "@/bin/command";
import { flipRows, goldRows, ladderRows, rankingRows } from "./across-layers";
import { comparisonRows, saturationRows, unsolvedRows } from "./compare-files";
import type { Given } from "./options";
import { qrelsOfRelease } from "./release-qrels";
import { type ScoredFiles, scoreFiles } from "./score-files";
import type { Comparisons, RunScores, Settings } from "./wire";

/** What `assay score --json` prints: one run under one set of judgements is flat, else `runs` is a list. */
export type ScoreOutput = Comparisons & { settings: Settings } & (
    | RunScores
    | { runs: RunScores[]; warnings: string[] }
  );

/** The whole command but for the printing. */
export async function scoreOutput(asked: Given): Promise<{ output: ScoreOutput; files: ScoredFiles }> {
  const given = await withRelease(asked);
  const files = await scoreFiles(given);
  const { settings } = files;
  const severalRuns = files.runs.length > 1;
  const severalLayers = files.layers.length > 1;
  if (given.ladder && !severalLayers)
    throw new UsageError("--ladder needs several --qrels, from the widest to the tightest.");
  const rungs = given.ladder ? ladderRows(files, given) : undefined;
  const comparisons: Comparisons = {
    ...(severalRuns && { comparisons: comparisonRows(files, given) }),
    ...(given.saturation !== undefined && { saturation: saturationRows(files, given) }),
    ...(given.unsolved !== undefined && { unsolved: unsolvedRows(files, given) }),
    ...(rungs && { ladder: rungs.rows }),
    ...(severalRuns && severalLayers && { rankings: rankingRows(files) }),
    ...(given.flips !== undefined && { flips: await flipRows(files, given) }),
    ...(given.gold !== undefined && { gold: await goldRows(files, given.gold) }),
  };
  const reports = files.cells.map(({ report }) => report);
  const [only] = reports;
  if (only && reports.length === 1) return { output: { ...only, ...comparisons, settings }, files };
  const warnings = [...new Set([...reports.flatMap((report) => report.warnings), ...(rungs?.warnings ?? [])])];

  return { output: { runs: reports, ...comparisons, warnings, settings }, files };
}

/** The layers of --release stand before the files of --qrels. */
async function withRelease(given: Given): Promise<Given> {
  const { release, layer } = given;
  if (release === undefined) {
    if (layer) throw new UsageError("--layer names layers of a release: --release FOLDER.");
    return given;
  }

  return { ...given, qrels: [...(await qrelsOfRelease(release, layer)), ...(given.qrels ?? [])] };
}
