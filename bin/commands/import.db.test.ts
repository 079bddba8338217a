import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { main } from "@/bin/main";
import { captureOutput } from "@/bin/test-output";
import { prisma } from "@/lib/db/client";
import { createStudy } from "@/lib/studies/create-study";

const folder = mkdtempSync(path.join(os.tmpdir(), "assay-import-"));
const said = captureOutput();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function study(builtIn: string) {
  const slug = `cli-${Math.random().toString(36).slice(2, 10)}`;
  const ctx = { actor: { kind: "command" as const }, requestId: "test" };
  const { studyId } = await createStudy(ctx, { slug, name: slug, codebook: { builtIn } });

  return { slug, studyId };
}

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);

  return file;
}

test("items with mapped columns, a judge's labels, people's labels; the last line says what was stored", async () => {
  const { slug, studyId } = await study("citation-role");
  const items = write("items.csv", "id,text\na,See [REF_TARGET].\nb,Use [REF_TARGET].\n");
  const map = ["--map", "context_id=id", "--map", "context_text=text"];
  expect(await main(["import", "--study", slug, "items", items, ...map, "--licence", "CC BY 4.0"])).toBe(0);
  expect(said.out).toContain("Imported: 2 items added, 0 unchanged, 2 records read");
  const judge = write("run-1.csv", "context_id,verdict\na,ME\nb,BC\n");
  expect(
    await main(["import", "--study", slug, "judge", judge, "--label", "verdict=role", "--model", "m", "--json"]),
  ).toBe(0);
  expect(JSON.parse(said.out.slice(said.out.indexOf("{")))).toMatchObject({ state: "done", added: 2, kind: "judge" });
  const human = write("people.csv", "context_id,rater,role\na,Ada,ME\nb,Bo,CC\n");
  expect(await main(["import", "--study", slug, "human", human, "--round", "outside"])).toBe(0);
  const raters = await prisma().rater.findMany({ where: { studyId }, orderBy: { name: "asc" } });
  expect(raters.map(({ kind, name, model }) => [kind, name, model])).toEqual([
    ["human", "Ada", null],
    ["human", "Bo", null],
    ["judge", "run-1", "m"],
  ]);
  expect(await prisma().round.count({ where: { studyId, name: "outside", purpose: "main" } })).toBe(1);
});

test("a refused file exits with 1 and lists its faults by file, line and column", async () => {
  const { slug, studyId } = await study("citation-role");
  const file = write("bad.jsonl", '{"context_id":"a"}\n{"context_id":"b","context_text":"x"}\n{"context_id"\n');
  expect(await main(["import", "--study", slug, "items", file])).toBe(1);
  expect(said.out).toContain("Refused: nothing was stored");
  expect(said.err).toContain(`${file}:1:context_text: `);
  expect(said.err).toContain(`${file}:3:`);
  expect(said.err).toContain("2 faults in all.");
  expect(await prisma().item.count({ where: { studyId } })).toBe(0);
});

test("a folder of MasterSet files, its papers named by their paths", async () => {
  const { slug, studyId } = await study("must-cite");
  const reference = {
    target: "b0",
    title: "T",
    year: null,
    cite: "[1]",
    contexts: [{ section: "", context: "See [1]." }],
  };
  write("set/ICML/2020/id7_A_Title.json", JSON.stringify([reference]));
  write("set/ACL/2019/id8_Other.json", JSON.stringify([reference]));
  const pattern = "{venue}/{year}/{id}_{title}.json";
  expect(await main(["import", "--study", slug, "items", path.join(folder, "set"), "--pattern", pattern])).toBe(0);
  const rows = await prisma().item.findMany({ where: { studyId }, orderBy: { key: "asc" } });
  expect(rows.map((row) => row.key)).toEqual(["id7_A_Title:b0", "id8_Other:b0"]);
  expect(rows[0]?.content).toMatchObject({ venue: "ICML", query_year: 2020, query_title: "A Title" });
});

test("asked wrongly: exit code 2, or the option that does not belong here", async () => {
  const { slug } = await study("citation-role");
  const file = write("a.jsonl", "{}\n");
  expect(await main(["import", "--study", slug, "things", file])).toBe(2);
  expect(await main(["import", "--study", slug, "items", path.join(folder, "none")])).toBe(2);
  expect(await main(["import", "--study", slug, "items", file, "--pattern", "{a}{b}"])).toBe(2);
  expect(await main(["import", "--study", slug, "items", file, "--run", "r"])).toBe(1);
  expect(said.err).toContain("run");
  expect(await main(["import", "--study", "no-such-study", "items", file])).toBe(1);
});
