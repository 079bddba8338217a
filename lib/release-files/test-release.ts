import { canonicalJson } from "@/lib/codebooks/canonical-json";
import type { AgreementRecipe } from "./agreement-file";
import { settledKey } from "./agreement-patterns";
import { collectAgreement } from "./collect-agreement";
import type { Row, Table } from "./columns";
import { countRows } from "./count-rows";
import {
  altTestLabels,
  encodeAltTest,
  encodeBeirTexts,
  encodeJudgements,
  layerJudgements,
  raterJudgements,
} from "./encode-judgements";
import { encodeParquet } from "./encode-parquet";
import { encodeCsv, encodeJsonl } from "./encode-text";
import type { Manifest, ManifestFile } from "./manifest";
import { mediaTypeOf } from "./media-type";
import { pagesOf } from "./read-rows";
import type { ReleaseSource } from "./release-source";
import { ruleWords } from "./rule-words";
import { sealRelease, writeAgreement } from "./seal-release";
import { ADJUDICATIONS, EDGE_LAYER, ITEMS, LABELS, LAYER, RHETORIC_LABELS } from "./tables";
import { tallyLayer, tallyRows } from "./tally";
import {
  edgeRows,
  FOCAL,
  GRADES,
  itemRows,
  JUDGE,
  labelRows,
  layerRow,
  MAJORITY,
  OBSERVERS,
  paperRows,
  settledRows,
  sha256,
} from "./test-rows";

const raters = Object.keys(OBSERVERS);
const common = {
  abstain: [],
  abstainQuestion: null,
  rounds: ["main"],
  raters,
  origins: ["studio" as const],
  codebookVersion: null,
  judge: null,
  reference: null,
  interval: { replicates: 200, seed: "fixture", level: 0.95 },
};
export const recipes: AgreementRecipe[] = [
  ...(["alpha_nominal", "alpha_ordinal", "alpha_interval", "percent"] as const).map((measure) => ({
    ...common,
    id: `grade/${measure}`,
    measure,
    question: "grade",
    scale: "ordinal" as const,
    categories: GRADES,
  })),
  {
    ...common,
    id: "grade/judge_accuracy/r-judge",
    measure: "judge_accuracy",
    question: "grade",
    scale: "ordinal",
    categories: GRADES,
    judge: "r-judge",
    reference: { rule: "adjudicated", raters },
  },
];

type Files = Map<string, Buffer>;
export const textOf = (files: Files, path: string) => (files.get(path) ?? Buffer.alloc(0)).toString("utf8");

export async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);

  return Buffer.concat(all);
}

export function sourceOf(files: Files): ReleaseSource {
  return {
    async *list() {
      yield* files.keys();
    },
    async *open(path) {
      const bytes = files.get(path);
      if (!bytes) throw new Error(`${path} is not there.`);
      // Pieces that cut lines and characters.
      for (let from = 0; from < bytes.length; from += 1009) yield bytes.subarray(from, from + 1009);
    },
  };
}

/** A small whole release made with the project's own encoders; `change` may spoil the draft of its manifest. */
export async function makeRelease(): Promise<{ files: Files; draft: Manifest; manifest: Manifest }> {
  const files: Files = new Map();
  const labels = labelRows();
  const items = itemRows();
  const layers = {
    "grade-majority": MAJORITY.map((value, unit) => layerRow(unit, value, "grade", false, labels)),
    "grade-settled": MAJORITY.map((value, unit) => {
      const row = layerRow(unit, value, "grade", false, labels);

      return unit === 5 ? { ...row, label: "2", decided: "adjudicated" } : row;
    }),
    "grade-judge": MAJORITY.map((_, unit) =>
      layerRow(unit, JUDGE[unit] === undefined ? null : String(JUDGE[unit]), "grade", true, labels),
    ),
    "match-edges": edgeRows(labels),
  };
  const tables: Record<string, [Table, readonly Row[]]> = {
    items: [ITEMS, items],
    labels: [LABELS, labels],
    adjudications: [ADJUDICATIONS, settledRows],
    ...Object.fromEntries(
      Object.entries(layers).map(([name, rows]) => [
        `layers/${name}`,
        [name === "match-edges" ? EDGE_LAYER : LAYER, rows],
      ]),
    ),
    "tables/rhetoric_labels_paper_level": [RHETORIC_LABELS, paperRows()],
  };
  const tableOf = new Map<string, string>();
  for (const [path, [table, rows]] of Object.entries(tables)) {
    for (const [ending, encode] of [
      ["jsonl", encodeJsonl],
      ["csv", encodeCsv],
      ["parquet", encodeParquet],
    ] as const) {
      files.set(`${path}.${ending}`, await bytesOf(encode(table, "int64", pagesOf(rows, 5))));
      tableOf.set(`${path}.${ending}`, table.name);
    }
  }
  const grades = Object.fromEntries(GRADES.map((grade) => [grade, Number(grade)]));
  const question = { question: "grade", rounds: ["main", "corpus"] };
  const qrels: Manifest["qrels"] = [
    { path: "qrels/grade-settled.qrels", format: "trec", source: { kind: "layer", layer: "grade-settled" }, grades },
    { path: "qrels/rater-r-b.qrels", format: "trec", source: { kind: "rater", rater: "r-b", ...question }, grades },
    {
      path: "qrels/judge-r-judge.qrels",
      format: "trec",
      source: { kind: "rater", rater: "r-judge", ...question },
      grades,
    },
    { path: "qrels/adjudicated.qrels", format: "trec", source: { kind: "adjudicated", ...question }, grades },
    {
      path: "beir/grade-settled/qrels/test.tsv",
      format: "beir",
      source: { kind: "layer", layer: "grade-settled" },
      grades,
    },
  ];
  for (const { path, format, source } of qrels) {
    const judgements =
      source.kind === "layer"
        ? layerJudgements(source.layer, pagesOf(layers["grade-settled"]), grades)
        : raterJudgements(
            pagesOf(source.kind === "rater" ? labels : settledRows),
            { rater: source.kind === "rater" ? source.rater : null, ...question },
            grades,
          );
    files.set(path, await bytesOf(encodeJudgements(format, path, judgements)));
  }
  const once = async function* <T>(page: T[]) {
    yield page;
  };
  const documents = items.map((row) => ({ id: String(row.target), title: "", text: `Paper ${row.target}` }));
  const texts = new Map(documents.map((document) => [document.id, document]));
  files.set("beir/grade-settled/corpus.jsonl", await bytesOf(encodeBeirTexts(once([...texts.values()]))));
  files.set(
    "beir/grade-settled/queries.jsonl",
    await bytesOf(encodeBeirTexts(once([{ id: FOCAL, title: null, text: "A paper", metadata: { year: 2026 } }]))),
  );
  const test = { question: "grade", rounds: ["main"], folder: "alt-test/grade", numeric: true };
  const sides = await altTestLabels(pagesOf(labels), test);
  files.set("alt-test/grade/human_annotations.json", Buffer.from(encodeAltTest(sides.human, true)));
  files.set("alt-test/grade/llm_annotations.json", Buffer.from(encodeAltTest(sides.judge, true)));
  const codebook = { title: "Fixture", questions: [{ id: "grade", options: GRADES }] };
  files.set("codebook.json", Buffer.from(`${canonicalJson(codebook)}\n`));
  files.set("guideline.md", Buffer.from("# How to grade\n"));
  const collect = collectAgreement(recipes, new Map(settledRows.map((row) => [settledKey(row), String(row.value)])));
  const tally = tallyRows();
  for (const row of items) tally.addItem(row);
  for (const row of labels) {
    tally.addLabel(row);
    collect.add(row);
  }
  const agreement = collect.finish();
  files.set("agreement.json", Buffer.from(writeAgreement(agreement)));
  const entries: ManifestFile[] = [];
  for (const [path, bytes] of files) {
    entries.push({
      path,
      sha256: sha256(bytes),
      bytes: bytes.length,
      mediaType: mediaTypeOf(path),
      role: "data",
      rows: await countRows(sourceOf(files), path.replace(/\.parquet$/, ".jsonl")),
      table: tableOf.get(path) ?? null,
    });
  }
  const draft = draftOf(entries, layers, tally, qrels, test, sha256(canonicalJson(codebook)));
  const sealed = sealRelease(draft, agreement);
  for (const { path, content } of sealed.files) files.set(path, Buffer.from(content));

  return { files, draft, manifest: sealed.manifest };
}

function draftOf(
  files: ManifestFile[],
  layers: Record<string, readonly Row[]>,
  tally: ReturnType<typeof tallyRows>,
  qrels: Manifest["qrels"],
  test: Manifest["altTests"][number],
  codebookSha256: string,
): Manifest {
  const majority = { kind: "majority", tie: "no_label", least: 1 } as const;
  const rules: Record<string, Manifest["layers"][number]["rule"]> = {
    "grade-majority": majority,
    "grade-settled": { kind: "adjudicated_first", otherwise: majority },
    "grade-judge": { kind: "judge", judge: "r-judge" },
    "match-edges": { kind: "edge", least: 1, positive: "yes", negative: "no", over: majority },
  };
  const purposes: Record<string, string> = { main: "main", corpus: "corpus" };

  return {
    layout: 1,
    study: { slug: "fixture", title: "A | fixture", description: "Twelve units and an edge." },
    version: "1.1.0",
    profile: "public",
    licence: { id: "cc-by-4.0", name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
    authors: [{ name: "A. Author" }],
    citeAs: "@misc{fixture}",
    url: "https://example.org/fixture",
    language: ["en"],
    keywords: ["citations"],
    software: { name: "assay", version: "0.1.0" },
    snapshot: { id: "state-1", at: "2026-03-02T00:00:00Z" },
    ids: "int64",
    codebook: {
      title: "Fixture",
      version: 1,
      sha256: codebookSha256,
      path: "codebook.json",
      guidelinePath: "guideline.md",
      versions: [1],
    },
    raters: tally.raters(),
    judges: [
      {
        rater: "r-judge",
        name: "Judge",
        model: "model-x",
        run: "1",
        promptSha256: "0".repeat(64),
        promptsTried: 4,
        parameters: { temperature: 0 },
      },
    ],
    rounds: tally.rounds().map((round) => ({ ...round, purpose: purposes[round.name] ?? "main" })),
    samples: [
      {
        round: "main",
        seed: "7",
        generator: "sfc32",
        frameSha256: "1".repeat(64),
        frameSize: 48,
        strata: [{ name: "graded", size: 48, drawn: 12, inclusionProbability: 0.25 }],
      },
    ],
    coverage: tally.coverage(),
    pool: { name: "pool", sha256: "2".repeat(64), bytes: 100, size: 13 },
    targetSets: [],
    splits: [{ name: "test", queries: 1, cutOff: "2026-01-01" }],
    layers: Object.entries(layers).map(([name, rows]) => {
      const counts = tallyLayer();
      for (const row of rows) counts.add(row);
      const match = name === "match-edges";

      return {
        name,
        question: match ? "match" : "grade",
        options: match ? ["yes", "no"] : GRADES,
        codebookVersion: 1,
        table: match ? ("edge_layer" as const) : ("layer" as const),
        words: ruleWords(rules[name] ?? majority),
        spec: { name },
        ruleHash: "3".repeat(64),
        rule: rules[name] ?? majority,
        scope: { rounds: ["main"], origins: ["studio" as const, "imported" as const], withoutRaters: [] },
        cut: false,
        counts: counts.counts(),
      };
    }),
    qrels,
    altTests: [test],
    labelCounts: tally.labelCounts(),
    about: {
      demographics: null,
      collection: "By hand.",
      limitations: null,
      biases: null,
      uses: null,
      sensitive: null,
      maintenance: null,
    },
    withdrawn: 1,
    previous: { version: "1.0.0", manifestSha256: "4".repeat(64), change: "minor", reasons: ["2 more labelled rows."] },
    history: [
      { version: "1.1.0", at: "2026-03-02", reasons: ["2 more labelled rows."] },
      { version: "1.0.0", at: "2026-02-01", reasons: ["First release."] },
    ],
    tables: [ITEMS, LABELS, ADJUDICATIONS, LAYER, EDGE_LAYER, RHETORIC_LABELS],
    files,
  };
}
