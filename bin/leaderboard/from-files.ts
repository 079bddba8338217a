import { UsageError } from "@/bin/command";
import { namedFiles } from "@/bin/score/options";
import { readQrels, readRun, refused } from "@/bin/score/read-input";
import { chooseQrels, openRelease, verifiedPath } from "@/bin/score/release-qrels";
import { computeLeaderboard, type LayerOfQrels, type Plan } from "@/lib/runs/compute-leaderboard";
import type { Leaderboard } from "@/lib/runs/wire";
import type { Qrels } from "@/lib/scoring/data";
import type { RatedPair } from "@/lib/scoring/draw-rankings";
import type { Metric } from "@/lib/scoring/metric";

type Files = {
  /** A release folder, beside --qrels or in their place; `question` chooses among its raters' own labels. */
  release?: string | undefined;
  layer?: string[] | undefined;
  question?: string | undefined;
  qrels?: string[] | undefined;
  rater?: string[] | undefined;
  run?: string[] | undefined;
};

/** Plain files: each --qrels and each --rater is a layer; labels are drawn from the raters. */
export async function leaderboardOfFiles(files: Files, metric: Metric, settings: Plan): Promise<Leaderboard> {
  const warnings: string[] = [];
  const read = async (sources: readonly Source[]): Promise<LayerOfQrels[]> => {
    const all: LayerOfQrels[] = [];
    for (const { name, kind, file } of sources) {
      const { value, warnings: said } = await readQrels(file);
      warnings.push(...said);
      all.push({ name, kind, qrels: value });
    }

    return all;
  };
  const named = (option: "qrels" | "rater", kind: LayerOfQrels["kind"]): Source[] =>
    files[option] ? namedFiles(option, files[option]).map((one) => ({ ...one, kind })) : [];
  const released = files.release === undefined ? [] : await sourcesOfRelease(files.release, files);
  const isRater = ({ kind }: Source) => kind === "rater";
  const given = await read([...released.filter((one) => !isRater(one)), ...named("qrels", "file")]);
  if (given.length === 0) throw new UsageError("Name --qrels FILE, --release FOLDER or --study S.");
  const raters = await read([...released.filter(isRater), ...named("rater", "rater")]);
  const twice = raters.find(({ name }) => given.some((layer) => layer.name === name));
  if (twice)
    throw new UsageError(`A --qrels and a --rater are both named ${twice.name}. Name them apart: --rater NAME=FILE.`);
  if (raters.length === 1 && files.rater)
    throw new UsageError("Labels are drawn from two raters or more: --rater FILE --rater FILE.");
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

type Source = { name: string; kind: LayerOfQrels["kind"]; file: string };

/** All judgements of a release on one question, hashes checked; or the layers named, and the raters to draw from. */
async function sourcesOfRelease(folder: string, { layer, question }: Files): Promise<Source[]> {
  const release = await openRelease(folder);
  const chosen = chooseQrels(release, layer);
  const asked = question ?? chosen[0]?.question ?? "";
  const others = release.qrels.filter(
    (one) =>
      one.question === asked && !chosen.includes(one) && (one.kind === "rater" || (!layer && one.kind !== "layer")),
  );

  return Promise.all(
    [...chosen, ...others].map(async ({ name, kind, path }) => ({
      name,
      kind: kind === "layer" ? ("file" as const) : kind,
      file: await verifiedPath(release, path),
    })),
  );
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
