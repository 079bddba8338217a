import { tmpdir } from "node:os";
import path from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parquetMetadata } from "hyparquet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkCard } from "./check-card";
import { checkCroissant } from "./check-croissant";
import type { Row, Table } from "./columns";
import { encodeParquet, parquetSchema } from "./encode-parquet";
import { csvLine, csvText, encodeCsv, encodeJsonl } from "./encode-text";
import { pagesOf } from "./read-rows";
import { ENDORSEMENT_PAIRS, HUMAN_GOLD_AUDIT, LABELS, RHETORIC_LABELS } from "./tables";
import { bytesOf, makeRelease, textOf } from "./test-release";
import { labelRows } from "./test-rows";

// This folder may not import node:fs; what its tests read and write does not loosen that.
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = process.getBuiltinModule("node:fs");
const shared = path.join(process.cwd(), "../shared/formats");
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "assay-formats-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(sql: string) {
  const connection = await (await DuckDBInstance.create()).connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
  }
}

async function parquetFile(name: string, table: Table, ids: "int64" | "string", rows: readonly Row[]) {
  const file = path.join(folder, name);
  writeFileSync(file, await bytesOf(encodeParquet(table, ids, pagesOf(rows))));

  return file;
}

test("DuckDB reads the Parquet of a release: types, lists, nulls, ids beyond 2^53 and counts", async () => {
  const { files } = await makeRelease();
  const file = path.join(folder, "layer.parquet");
  writeFileSync(file, files.get("layers/grade-majority.parquet") ?? "");
  const described = await query(`DESCRIBE SELECT * FROM '${file}'`);
  expect(described.map((row) => [row.column_name, row.column_type])).toEqual([
    ["item", "VARCHAR"],
    ["focal", "BIGINT"],
    ["target", "BIGINT"],
    ["label", "VARCHAR"],
    ["decided", "VARCHAR"],
    ["confidence", "DOUBLE"],
    ["raters", "VARCHAR[]"],
    ["values", "VARCHAR[]"],
    ["counts_as", "VARCHAR[]"],
    ["rounds", "VARCHAR[]"],
    ["codebook_versions", "INTEGER[]"],
  ]);
  expect(await query(`SELECT count(*) AS n, count(label) AS labelled FROM '${file}'`)).toEqual([
    { n: "14", labelled: "11" },
  ]);
  expect(
    await query(
      `SELECT item, focal, label, raters, codebook_versions FROM '${file}' WHERE item IN ('u06', 'u11', 'u13') ORDER BY 1`,
    ),
  ).toEqual([
    {
      item: "u06",
      focal: "9007199254740993",
      label: null,
      raters: ["r-a", "r-b", "r-c", "r-d"],
      codebook_versions: [1, 1, 1, 1],
    },
    { item: "u11", focal: "9007199254740993", label: "1", raters: ["r-c", "r-d"], codebook_versions: [1, 1] },
    { item: "u13", focal: "9007199254740993", label: null, raters: [], codebook_versions: [] },
  ]);
});

test("DuckDB reads labels: booleans, 32-bit numbers, texts with quotes and line breaks; ids as texts where they are declared so", async () => {
  const file = await parquetFile("labels.parquet", LABELS, "string", labelRows());
  const types = Object.fromEntries(
    (await query(`DESCRIBE SELECT * FROM '${file}'`)).map((row) => [row.column_name, row.column_type]),
  );
  expect(types).toMatchObject({
    focal: "VARCHAR",
    derived: "BOOLEAN",
    counted: "BOOLEAN",
    codebook_version: "INTEGER",
    probability: "DOUBLE",
  });
  expect(await query(`SELECT note FROM '${file}' WHERE note IS NOT NULL`)).toEqual([
    { note: '=1+1, "quoted"\nand on' },
  ]);
  expect(await query(`SELECT counted, count(*)::int AS n FROM '${file}' GROUP BY 1 ORDER BY 1`)).toEqual([
    { counted: false, n: 1 },
    { counted: true, n: 108 },
  ]);
});

const NUMBERS: Table = {
  name: "numbers",
  description: "n",
  key: ["n"],
  columns: [{ name: "n", type: "id", optional: false, description: "n" }],
};

test("200,001 rows: groups of at most 20,000, ordered as numbers", { timeout: 60_000 }, async () => {
  const rows = Array.from({ length: 200_001 }, (_, n) => ({ n: String(n) }));
  const file = await parquetFile("numbers.parquet", NUMBERS, "int64", rows);
  const { row_groups } = parquetMetadata(new Uint8Array(readFileSync(file)).buffer);
  expect(row_groups.map((group) => Number(group.num_rows))).toEqual([...Array(10).fill(20_000), 1]);
  expect(await query(`SELECT count(*) AS n, sum(n) AS sum FROM '${file}'`)).toEqual([
    { n: "200001", sum: "20000100000" },
  ]);
});

test.each<[string, Row[], string]>([
  ["a key that stands twice", [{ n: "1" }, { n: "1" }], "twice"],
  ["rows out of order", [{ n: "10" }, { n: "9" }], "out of order"],
  ["an id that is no number", [{ n: "x" }], "64 bits"],
  ["an id beyond 64 bits", [{ n: "9223372036854775808" }], "64 bits"],
  ["an empty cell", [{ n: null }], "must not be"],
  ["an unknown column", [{ n: "1", m: "2" }], "no column m"],
])("%s is refused with its row", async (_, rows, words) => {
  for (const encode of [encodeJsonl, encodeCsv, encodeParquet])
    await expect(bytesOf(encode(NUMBERS, "int64", pagesOf(rows)))).rejects.toThrow(words);
});

test("CSV cells that a spreadsheet would run are guarded; numbers are not", () => {
  for (const start of ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
    expect(csvText(`${start}1`)).toBe(`"'${start}1"`);
  expect(csvText("a=1")).toBe("a=1");
  expect(csvText('x"y')).toBe('"x""y"');
  expect(csvLine(NUMBERS, { n: "-5" })).toBe("-5\r\n");
});

test("Croissant and card of a release break no published rule", async () => {
  const { files, manifest } = await makeRelease();
  const data = manifest.files.filter((file) => file.role === "data").map((file) => file.path);
  const croissant = JSON.parse(textOf(files, "croissant.json"));
  expect(checkCroissant(croissant)).toEqual([]);
  expect(checkCard(textOf(files, "README.md"), data)).toEqual([]);
  expect(croissant).toMatchObject({ isLiveDataset: false, "rai:annotatorDemographics": "unknown" });
  expect(croissant.recordSet.map((set: { "@id": string }) => set["@id"]).sort()).toEqual([
    "adjudications",
    "items",
    "labels",
    "layers/grade-judge",
    "layers/grade-majority",
    "layers/grade-settled",
    "layers/match-edges",
    "tables/rhetoric_labels_paper_level",
  ]);
});

const muses = path.join(process.cwd(), "../shared/data/muses-mini");

test.skipIf(!existsFormats()).each([RHETORIC_LABELS, HUMAN_GOLD_AUDIT, ENDORSEMENT_PAIRS])(
  "the columns and types of $name are those that MUSES releases (needs ../shared/data)",
  (table) => {
    const bytes = new Uint8Array(readFileSync(path.join(muses, `${table.name}.parquet`)));
    const shape = (schema: readonly { name: string; type?: string }[]) =>
      schema.slice(1).map(({ name, type }) => [name, type]);
    const published = shape(parquetMetadata(bytes.buffer).schema);
    expect(shape(parquetSchema(table, "int64")).slice(0, published.length)).toEqual(published);
  },
);

test.skipIf(!existsFormats())("the sample documents keep the rules, too (needs ../shared/formats)", () => {
  const croissant = JSON.parse(readFileSync(path.join(shared, "croissant/croissant-1.1.json"), "utf8"));
  expect(checkCroissant(croissant)).toEqual([]);
  const older = JSON.parse(readFileSync(path.join(shared, "croissant/croissant-1.0.json"), "utf8"));
  expect(checkCroissant(older)).toEqual(["conformsTo does not name http://mlcommons.org/croissant/1.1."]);
});

function existsFormats(): boolean {
  try {
    return readFileSync(path.join(shared, "croissant/croissant-1.1.json")).length > 0;
  } catch {
    return false;
  }
}

test.each<[string, (document: Record<string, unknown>) => void, string]>([
  ["no licence", (document) => delete document.license, "license is missing."],
  ["no distribution", (document) => Object.assign(document, { distribution: [] }), "distribution is missing."],
  [
    "an invented RAI property",
    (document) => Object.assign(document, { "rai:mood": "good" }),
    "rai:mood is no property of the RAI vocabulary.",
  ],
  [
    "an id twice",
    (document) => (document.recordSet as unknown[]).push((document.recordSet as unknown[])[0]),
    "The id adjudications stands twice.",
  ],
])("Croissant with %s is told", async (_, spoil, message) => {
  const { files } = await makeRelease();
  const document = JSON.parse(textOf(files, "croissant.json"));
  spoil(document);
  expect(checkCroissant(document)).toContain(message);
});

test.each([
  ["license: cc-by-4.0", "license: free", "license is none that the Hub knows."],
  ["license: cc-by-4.0", "license: other", "license is other, but license_name or license_link is missing."],
  ["  - en\n", "  - English\n", "English is no language code."],
  ["n<1K", "small", "small is no size category."],
  ["config_name: items-csv", "config_name: a/b", "a/b is no config name."],
  ["split: test", "split: the test", "the test is no name of a split."],
])("a card with %s as %s is told", async (from, to, message) => {
  const { files, manifest } = await makeRelease();
  const data = manifest.files.filter((file) => file.role === "data").map((file) => file.path);
  expect(checkCard(textOf(files, "README.md").replace(from, to), data)).toContain(message);
});
