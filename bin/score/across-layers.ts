import { UsageError } from "@/bin/command";
import { seededRandom } from "@/lib/agreement/random";
import { combineQrels } from "@/lib/scoring/combine-qrels";
import { goldAgainstAccepted } from "@/lib/scoring/gold-against-accepted";
import { ladder } from "@/lib/scoring/ladder";
import { orderFlips } from "@/lib/scoring/order-flips";
import { rankAgreement } from "@/lib/scoring/rank-agreement";
import { summarizeScores } from "@/lib/scoring/summarize-scores";
import { cellsOf, compareOptions, ends } from "./compare-files";
import { type Given, namedFiles, wholeNumber } from "./options";
import { readQrels } from "./read-input";
import { meanOf } from "./run-scores";
import type { ScoredFiles } from "./score-files";
import type { FlipRow, GoldRow, RankingRow, RungRow } from "./wire";

/** The layers as rungs, in the order given. */
export function ladderRows(files: ScoredFiles, given: Given): { rows: RungRow[]; warnings: string[] } {
  const { layers, runs, metrics } = files;
  const scores = layers.map((layer) => cellsOf(files, layer).map((cell) => cell.scores));
  const options = compareOptions(files, given);
  const byRun = <T>(values: readonly (T | undefined)[]): Record<string, T> =>
    Object.fromEntries(
      runs.flatMap((run, index) => {
        const value = values[index];
        return value === undefined ? [] : [[run, value] as const];
      }),
    );
  const rows = metrics.flatMap((metric, index) => {
    if (metric.over === "sum") return [];

    return ladder(layers, scores, index, options).map((rung) => {
      const { lead } = rung;
      const [a = "", b = ""] = runs;

      return {
        metric: metric.name,
        layer: rung.layer,
        instances: rung.instances,
        edges: rung.edges,
        values: byRun(rung.values.map(meanOf)),
        declines: byRun(rung.declines),
        lead:
          lead?.kind === "comparison"
            ? { a, b, difference: lead.difference, ...ends(lead), p: lead.test?.p ?? null }
            : null,
        cohort_changed: rung.cohortChanged,
      };
    });
  });
  const changed = [...new Set(rows.filter((row) => row.cohort_changed).map((row) => row.layer))];
  const warnings = changed.map(
    (layer) =>
      `The cohort changes at ${layer}: its queries with a target are not those of the layer before, so a decline mixes difficulty with cohort.`,
  );

  return { rows, warnings };
}

/** Kendall's τ and the leaders, for each pair of layers. */
export function rankingRows(files: ScoredFiles): RankingRow[] {
  const { layers, runs } = files;

  return files.metrics.flatMap((metric, index) => {
    if (metric.over === "sum") return [];
    const values = layers.map((layer) =>
      cellsOf(files, layer).map(({ scores }) => {
        const summary = summarizeScores(scores, index);
        return summary.kind === "value" ? summary.value : 0;
      }),
    );

    return rankAgreement(layers, runs, values).map(({ a, b, tau, topOfA, topOfB, sameTop }) => ({
      metric: metric.name,
      a,
      b,
      tau: tau.kind === "tau" ? { value: tau.value } : { undefined: tau.reason },
      top_of_a: [...topOfA],
      top_of_b: [...topOfB],
      same_top: sameTop,
    }));
  });
}

/** How often the order of two runs under the first layer turns when labels are drawn from the raters. */
export async function flipRows(files: ScoredFiles, given: Given): Promise<FlipRow[]> {
  const draws = wholeNumber("flips", given.flips ?? "", 1);
  const raters = await Promise.all(namedFiles("rater", given.rater).map(({ file }) => readQrels(file)));
  const [reference] = files.judgements;
  if (raters.length < 2 || !reference)
    throw new UsageError("--flips needs two raters or more: --rater FILE --rater FILE.");

  return files.metrics.flatMap((metric) => {
    if (metric.over === "sum") return [];
    const options = {
      random: seededRandom(`${files.settings.seed}/flips`),
      draws,
      level: files.settings.relevance_level,
    };
    const layers = raters.map(({ value }) => value);

    return orderFlips(reference, layers, files.systems, metric, options).map(({ a, b, flipped, tied }) => ({
      metric: metric.name,
      a: files.runs[a] ?? "",
      b: files.runs[b] ?? "",
      flipped,
      tied,
      draws,
    }));
  });
}

/** RATIO's 2 × 2 of mined gold and accepted candidates, for each layer and run, at --depth (10 unless given). */
export async function goldRows(files: ScoredFiles, file: string): Promise<GoldRow[]> {
  const { value: gold } = await readQrels(file);
  const cutoff = files.settings.depth ?? 10;
  const level = files.settings.relevance_level;

  return files.layers.flatMap((qrels, layer) =>
    files.runs.map((run, index) => {
      const accepted = combineQrels([files.judgements[layer] ?? new Map()], "any", level);
      const table = goldAgainstAccepted(gold, accepted, files.systems[index] ?? { scores: new Map() }, cutoff);

      return {
        qrels,
        run,
        cutoff,
        n: table.n,
        both: table.bothFound,
        gold_alone: table.goldAlone,
        accepted_alone: table.acceptedAlone,
        neither: table.neither,
        ...(table.acceptedPerList !== undefined && { accepted_per_list: table.acceptedPerList }),
      };
    }),
  );
}
