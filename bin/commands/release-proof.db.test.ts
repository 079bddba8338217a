import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { main } from "@/bin/main";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import { command, file, lines, newStudy } from "@/lib/imports/test-study";
import { createLayer } from "@/lib/layers/create-layer";
import { checkCard } from "@/lib/release-files/check-card";
import { checkCroissant } from "@/lib/release-files/check-croissant";
import { Manifest } from "@/lib/release-files/manifest";
import { writeManifest, writeSums } from "@/lib/release-files/seal-release";
import { filesOf, release, sha256 } from "@/lib/releases/test-release";

const folder = mkdtempSync(path.join(os.tmpdir(), "assay-proof-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let out = "";
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

type Files = Map<string, Buffer>;
type Finding = { file: string; check: string };

/** What three raters and the judge say of a reference: y or n, and 1 to 5. */
const SAID = ["y5 y5 y4 y5", "n2 n2 n1 n2", "n1 n1 n1 n3", "y4 n4 y4 y4", "n3 n2 n3 n3", "y3 y4 y2 y4", "n1 n1 y1 n1"];

/** The must-cite study of the main job, by way of its imports. */
async function makeStudy(): Promise<string> {
  const studyId = await newStudy("must-cite");
  const done = async (work: Promise<{ state: string; faults: unknown }>) =>
    expect(await work).toMatchObject({ state: "done" });
  const references = SAID.map((_, i) => ({ query_id: "77", target: String(100 + i) }));
  const records = references.map((one, i) => ({
    ...{ ...one, cited_title: `Work ${i}`, cited_year: 2001 + i },
    contexts: Array.from({ length: 1 + (i % 4) }, (_x, n) => ({ section: "Intro", context: `Window ${n} of it.` })),
  }));
  await done(importItems(command, { studyId, files: [file("refs.jsonl", lines(...records))] }));
  const answer = (text = "") => ({ baseline: text.startsWith("y") ? "yes" : "no", relevance: text.slice(1) });
  const people = SAID.flatMap((said, i) =>
    [0, 1, 2].map((rater) => ({ ...references[i], rater: `p${rater}`, ...answer(said.split(" ")[rater]) })),
  );
  await done(importHumanLabels(command, { studyId, files: [file("people.jsonl", lines(...people))] }));
  const judged = SAID.map((said, i) => ({ ...references[i], ...answer(said.split(" ")[3]) }));
  const files = [file("judge.jsonl", lines(...judged))];
  await done(importJudgeLabels(command, { studyId, files, options: { run: "judge" } }));
  const rule = {
    kind: "must_cite" as const,
    typeI: { question: "baseline", accept: ["yes"] },
    typeII: { question: "relevance", atLeast: "4", by: { kind: "median" as const, which: "lower" as const } },
  };
  await createLayer(command, { studyId, name: "must", spec: { question: "must_cite", rule } });

  return studyId;
}

let made: Promise<Files> | undefined;
function whole(): Promise<Files> {
  made ??= makeStudy().then(async (studyId) => {
    const layers = ["must", "majority:baseline", "majority:relevance", "judge:judge"];
    const tables = ["reference_lists" as const, "alt_test" as const];
    const { releaseId } = await release(studyId, { layers, tables, profile: "team" });

    return filesOf(studyId, releaseId);
  });

  return made;
}

async function verify(files: Files): Promise<{ code: number; findings: Finding[] }> {
  const target = mkdtempSync(path.join(folder, "r-"));
  for (const [name, bytes] of files) {
    mkdirSync(path.dirname(path.join(target, name)), { recursive: true });
    writeFileSync(path.join(target, name), bytes);
  }
  out = "";
  const code = await main(["verify", target, "--json"]);
  rmSync(target, { recursive: true });

  return { code, findings: JSON.parse(out).findings };
}

function textOf(files: Files, name: string): string {
  return files.get(name)?.toString("utf8") ?? "";
}
function edit(name: string, from: string | RegExp, to: string) {
  return (files: Files) => {
    const next = textOf(files, name).replace(from, to);
    if (next === textOf(files, name)) throw new Error(`${name} has no ${from}: this would change nothing.`);
    files.set(name, Buffer.from(next));
  };
}
const dropLine = (name: string) => (files: Files) =>
  void files.set(name, Buffer.from(textOf(files, name).split("\n").toSpliced(1, 1).join("\n")));
const flip = (name: string) => (files: Files) => {
  const bytes = Buffer.from(files.get(name) ?? "");
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  files.set(name, bytes);
};
const inManifest = (change: (manifest: Manifest) => void) => (files: Files) => {
  const manifest = Manifest.parse(JSON.parse(textOf(files, "manifest.json")));
  change(manifest);
  files.set("manifest.json", Buffer.from(writeManifest(manifest)));
};

/** Every hash, size and sum made right again, by somebody who knows the layout. */
function cover(files: Files): void {
  inManifest((manifest) => {
    for (const entry of manifest.files) {
      const bytes = files.get(entry.path);
      if (bytes) Object.assign(entry, { sha256: sha256(bytes), bytes: bytes.length });
    }
  })(files);
  const { files: entries } = Manifest.parse(JSON.parse(textOf(files, "manifest.json")));
  const own = { path: "manifest.json", sha256: sha256(files.get("manifest.json") ?? Buffer.alloc(0)) };
  files.set("SHA256SUMS", Buffer.from(writeSums([...entries, own])));
}

type Mutation = [name: string, change: (files: Files) => void, file: string, check: string];
const OPEN: Mutation[] = [
  ["a bit of Parquet", flip("labels.parquet"), "labels.parquet", "sha-256"],
  ["a bit of the guideline", flip("guideline.md"), "guideline.md", "sha-256"],
  ["a sum", edit("SHA256SUMS", /^./, "x"), "SHA256SUMS", "sums"],
  ["a file too many", (files) => files.set("x.txt", Buffer.from("x")), "x.txt", "extra file"],
  ["a file too few", (files) => void files.delete("qrels/must.qrels"), "qrels/must.qrels", "missing file"],
  ["no manifest", (files) => void files.delete("manifest.json"), "manifest.json", "missing file"],
];
const COVERED: Mutation[] = [
  ["a bit of Parquet", flip("labels.parquet"), "labels.parquet", "form"],
  [
    "a Parquet file cut in half",
    (files) => void files.set("items.parquet", (files.get("items.parquet") ?? Buffer.alloc(0)).subarray(0, 400)),
    "items.parquet",
    "form",
  ],
  ["a label row dropped", dropLine("labels.jsonl"), "labels.jsonl", "rows"],
  [
    "a label, by agreement",
    edit("labels.jsonl", '"human","value":"5"', '"human","value":"1"'),
    "agreement.json",
    "agreement",
  ],
  [
    "a label, by its layer",
    edit("labels.jsonl", '"human","value":"5"', '"human","value":"1"'),
    "layers/must.jsonl",
    "layer provenance",
  ],
  [
    "a label, by the counts",
    edit("labels.jsonl", '"human","value":"5"', '"human","value":"1"'),
    "manifest.json",
    "counts",
  ],
  ["a cell of CSV", edit("labels.csv", ",5,", ",4,"), "labels.csv", "form"],
  ["an item dropped", dropLine("items.jsonl"), "labels.jsonl", "row"],
  ["a must-cite label", edit("layers/must.jsonl", '"label":"no"', '"label":"yes"'), "layers/must.jsonl", "layer label"],
  ["Type I", edit("layers/must.jsonl", '"type_1":true', '"type_1":false'), "layers/must.jsonl", "layer label"],
  [
    "Type II",
    edit("layers/must.jsonl", /("type_1":true,"type_2":)true/, "$1false"),
    "layers/must.jsonl",
    "layer label",
  ],
  ["Type III", edit("layers/must.jsonl", '"type_3":true', '"type_3":false'), "layers/must.jsonl", "layer label"],
  [
    "a majority",
    edit("layers/majority-baseline.jsonl", '"label":"yes"', '"label":"no"'),
    "layers/majority-baseline.jsonl",
    "layer label",
  ],
  [
    "a reference’s Type I",
    edit("tables/reference_lists.jsonl", '"type_1":1', '"type_1":0'),
    "tables/reference_lists.jsonl",
    "table",
  ],
  [
    "a reference’s mentions",
    edit("tables/reference_lists.jsonl", '"type_3":4', '"type_3":9'),
    "tables/reference_lists.jsonl",
    "table",
  ],
  ["a grade of qrels", edit("qrels/must.qrels", / 1\n/, " 0\n"), "qrels/must.qrels", "qrels"],
  ["BEIR’s qrels", edit("beir/must/qrels/test.tsv", /\t1\n/, "\t0\n"), "beir/must/qrels/test.tsv", "qrels"],
  [
    "an alt-test label",
    edit("alt-test/baseline/llm_annotations.json", '"yes"', '"no"'),
    "alt-test/baseline/llm_annotations.json",
    "alt-test",
  ],
  ["a coefficient", edit("agreement.json", /"value": 0\.\d+/, '"value": 0.999'), "agreement.json", "agreement"],
  ["the report", edit("report.md", /\d/, "x"), "report.md", "text"],
  ["the card", edit("README.md", "license: cc-by-4.0", "license: mit"), "README.md", "text"],
  ["the change log", edit("CHANGES.md", "First release", "Second release"), "CHANGES.md", "text"],
  ["Croissant", edit("croissant.json", /"sha256": "./, '"sha256": "x'), "croissant.json", "croissant"],
  ["the codebook", edit("codebook.json", "Must-cite", "Must-read"), "codebook.json", "codebook"],
  [
    "a rater’s count",
    inManifest(({ raters: [first] }) => {
      if (first) first.labels += 1;
    }),
    "manifest.json",
    "counts",
  ],
  [
    "a layer’s count",
    inManifest(({ layers: [first] }) => {
      if (first) first.counts.rows += 1;
    }),
    "manifest.json",
    "layer counts",
  ],
];

test("a release of the must-cite study verifies by command, and 32 changes of it are each caught by name", {
  timeout: 300_000,
}, async () => {
  const files = await whole();
  expect(await verify(files)).toEqual({ code: 0, findings: [] });
  for (const [covered, mutations] of [
    [false, OPEN],
    [true, COVERED],
  ] as const) {
    for (const [name, change, place, check] of mutations) {
      const changed = new Map(files);
      change(changed);
      if (covered) cover(changed);
      const { code, findings } = await verify(changed);
      expect(code, name).toBe(1);
      expect(findings, name).toContainEqual(expect.objectContaining({ file: place, check }));
      if (covered)
        expect(
          findings.filter((one) => ["sha-256", "sums"].includes(one.check)),
          name,
        ).toEqual([]);
    }
  }
});

test("an independent reader has every Parquet file’s rows and types; card and Croissant keep their published rules", {
  timeout: 180_000,
}, async () => {
  const files = await whole();
  const manifest = Manifest.parse(JSON.parse(textOf(files, "manifest.json")));
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const types: Record<string, string> = {
    ...{ string: "VARCHAR", json: "VARCHAR", int32: "INTEGER", float32: "FLOAT", float64: "DOUBLE" },
    ...{ boolean: "BOOLEAN", strings: "VARCHAR[]", ints: "INTEGER[]", id: "BIGINT" },
  };
  expect(manifest.ids).toBe("int64");
  let read = 0;
  for (const entry of manifest.files.filter((one) => one.path.endsWith(".parquet"))) {
    const place = path.join(folder, "one.parquet");
    writeFileSync(place, files.get(entry.path) ?? "");
    const columns = manifest.tables.find((table) => table.name === entry.table)?.columns ?? [];
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM '${place}'`);
    const found = described.getRowObjectsJson().map((row) => [row.column_name, row.column_type]);
    expect(found, entry.path).toEqual(columns.map(({ name, type }) => [name, types[type]]));
    const counted = await connection.runAndReadAll(`SELECT count(*)::int AS n FROM '${place}'`);
    expect(counted.getRowObjectsJson()[0]?.n, entry.path).toBe(entry.rows);
    read += 1;
  }
  // Items, labels, adjudications, four layers, one table.
  expect(read).toBe(8);
  const data = manifest.files.filter((one) => one.role === "data").map((one) => one.path);
  expect(checkCard(textOf(files, "README.md"), data)).toEqual([]);
  expect(checkCroissant(JSON.parse(textOf(files, "croissant.json")))).toEqual([]);
});
