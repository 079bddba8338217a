import { UsageError } from "@/bin/command";
import { namedFiles } from "@/bin/score/options";
import { readQrels, readRun, refused } from "@/bin/score/read-input";
import { computeLeaderboard, type LayerOfQrels, type Plan } from "@/lib/runs/compute-leaderboard";
import type { Leaderboard } from "@/lib/runs/wire";
import type { Qrels } from "@/lib/scoring/data";
import type { RatedPair } from "@/lib/scoring/draw-rankings";
import type { Metric } from "@/lib/scoring/metric";

type Files = {
  qrels?: string[] | undefined;
  rater?: string[] | undefined;
  run?: string[] | undefined;
};

/** Plain files: each --qrels and each --rater is a layer; labels are drawn from the raters. */
export async function leaderboardOfFiles(files: Files, metric: Metric, settings: Plan): Promise<Leaderboard> {
  const warnings: string[] = [];
  const read = async (option: "qrels" | "rater", kind: LayerOfQrels["kind"]): Promise<LayerOfQrels[]> => {
    const all: LayerOfQrels[] = [];
    for (const { name, file } of namedFiles(option, files[option])) {
      const { value, warnings: said } = await readQrels(file);
      warnings.push(...said);
      all.push({ name, kind, qrels: value });
    }

    return all;
  };
  const given = await read("qrels", "file");
  const raters = files.rater ? await read("rater", "rater") : [];
  const twice = raters.find(({ name }) => given.some((layer) => layer.name === name));
  if (twice)
    throw new UsageError(`A --qrels and a --rater are both named ${twice.name}. Name them apart: --rater NAME=FILE.`);
  if (raters.length === 1) throw new UsageError("Labels are drawn from two raters or more: --rater FILE --rater FILE.");
  const layers = [...given, ...raters];
  const queries = new Set(layers.flatMap(({ qrels }) => [...qrels.keys()]));
  const runs = namedFiles("run", files.run).map(({ name, file }) => ({
    name,
    load: async () => {
      const { value, warnings: said } = await readRun(file);
      warnings.push(...said);
      if (![...value.scores.keys()].some((query) => queries.has(query))) {
        const [first = ""] = value.scores.keys();
        throw refused(file, [{ line: 1, reason: `No query of this run is judged. Its first is ${first}.` }]);
      }

      return value;
    },
  }));
  const rated =
    raters.length > 1 ? { pairs: ratedPairs(raters.map(({ qrels }) => qrels)), raters: raters.length } : undefined;
  const board = await computeLeaderboard({ layers, runs, rated, metric, settings });

  return { ...board, warnings: [...warnings, ...board.warnings] };
}

function ratedPairs(raters: readonly Qrels[]): RatedPair[] {
  const all = new Map<string, Map<string, number[]>>();
  for (const rater of raters) {
    for (const [query, documents] of rater) {
      const known = all.get(query) ?? new Map<string, number[]>();
      all.set(query, known);
      for (const [document, grade] of documents) known.set(document, [...(known.get(document) ?? []), grade]);
    }
  }

  return [...all].flatMap(([query, documents]) =>
    [...documents].map(([document, grades]) => ({ query, document, grades })),
  );
}
