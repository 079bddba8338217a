import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { command as importCommand } from "@/bin/commands/import";
import { command } from "@/bin/commands/leaderboard";
import { prisma } from "@/lib/db/client";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { command as asCommand, FOUR_POINT, file, newStudy } from "@/lib/imports/test-study";

let folder = "";
const at = (name: string) => path.join(folder, name);
let written: string[] = [];
let said: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assay-leaderboard-"));
  const write = (name: string, text: string) => writeFile(at(name), text);
  await write("majority.qrels", "q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 1\n");
  await write("a.qrels", "q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 1\n");
  await write("b.qrels", "q1 0 d1 0\nq1 0 d2 1\nq2 0 d1 1\n");
  await write("first.run", "q1 Q0 d1 1 2 t\nq1 Q0 d2 2 1 t\nq2 Q0 d1 1 1 t\n");
  await write("second.run", "q1 Q0 d2 1 2 t\nq1 Q0 d1 2 1 t\nq2 Q0 d1 1 1 t\n");
  await write("bad.run", "q1 Q0 d2 1 nan t\n");
  await write("pool.csv", "corpus_id,title\nd1,One\nd2,Two\n");
  await write("twice.csv", "corpus_id\nd1\nd1\n");
  await write("splits.csv", "qid,split\nq1,test\nq2,train\n");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(() => {
  written = [];
  said = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());

const files = () => [
  ...["--qrels", `majority=${at("majority.qrels")}`, "--rater", `A=${at("a.qrels")}`, "--rater", `B=${at("b.qrels")}`],
  ...["--run", `first=${at("first.run")}`, "--run", `second=${at("second.run")}`, "--metric", "recip_rank"],
];

// first: 1 and 1; second: ½ and 1. Under B the other way round: first ½ and 1, second 1 and 1.
test("plain files: values, τ, leaders and flips as JSON, one seed one answer", async () => {
  expect(await command.run([...files(), "--json", "--draws", "3000"])).toBe(0);
  const board = JSON.parse(written.join(""));
  expect(
    board.layers.map((layer: { name: string; values: { value: number }[] }) => [
      layer.name,
      ...layer.values.map(({ value }) => value),
    ]),
  ).toEqual([
    ["majority", 1, 0.75],
    ["A", 1, 0.75],
    ["B", 0.75, 1],
  ]);
  expect(
    board.agreements.map((one: { tau: { value: number }; same_top: boolean }) => [one.tau.value, one.same_top]),
  ).toEqual([
    [1, true],
    [-1, false],
    [-1, false],
  ]);
  // d1 and d2 of q1 are each drawn 1 by a panel of two in ¼, 0 in ¼, unjudged in ½: d2 alone is relevant in ¼ · ¾.
  const [pair] = board.flips.pairs;
  expect(pair).toMatchObject({ a: "first", b: "second", difference: 0.25 });
  expect(Math.abs(pair.flipped.value - 3 / 16)).toBeLessThan(0.036);
  expect(board.flips).toMatchObject({ draws: 3000, raters: 2, labelled: 3, disputed: 2, reference: "majority" });
  expect(board.settings).toMatchObject({ seed: "1", draws: 3000, metric: "recip_rank" });
  const first = written.join("");
  written = [];
  await command.run([...files(), "--json", "--draws", "3000"]);
  expect(written.join("")).toBe(first);
});

test("for people: the sentence first, every number with its n", async () => {
  expect(await command.run([...files(), "--replicates", "200"])).toBe(0);
  const text = written.join("");
  expect(text).toMatch(/^Ranked by recip_rank, 2 runs under 3 layers agree at Kendall’s τ between −1.00 and 1.00/);
  expect(text).toContain("2 of 3 labelled pairs in 2 queries are disputed; 200 draws.");
  expect(text).toContain("200 resamples");
});

test("what is asked wrongly or cannot be read", async () => {
  await expect(command.run([...files().slice(0, 6), "--run", at("first.run"), "--metric", "num_ret"])).rejects.toThrow(
    "ranks nothing",
  );
  await expect(
    command.run(["--qrels", at("a.qrels"), "--rater", at("b.qrels"), "--run", at("first.run")]),
  ).rejects.toThrow("two raters");
  await expect(command.run([...files(), "--drawn", "dice"])).rejects.toThrow("panel or rater");
  expect(await command.run(["--qrels", at("a.qrels"), "--run", at("bad.run")])).toBe(2);
  expect(said.join("")).toContain("bad.run:1: The score nan is not finite.");
});

test("a study: pool, split and runs by assay import, then its leaderboard", async () => {
  const studyId = await newStudy(FOUR_POINT);
  const { slug } = await prisma().study.findUniqueOrThrow({ where: { id: studyId } });
  await importItems(asCommand, { studyId, files: [file("i.txt", "q1 0 d1\nq1 0 d2\nq2 0 d1\n")] });
  for (const [rater, grades] of [
    ["A", [3, 0, 2]],
    ["B", [3, 1, 2]],
  ] as const) {
    const text = `q1 0 d1 ${grades[0]}\nq1 0 d2 ${grades[1]}\nq2 0 d1 ${grades[2]}\n`;
    await importHumanLabels(asCommand, { studyId, files: [file("l.qrels", text)], options: { rater } });
  }
  expect(await importCommand.run(["--study", slug, "pool", at("pool.csv")])).toBe(0);
  expect(written.join("")).toContain("Imported: pool pool, 2 papers");
  expect(await importCommand.run(["--study", slug, "split", `v1=${at("splits.csv")}`])).toBe(0);
  expect(
    await importCommand.run(["--study", slug, "run", at("first.run"), `other=${at("second.run")}`, "--json"]),
  ).toBe(0);
  await expect(importCommand.run(["--study", slug, "pool", at("twice.csv")])).rejects.toMatchObject({ status: 422 });
  await expect(importCommand.run(["--study", slug, "pool", at("pool.csv"), "--within", "v1"])).rejects.toThrow(
    "--within",
  );
  expect(await prisma().targetSet.findFirst({ where: { studyId } })).toMatchObject({
    name: "v1",
    kind: "split",
    rows: 2,
  });

  written = [];
  const asked = ["--study", slug, "--metric", "recip_rank", "--layer", "majority", "--json"];
  expect(await command.run(asked)).toBe(0);
  const board = JSON.parse(written.join(""));
  expect(board.runs).toEqual(["first", "other"]);
  expect(board.layers[0].values.map(({ value }: { value: number }) => value)).toEqual([1, 0.75]);
  await expect(command.run(["--study", slug, "--run", "none"])).rejects.toThrow("There are: first, other.");
});
