import { parquetMetadata, parquetReadObjects } from "hyparquet";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { command } from "@/lib/imports/test-study";
import { makePerson } from "@/lib/labels/test-study";
import { countLayer } from "./count-layer";
import { openExport } from "./open-export";
import { bytesOf, type LayerItem, makeLayerStudy, openSnapshots, textOf } from "./test-layer";
import type { LayerRow } from "./wire";

const MAJORITY = { kind: "majority" };

// ME and TF make a root, BC and CC do not.
const ITEMS: LayerItem[] = [
  ["a1", "10", "20", "ME ME BC", "ME", 0.5],
  ["a2", "10", "20", "BC BC BC", "BC", 0.25],
  ["a3", "10", "20", "", "CC", 0.875],
  ["b1", "10", "30", "ME BC", "BC", 0.125],
  ["c1", "9", "100", "ME", "", null],
  ["c2", "9", "100", "TF", "", null],
  ["d1", "7", "8", "BC", "UNSURE", 0.75],
];

async function rowsOf(input: object): Promise<LayerRow[]> {
  const text = await textOf({ ...input, format: "jsonl" });

  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test("majority: label, tie or none for every item, with who said what; the counts shown are the rows", async () => {
  const { studyId } = await makeLayerStudy(ITEMS);
  const layer = { studyId, question: "root", rule: MAJORITY };
  const rows = await rowsOf(layer);
  expect(rows.map(({ key, focal, target, label, decided }) => [key, focal, target, label, decided])).toEqual([
    ["a1", "10", "20", "ROOT", "majority"],
    ["a2", "10", "20", "WEED", "majority"],
    ["a3", "10", "20", null, "none"],
    ["b1", "10", "30", null, "tie"],
    ["c1", "9", "100", "ROOT", "majority"],
    ["c2", "9", "100", "ROOT", "majority"],
    ["d1", "7", "8", "WEED", "majority"],
  ]);
  const pseudonyms = await prisma().rater.findMany({ where: { studyId, kind: "human" } });
  expect(rows[0]?.labels.map((label) => label.value).sort()).toEqual(["ROOT", "ROOT", "WEED"]);
  for (const { rater, round, origin, codebookVersion } of rows[0]?.labels ?? []) {
    expect(pseudonyms.map((row) => row.pseudonym)).toContain(rater);
    expect([round, origin, codebookVersion]).toEqual(["imported", "imported", 1]);
  }
  // The people's names are not in the file.
  expect(JSON.stringify(rows)).not.toMatch(/"p[012]"/);
  expect(await countLayer(command, layer)).toEqual({
    items: 7,
    labelled: 5,
    ties: 1,
    unlabelled: 1,
    byLabel: [
      { label: "ROOT", items: 3 },
      { label: "WEED", items: 2 },
    ],
  });
});

test("one judge's layer: its labels as they are; its UNSURE is no label, and stays in the provenance", async () => {
  const { studyId, judgeId } = await makeLayerStudy(ITEMS);
  const rule = { kind: "judge", judgeId };
  const rows = await rowsOf({ studyId, question: "role", rule });
  expect(rows.map(({ key, label, decided }) => `${key} ${label} ${decided}`)).toEqual([
    "a1 ME judge",
    "a2 BC judge",
    "a3 CC judge",
    "b1 BC judge",
    "c1 null none",
    "c2 null none",
    "d1 null none",
  ]);
  expect(rows[6]?.labels).toMatchObject([{ value: "UNSURE", probability: 0.75, round: "corpus" }]);
  const counts = await countLayer(command, { studyId, question: "role", rule });
  expect(counts).toMatchObject({ items: 7, labelled: 4, unlabelled: 3, ties: 0 });
  expect(counts.byLabel.map((row) => row.label)).not.toContain("UNSURE");
  await expect(countLayer(command, { studyId, rule: { kind: "judge", judgeId: uuid7() } })).rejects.toMatchObject({
    status: 404,
  });
});

const edges = async (input: object) => {
  const bytes = await bytesOf({ ...input, format: "parquet" });
  const file = new Uint8Array(bytes).buffer;

  return { file, rows: await parquetReadObjects({ file }) };
};

test("Parquet in MUSES' columns: edges in id order, with values worked by hand, for one mention and for two", async () => {
  const { studyId, judgeId } = await makeLayerStudy(ITEMS);
  const layer = { studyId, question: "root", rule: MAJORITY, probabilityJudgeId: judgeId };
  const one = await edges(layer);
  expect(
    parquetMetadata(one.file)
      .schema.slice(1)
      .map(({ name, type, repetition_type }) => [name, type, repetition_type]),
  ).toEqual([
    ["focal_corpusid", "INT64", "REQUIRED"],
    ["candidate_corpusid", "INT64", "REQUIRED"],
    ["n_mentions", "INT32", "REQUIRED"],
    ["n_root_mentions", "INT32", "REQUIRED"],
    ["max_root_prob", "FLOAT", "OPTIONAL"],
    ["root_label", "INT32", "OPTIONAL"],
  ]);
  const row = (
    ids: [bigint, bigint],
    mentions: number,
    roots: number,
    probability: number | null,
    label: number | null,
  ) => ({
    focal_corpusid: ids[0],
    candidate_corpusid: ids[1],
    n_mentions: mentions,
    n_root_mentions: roots,
    max_root_prob: probability,
    root_label: label,
  });
  expect(one.rows).toEqual([
    // The judge was UNSURE here: it has no derived label, and its probability counts all the same.
    row([7n, 8n], 1, 0, 0.75, 0),
    row([9n, 100n], 2, 2, null, 1),
    // Three mentions, two of them labelled by people; the judge's highest is on the third.
    row([10n, 20n], 3, 1, 0.875, 1),
    // A tie is no label: nothing is known of this edge.
    row([10n, 30n], 1, 0, 0.125, null),
  ]);
  const two = await edges({ ...layer, leastPositive: 2 });
  expect(two.rows.map((edge) => edge.root_label)).toEqual([0, 1, 0, null]);
  const { rows: unnamed } = await edges({ studyId, question: "root", rule: MAJORITY });
  expect(unnamed.every((edge) => edge.max_root_prob === null)).toBe(true);
  const { rows: weeds } = await edges({ ...layer, positive: "WEED" });
  expect(weeds.map((edge) => edge.n_root_mentions)).toEqual([1, 0, 1, 0]);
  const { rows: judged } = await edges({ ...layer, rule: { kind: "judge", judgeId } });
  expect(judged.map((edge) => [edge.n_root_mentions, edge.root_label])).toEqual([
    [0, null],
    [0, null],
    [1, 1],
    [0, 0],
  ]);
});

test("ids that are no whole numbers, and options that do not exist, are refused before the first byte", async () => {
  const { studyId } = await makeLayerStudy([
    ["a", "1", "2", "ME", "", null],
    ["b", "1", "two", "ME", "", null],
  ]);
  const layer = { studyId, question: "root", rule: MAJORITY };
  await expect(openExport(command, { ...layer, format: "parquet" })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("The item b leads from 1 to two"),
  });
  await expect(openExport(command, { ...layer, format: "qrels", positive: "NOPE" })).rejects.toMatchObject({
    status: 400,
  });
  await expect(openExport(command, { ...layer, format: "xlsx" })).rejects.toThrow();
  await expect(openExport(command, { ...layer, question: "nothing", format: "csv" })).rejects.toMatchObject({
    status: 404,
  });
  expect(await openSnapshots()).toBe(0);
});

test("hostile keys: exact in JSON lines, guarded in CSV, in byte order in both", async () => {
  const keys = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", 'a"b', "a,b", "a\u2028b", "😀", "ﬁ", "Ä", "z", "%", "_"];
  const { studyId } = await makeLayerStudy(keys.map((key): LayerItem => [key, "1", "2", "ME", "", null]));
  const layer = { studyId, question: "role", rule: MAJORITY };
  const sorted = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect((await rowsOf(layer)).map((row) => row.key)).toEqual(sorted);
  const csv = await textOf({ ...layer, format: "csv" });
  const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  expect(data.map((row) => row.key)).toEqual(sorted.map((key) => (/^[=+\-@]/.test(key) ? `'${key}` : key)));
  expect(data[0]).toMatchObject({
    label: "ME",
    decided: "majority",
    n_labels: "1",
    values: "ME",
    codebook_versions: "1",
  });
  expect(await textOf({ ...layer, format: "csv" })).toBe(csv);
});

test("only members who may have the data get it; each export is on record with its snapshot", async () => {
  const { studyId } = await makeLayerStudy(ITEMS);
  const input = { studyId, question: "root", rule: MAJORITY, format: "jsonl" };
  for (const role of ["rater", "adjudicator"] as const) {
    await expect(openExport((await makePerson(studyId, role)).ctx, input)).rejects.toMatchObject({ status: 403 });
  }
  const stranger = await makePerson(studyId, null);
  await expect(openExport(stranger.ctx, input)).rejects.toMatchObject({ status: 404 });
  await expect(countLayer(stranger.ctx, { studyId, rule: MAJORITY })).rejects.toMatchObject({ status: 404 });
  const before = await prisma().auditEvent.count({ where: { studyId } });
  const { ctx } = await makePerson(studyId, "auditor");
  const opened = await openExport(ctx, input);
  for await (const _ of opened.bytes);
  const [event] = await prisma().auditEvent.findMany({ where: { studyId }, orderBy: { seq: "desc" }, take: 1 });
  expect(event).toMatchObject({ action: "layer.export", detail: { format: "jsonl", snapshotId: opened.snapshotId } });
  expect(await prisma().auditEvent.count({ where: { studyId } })).toBe(before + 1);
});
