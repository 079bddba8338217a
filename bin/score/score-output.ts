import type { Given } from "./options";
import { type ScoredFiles, scoreFiles } from "./score-files";
import type { RunScores, Settings } from "./wire";

/** What `assay score --json` prints: one run under one set of judgements is flat, else `runs` is a list. */
export type ScoreOutput =
  | (RunScores & { settings: Settings })
  | { runs: RunScores[]; warnings: string[]; settings: Settings };

/** The whole command but for the printing. */
export async function scoreOutput(given: Given): Promise<{ output: ScoreOutput; files: ScoredFiles }> {
  const files = await scoreFiles(given);
  const reports = files.cells.map(({ report }) => report);
  const [only] = reports;
  if (only && reports.length === 1) return { output: { ...only, settings: files.settings }, files };
  const warnings = [...new Set(reports.flatMap((report) => report.warnings))];

  return { output: { runs: reports, warnings, settings: files.settings }, files };
}
