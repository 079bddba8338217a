import { sql } from "@/lib/db/sql";
import { ServiceError } from "@/lib/errors";
import { checkQrels } from "@/lib/layers/encode-qrels";
import {
  altTestLabels,
  type BeirText,
  encodeAltTest,
  encodeBeirTexts,
  encodeJudgements,
  type Judgement,
  raterJudgements,
} from "@/lib/release-files/encode-judgements";
import type { Manifest, ManifestQrels } from "@/lib/release-files/manifest";
import type { FileWriter } from "./file-writer";
import type { PlanLayer } from "./plan-layers";
import type { ReleaseReader } from "./release-reader";
import { adjudicationRows, labelRows, type Terms } from "./release-rows";
import type { ReleaseScope } from "./release-scope";
import type { ReleasePlan } from "./wire";
import type { Graded } from "./write-layers";

type Facts = {
  plan: ReleasePlan;
  scope: ReleaseScope;
  terms: Terms;
  layers: readonly PlanLayer[];
  answered: readonly { question: string; rater: string; kind: "human" | "judge" }[];
  settled: readonly string[];
  /** Of people, and with it judges'. */
  rounds: { people: string[]; all: string[] };
  textsOpen: boolean;
};

/** Why a layer's rows cannot stand in qrels; null where they can. */
export async function noQrels({ snapshot }: Pick<ReleaseReader, "snapshot">, layer: PlanLayer): Promise<string | null> {
  try {
    await checkQrels(snapshot, layer.resolved);

    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

/** In which formats a layer's judgements are written, and with which grades. */
export function gradedBy(plan: ReleasePlan, withoutQrels: readonly { layer: string }[]): Graded {
  const formats = (["qrels", "beir"] as const).filter((format) => plan.formats.includes(format));

  return (layer) => ({
    formats: withoutQrels.some((one) => one.layer === layer.title)
      ? []
      : formats.map((format) => (format === "qrels" ? "trec" : "beir")),
    grades: gradesOf(layer.resolved.subject.options, plan.positive),
  });
}

/** Beside the layers' qrels: each rater, each judge and what is settled; BEIR's texts; and `alt-test/*`. */
export async function writeJudgements(
  reader: ReleaseReader,
  writer: FileWriter,
  facts: Facts,
  graded: Graded,
): Promise<Pick<Manifest, "qrels" | "altTests">> {
  const qrels: ManifestQrels[] = [];
  const known = (await pairsAreDistinct(reader, facts.scope)) ? ("distinct" as const) : undefined;
  const add = async (entry: ManifestQrels, judgements: AsyncIterable<Judgement[]>) => {
    const counted = counting(judgements);
    await writer.bytes(entry.path, encodeJudgements(entry.format, entry.path, counted.pages, known), counted.rows);
    qrels.push(entry);
  };
  const able = facts.layers.filter((layer) => graded(layer).formats.length > 0);
  for (const layer of able)
    if (graded(layer).formats.includes("beir")) await writeBeirTexts(reader, writer, layer, facts);
  const first = able.find((layer) => layer.resolved.rows === "item" && layer.resolved.spec.rule.kind !== "must_cite");
  if (first && facts.plan.formats.includes("qrels")) await writeRaters(reader, facts, first, add);

  return { qrels, altTests: await writeAltTests(reader, writer, facts) };
}

/** Where each pair of papers has one item, no qrels can hold it twice, and none needs to remember those it had. */
async function pairsAreDistinct({ snapshot }: ReleaseReader, { studyId }: ReleaseScope): Promise<boolean> {
  const [row] = await snapshot.rows<{ distinct: boolean }>(sql`
    SELECT coalesce(bool_and(i."focalKey" IS NOT NULL AND i."targetKey" IS NOT NULL), true)
      AND count(*) = count(DISTINCT (i."focalKey", i."targetKey")) AS distinct
    FROM "Item" i WHERE i."studyId" = ${studyId}::uuid`);

  return row?.distinct === true;
}

/** A label's grade: the label itself where labels are whole numbers, else 1 for the positive option and 0 for others. */
export function gradesOf(options: readonly string[], positive: string | undefined): Record<string, number> {
  const graded = options.every((option) => /^\d{1,4}$/.test(option));
  const one = positive !== undefined && options.includes(positive) ? positive : options[0];

  return Object.fromEntries(options.map((option) => [option, graded ? Number(option) : Number(option === one)]));
}

async function writeRaters(
  { snapshot }: ReleaseReader,
  { answered, scope, terms, rounds, settled, plan }: Facts,
  layer: PlanLayer,
  add: (entry: ManifestQrels, judgements: AsyncIterable<Judgement[]>) => Promise<void>,
): Promise<void> {
  const { question, options } = layer.resolved.subject;
  const grades = gradesOf(options, plan.positive);
  if (rounds.people.length === 0) return;
  for (const { rater, kind } of answered.filter((row) => row.question === question)) {
    const own = { rater, question, rounds: kind === "judge" ? rounds.all : rounds.people };
    await add(
      {
        path: `qrels/${kind === "judge" ? "judge" : "rater"}-${rater}.qrels`,
        format: "trec",
        source: { kind: "rater", ...own },
        grades,
      },
      raterJudgements(labelRows(snapshot, scope, terms, { rater, question }), own, grades),
    );
  }
  if (!settled.includes(question)) return;
  const source = { question, rounds: rounds.people };
  await add(
    { path: "qrels/adjudicated.qrels", format: "trec", source: { kind: "adjudicated", ...source }, grades },
    raterJudgements(adjudicationRows(snapshot, scope), { rater: null, ...source }, grades),
  );
}

async function writeAltTests(
  { snapshot }: ReleaseReader,
  writer: FileWriter,
  facts: Facts,
): Promise<Manifest["altTests"]> {
  if (!facts.plan.tables.includes("alt_test") || facts.rounds.people.length === 0) return [];
  const { codebook } = facts.terms;
  const altTests: Manifest["altTests"] = [];
  for (const { id, options } of [...codebook.questions, ...codebook.derived]) {
    const of = (kind: string) => facts.answered.some((row) => row.question === id && row.kind === kind);
    if (!of("human") || !of("judge")) continue;
    const wanted = { question: id, rounds: facts.rounds.people };
    const { human, judge } = await altTestLabels(
      labelRows(snapshot, facts.scope, facts.terms, { question: id }),
      wanted,
    );
    const numeric = options.every((option) => /^-?\d{1,9}$/.test(option.id));
    const folder = `alt-test/${id}`;
    for (const [name, labels] of [
      ["human_annotations.json", human],
      ["llm_annotations.json", judge],
    ] as const) {
      const rows = [...labels.values()].reduce((sum, own) => sum + own.size, 0);
      await writer.bytes(`${folder}/${name}`, bytesOf(encodeAltTest(labels, numeric)), rows);
    }
    altTests.push({ ...wanted, folder, numeric });
  }

  return altTests;
}

type Paper = { id: string; title: string | null };

/** Titles where the pool has them and may give them away; ids alone else. */
async function writeBeirTexts(
  { snapshot }: ReleaseReader,
  writer: FileWriter,
  layer: PlanLayer,
  { plan, textsOpen }: Facts,
): Promise<void> {
  const { studyId } = layer.resolved;
  const papers = (column: "focal" | "target") => sql`
    SELECT q.id, p.title FROM (SELECT DISTINCT CASE WHEN i."focalKey" IS NOT NULL AND i."targetKey" IS NOT NULL
        THEN ${column === "focal" ? sql`i."focalKey"` : sql`i."targetKey"`}
        ELSE split_part(i.key, ' ', ${column === "focal" ? 1 : 2}::int) END AS id
      FROM "Item" i WHERE i."studyId" = ${studyId}::uuid) q
    LEFT JOIN "Pool" o ON o."studyId" = ${studyId}::uuid AND o.name = ${plan.pool ?? ""}::text AND ${textsOpen}::boolean
    LEFT JOIN "PoolEntry" p ON p."studyId" = o."studyId" AND p."poolId" = o.id AND p."corpusId" = q.id
    WHERE q.id <> '' ORDER BY q.id COLLATE "C"`;
  const folder = `beir/${layer.name}`;
  const corpus = counting(
    texts(snapshot.pages<Paper>(papers("target")), (row) => ({ id: row.id, title: row.title ?? "", text: "" })),
  );
  await writer.bytes(`${folder}/corpus.jsonl`, encodeBeirTexts(corpus.pages), corpus.rows);
  const queries = counting(
    texts(snapshot.pages<Paper>(papers("focal")), (row) => ({ id: row.id, title: null, text: row.title ?? "" })),
  );
  await writer.bytes(`${folder}/queries.jsonl`, encodeBeirTexts(queries.pages), queries.rows);
}

async function* texts(pages: AsyncIterable<Paper[]>, text: (row: Paper) => BeirText): AsyncGenerator<BeirText[]> {
  for await (const page of pages) yield page.map(text);
}

function counting<T>(source: AsyncIterable<readonly T[]>): { pages: AsyncIterable<T[]>; rows: () => number } {
  let rows = 0;

  async function* pages() {
    for await (const page of source) {
      rows += page.length;
      yield [...page];
    }
  }

  return { pages: pages(), rows: () => rows };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
