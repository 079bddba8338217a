import { UsageError } from "@/bin/command";
import { seededRandom } from "@/lib/agreement/random";
import { type CompareOptions, type Comparison, compareRuns } from "@/lib/scoring/compare-runs";
import { holmAdjusted } from "@/lib/scoring/holm";
import { unsolvedAt } from "@/lib/scoring/unsolved";
import { type Given, wholeNumber } from "./options";
import type { Scored, ScoredFiles } from "./score-files";
import type { ComparisonRow, SaturationRow, UnsolvedRow } from "./wire";

/** Every pair of runs on every metric, layer by layer, with paired intervals and tests. */
export function comparisonRows(files: ScoredFiles, given: Given): ComparisonRow[] {
  const options = compareOptions(files, given);
  const means = meansOf(files);

  return files.layers.flatMap((layer) => {
    const cells = cellsOf(files, layer);
    const pairs = cells.flatMap((a, index) => cells.slice(index + 1).map((b) => ({ a, b })));
    const compared = pairs.map(({ a, b }) => compareRuns(a.scores, b.scores, means, options));

    return means.flatMap((metric, place) => {
      const found = pairs.flatMap(({ a, b }, pair) => {
        const one = compared[pair]?.[place];
        return one?.kind === "comparison" ? [{ a: a.run, b: b.run, one }] : [];
      });
      const adjusted = holmAdjusted(found.map(({ one }) => one.test?.p ?? 1));

      return found.map(({ a, b, one }, at) => ({
        qrels: layer,
        metric: files.metrics[metric]?.name ?? "",
        a,
        b,
        difference: one.difference,
        ...ends(one),
        p: one.test?.p ?? null,
        p_holm: one.test ? (adjusted[at] ?? null) : null,
        exact: one.test?.exact ?? false,
        n: one.n,
      }));
    });
  });
}

/** A sweep over one parameter: each run's change against the chosen run. */
export function saturationRows(files: ScoredFiles, given: Given): SaturationRow[] {
  const against = given.saturation ?? "";
  if (!files.runs.includes(against)) {
    throw new UsageError(`--saturation names one of the runs: ${files.runs.join(", ")}.`);
  }
  const options = { ...compareOptions(files, given), permutations: 0 };
  const means = meansOf(files);

  return files.layers.flatMap((layer) => {
    const cells = cellsOf(files, layer);
    const base = cells.find(({ run }) => run === against);
    const changes = base ? cells.map(({ scores }) => compareRuns(scores, base.scores, means, options)) : [];

    return means.flatMap((metric, place) =>
      cells.flatMap(({ run }, cell) => {
        const one = changes[cell]?.[place];
        if (one?.kind !== "comparison") return [];
        const relative = one.b === 0 ? {} : { relative: one.difference / one.b };
        const name = files.metrics[metric]?.name ?? "";

        return [
          { qrels: layer, metric: name, run, against, value: one.a, change: one.difference, ...relative, ...ends(one) },
        ];
      }),
    );
  });
}

/** The places of the metrics that are means; counts are not compared. */
function meansOf({ metrics }: ScoredFiles): number[] {
  return metrics.flatMap(({ over }, index) => (over === "sum" ? [] : [index]));
}

/** Share of queries that no run solves within each K. */
export function unsolvedRows(files: ScoredFiles, given: Given): UnsolvedRow[] {
  const cutoffs = (given.unsolved ?? "").split(",").map((text) => wholeNumber("unsolved", text.trim(), 1));
  const { runs, settings, systems } = files;

  return files.layers.flatMap((layer, at) =>
    cutoffs.map((cutoff) => {
      const queries = files.queries ?? [...(files.judgements[at]?.keys() ?? [])];
      const found = unsolvedAt(files.judgements[at] ?? new Map(), systems, cutoff, {
        queries,
        level: settings.relevance_level,
        judgedOnly: settings.judged_only,
        ...(settings.depth !== null && { depth: settings.depth }),
      });
      const n = found.kind === "unsolved" ? found.n : 0;
      const none = { undefined: "no_target" as const, n: 0 as const };
      const set = `${runs.length} ${runs.length === 1 ? "run" : "runs"} (${runs.join(", ")})`;

      return {
        qrels: layer,
        cutoff,
        unsolved: found.kind === "unsolved" ? { value: found.share, n } : none,
        runs: [...runs],
        best_hit: found.kind === "unsolved" ? { value: found.bestHit, n } : none,
        reading: `Share of ${n} queries with a target (of ${queries.length}) in whose first ${cutoff} places none of ${set} has a target.`,
      };
    }),
  );
}

export function compareOptions({ settings, plan }: ScoredFiles, given: Given): CompareOptions {
  return {
    random: (stream) => seededRandom(`${settings.seed}/${stream}`),
    replicates: settings.bootstrap,
    permutations: wholeNumber("permutations", given.permutations, 0),
    level: settings.level,
    ...(plan.clustersOf && { clustersOf: plan.clustersOf }),
  };
}

export function cellsOf(files: ScoredFiles, layer: string): Scored[] {
  return files.cells.filter(({ qrels }) => qrels === layer);
}

export function ends(compared: Extract<Comparison, { kind: "comparison" }>): {
  low: number | null;
  high: number | null;
} {
  return { low: compared.interval?.low ?? null, high: compared.interval?.high ?? null };
}
