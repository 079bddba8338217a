import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { main } from "@/bin/main";
import { captureOutput } from "@/bin/test-output";
import { prisma } from "@/lib/db/client";
import { addLabels, makePerson, makeStudy, TEST_CODEBOOK } from "@/lib/labels/test-study";
import { addCodebookTask } from "@/lib/studies/add-codebook-task";

const folder = mkdtempSync(path.join(os.tmpdir(), "assay-codebook-"));
const said = captureOutput();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);

  return file;
}

/** Two people's imported answers to three items: A A B and A B B; and version 2 as a file, in which A is AA. */
async function study() {
  const made = await makeStudy(3);
  const { studyId, itemIds } = made;
  const round = await prisma().round.create({ data: { studyId, name: "main", purpose: "main", seed: "s" } });
  for (const [name, values] of [
    ["ann", ["A", "A", "B"]],
    ["bob", ["A", "B", "B"]],
  ] as const) {
    const rater = await prisma().rater.create({ data: { studyId, pseudonym: name, kind: "human", name } });
    const said = Object.fromEntries(itemIds.map((id, i) => [id, values[i] ?? ""]));
    await addLabels(studyId, round.id, rater.id, "kind", said);
  }
  const text = JSON.stringify(TEST_CODEBOOK).replaceAll('"A"', '"AA"').replace('"A":', '"AA":');

  return { ...made, file: write("second.json", text.replace('"label":"AA"', '"label":"Ay"')) };
}

test("a version by command: refused without a mapping, rehearsed, added with one; agreement says what it mixes", async () => {
  const { slug, studyId, file } = await study();
  const add = (...more: string[]) => main(["studies", "codebook", "--study", slug, "--add", file, ...more]);
  expect(await add()).toBe(1);
  expect(said.err).toContain("kind.A: is not in the new version");
  const wrong = write("wrong.yaml", "- from: kind\n  to: kind\n  options:\n    - { from: [A], to: AA }\n");
  expect(await add("--mapping", wrong)).toBe(1);
  expect(said.err).toContain("wrong.yaml:4:");
  const mapping = write("mapping.yaml", "- from: kind\n  to: kind\n  options:\n    - { from: [A], to: [AA] }\n");
  expect(await add("--mapping", mapping, "--dry-run")).toBe(0);
  expect(said.out).toContain("kind: A renamed to AA");
  expect(said.out).toContain("Answers: 3 as they are, 3 renamed or merged, 0 split, 0 dropped.");
  expect(await prisma().codebook.count({ where: { studyId } })).toBe(1);
  said.out = "";
  expect(await add("--mapping", mapping, "--note", "Ay", "--json")).toBe(0);
  expect(JSON.parse(said.out)).toEqual({ version: 2, added: true, reopened: 0 });
  said.out = "";
  expect(await main(["studies", "codebook", "--study", slug, "--history"])).toBe(0);
  expect(said.out).toMatch(
    /^v2 .* 0 answers {2}Ay\n {2}kind: A renamed to AA\n {2}kind: AA reworded\nv1 .* 6 answers\n$/,
  );

  said.out = said.err = "";
  expect(await main(["agreement", "--study", slug, "--bootstrap", "0", "--json"])).toBe(0);
  expect(said.err).toContain("Codebook version 1: 3 labels as they are, 3 renamed or merged as version 2 says.");
  expect(said.out).toContain('"AA"');
  said.out = said.err = "";
  const alone = ["agreement", "--study", slug, "--bootstrap", "0", "--json", "--codebook-version"];
  expect(await main([...alone, "1"])).toBe(0);
  expect(said.err).toContain("Labels of codebook version 1 alone.");
  expect(said.out).not.toContain('"AA"');
  expect(await main([...alone, "one"])).toBe(2);
});

test("the to-do list by command", async () => {
  const { slug, studyId } = await study();
  const { ctx } = await makePerson(studyId, "researcher");
  await addCodebookTask(ctx, { studyId, text: "Say where A ends.", question: "kind" });
  expect(await main(["studies", "codebook", "--study", slug, "--tasks", "--json"])).toBe(0);
  expect(JSON.parse(said.out)).toMatchObject([{ question: "kind", text: "Say where A ends.", done: "" }]);
  expect(await main(["studies", "codebook", "--study", slug, "--dry-run"])).toBe(2);
});
