import { IMPORTED_ADJUDICATOR } from "@/lib/adjudication/settled-adjudications";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import type { Snapshot } from "@/lib/db/snapshot";
import { ServiceError } from "@/lib/errors";
import { listJudges } from "@/lib/judges/list-judges";
import { layerRowsOf } from "@/lib/layers/layer-rows";
import { resolveLayerSpec } from "@/lib/layers/resolve-layer-spec";
import type { LayerRow } from "@/lib/layers/wire";
import type { RatedPair } from "@/lib/scoring/draw-rankings";
import { gradePairs, type PairGrade } from "@/lib/scoring/pair-grades";
import type { LayerOfQrels } from "./compute-leaderboard";

type Wanted = {
  studyId: string;
  question?: string | undefined;
  positive?: string | undefined;
  layers?: readonly string[] | undefined;
  least: number;
};

export type StudyLayers = {
  layers: LayerOfQrels[];
  /** What each person said, item by item. */
  rated: { pairs: RatedPair[]; raters: number };
  question: string;
  /** The option that counts as relevant; null where labels are grades. */
  positive: string | null;
  warnings: string[];
};

/**
 * A study's layers as judgements. People's labels are read once: the majority, each rater's own layer and what is drawn from come from
 * the same rows. A rater's own layer has no grade where the rater's labels of several rounds tie.
 */
export async function loadStudyLayers(ctx: ServiceContext, snapshot: Snapshot, wanted: Wanted): Promise<StudyLayers> {
  const { studyId, least } = wanted;
  const base = { ...(wanted.question !== undefined && { question: wanted.question }) };
  const majority = await resolveLayerSpec(ctx, studyId, { ...base, rule: { kind: "majority" } });
  const grader = graderOf(majority.subject.options, wanted.positive);
  const people = await readPeople(snapshot, majority, grader);
  const sources = await sourcesOf(ctx, studyId, majority.subject.question, people);
  const layers: LayerOfQrels[] = [];
  for (const name of wanted.layers ?? sources.defaults) {
    const known = sources.byName.get(name);
    if (!known) {
      throw new ServiceError(
        "not_found",
        `There is no layer ${name}. There are: ${[...sources.byName.keys()].join(", ")}.`,
      );
    }
    if ("grades" in known) layers.push({ name, kind: known.kind, qrels: gradePairs(known.grades, least) });
    else {
      const spec = await resolveLayerSpec(
        ctx,
        studyId,
        known.kind === "stored" ? known.spec : { ...base, ...known.spec },
      );
      const own =
        known.kind === "stored"
          ? graderOf(spec.subject.options, ownPositive(spec.subject.options, wanted.positive))
          : grader;
      layers.push({ name, kind: known.kind, qrels: gradePairs(await readGrades(snapshot, spec, own), least) });
    }
  }
  const filled = layers.filter(({ qrels }) => qrels.size > 0);
  if (filled.length === 0) throw new ServiceError("unprocessable", nothing(people));

  return {
    layers: filled,
    rated: { pairs: people.rated, raters: people.byRater.size },
    question: majority.subject.question,
    positive: grader.positive,
    warnings: [
      ...layers.filter(({ qrels }) => qrels.size === 0).map(({ name }) => `${name} has no label and is left out.`),
      ...(people.unpaired > 0
        ? [
            `${people.unpaired} labelled items have no pair of ids (focal and target, or a key of two words); they are left out.`,
          ]
        : []),
    ],
  };
}

function nothing({ unpaired }: People): string {
  return unpaired > 0
    ? "No labelled item has a pair of ids (focal and target, or a key of two words), so runs cannot be scored under this study."
    : "Nothing is labelled yet, so there is no layer to score runs under.";
}

type Grader = { positive: string | null; gradeOf: (label: string) => number };

/** Labels that are whole numbers are grades; of others the positive one is 1. */
function graderOf(options: readonly string[], positive: string | undefined): Grader {
  if (options.every((option) => /^\d{1,4}$/.test(option))) return { positive: null, gradeOf: Number };
  const wanted = positive ?? options[0] ?? "";
  if (!options.includes(wanted)) {
    throw new ServiceError("bad_input", `${wanted} is no option here. There are: ${options.join(", ")}.`);
  }

  return { positive: wanted, gradeOf: (label) => (label === wanted ? 1 : 0) };
}

/** A stored layer may rest on another question: then its own first option is the positive one. */
function ownPositive(options: readonly string[], positive: string | undefined): string | undefined {
  return positive !== undefined && options.includes(positive) ? positive : undefined;
}

type People = {
  majority: PairGrade[];
  byRater: Map<string, PairGrade[]>;
  rated: RatedPair[];
  unpaired: number;
};

type Resolved = Awaited<ReturnType<typeof resolveLayerSpec>>;

async function readPeople(snapshot: Snapshot, layer: Resolved, { gradeOf }: Grader): Promise<People> {
  const people: People = { majority: [], byRater: new Map(), rated: [], unpaired: 0 };
  for await (const page of layerRowsOf(snapshot, layer)) {
    for (const row of page) {
      const said = row.labels.flatMap(({ rater, counts }) =>
        counts === null ? [] : [{ rater, grade: gradeOf(counts) }],
      );
      if (said.length === 0) continue;
      const pair = pairOf(row);
      if (!pair) {
        people.unpaired++;
        continue;
      }
      people.rated.push({ ...pair, grades: said.map(({ grade }) => grade) });
      if (row.label !== null) people.majority.push({ ...pair, grade: gradeOf(row.label) });
      for (const rater of new Set(said.map((one) => one.rater))) {
        const own = plurality(said.filter((one) => one.rater === rater).map((one) => one.grade));
        const known = people.byRater.get(rater) ?? [];
        people.byRater.set(rater, known);
        if (own !== undefined) known.push({ ...pair, grade: own });
      }
    }
  }

  return people;
}

function plurality(grades: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const grade of grades) counts.set(grade, (counts.get(grade) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const first = [...counts].filter(([, count]) => count === most);

  return first.length === 1 ? first[0]?.[0] : undefined;
}

async function readGrades(snapshot: Snapshot, layer: Resolved, { gradeOf }: Grader): Promise<PairGrade[]> {
  const grades: PairGrade[] = [];
  for await (const page of layerRowsOf(snapshot, layer)) {
    for (const row of page) {
      const pair = row.label === null ? undefined : pairOf(row);
      if (pair && row.label !== null) grades.push({ ...pair, grade: gradeOf(row.label) });
    }
  }

  return grades;
}

function pairOf({ key, focal, target }: Pick<LayerRow, "key" | "focal" | "target">) {
  if (focal !== null && target !== null) return { query: focal, document: target };
  const [query, document, ...more] = key.split(" ");

  return query && document && more.length === 0 ? { query, document } : undefined;
}

type Source =
  | { kind: "majority" | "rater"; grades: PairGrade[] }
  | { kind: "adjudicated" | "judge"; spec: object }
  | { kind: "stored"; spec: unknown };

async function sourcesOf(
  ctx: ServiceContext,
  studyId: string,
  question: string,
  people: People,
): Promise<{ byName: Map<string, Source>; defaults: string[] }> {
  const db = database(ctx);
  const [settled, judges, stored] = await Promise.all([
    settledHere(db, studyId, question),
    listJudges(ctx, { studyId }),
    db.layer.findMany({
      where: { studyId, retiredAt: null },
      select: { name: true, rule: true },
      orderBy: { name: "asc" },
    }),
  ]);
  const byName = new Map<string, Source>();
  byName.set("majority", { kind: "majority", grades: people.majority });
  if (settled) byName.set("adjudicated", { kind: "adjudicated", spec: { rule: { kind: "adjudicated_first" } } });
  for (const [rater, grades] of [...people.byRater].sort(([a], [b]) => (a < b ? -1 : 1))) {
    byName.set(`rater:${rater}`, { kind: "rater", grades });
  }
  for (const { raterId, name, pseudonym, labels } of judges) {
    if (!labels.some((label) => label.question === question)) continue;
    byName.set(`judge:${name ?? pseudonym}`, { kind: "judge", spec: { rule: { kind: "judge", judgeId: raterId } } });
  }
  for (const { name, rule } of stored) if (!byName.has(name)) byName.set(name, { kind: "stored", spec: rule });

  return { byName, defaults: [...byName.keys()] };
}

/** Decided in the studio, or brought by an import. */
async function settledHere(db: ReturnType<typeof database>, studyId: string, question: string): Promise<boolean> {
  const [here, imported] = await Promise.all([
    db.adjudication.count({ where: { studyId, question } }),
    db.rater.count({ where: { studyId, kind: "human", userId: null, name: IMPORTED_ADJUDICATOR } }),
  ]);

  return here + imported > 0;
}
