import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { command, file, lines } from "@/lib/imports/test-study";
import { makeLayerStudy } from "@/lib/layers/test-layer";
import { buildRelease } from "./build-release";
import { createRelease } from "./create-release";
import { readRelease } from "./read-release";
import { remakeRelease } from "./remake-release";
import { filesOf, planOf, release, verified } from "./test-release";

const LAYERS = { layers: ["majority:root", "judge:student"] };

async function patch(studyId: string, base: string) {
  const plan = planOf({ ...LAYERS });
  const { releaseId } = await createRelease(command, { studyId, plan, patchOf: base });

  return buildRelease(command, { studyId, releaseId });
}

test("a patch is the old release less what was withdrawn, and holds nothing newer", async () => {
  const { studyId } = await makeLayerStudy([
    ["a1", "10", "20", "ME TF BC", "ME", 0.5],
    ["a2", "10", "21", "BC BC ME", "BC", 0.25],
    ["a3", "10", "22", "BC ME ME", "CC", 0.875],
  ]);
  const item = await prisma().item.findFirstOrThrow({ where: { studyId, key: "a2" } });
  const round = await prisma().round.findFirstOrThrow({ where: { studyId, purpose: { not: "corpus" } } });
  const decision = {
    ...{ studyId, roundId: round.id, itemId: item.id, question: "root", value: "ROOT", codebookVersion: 1 },
    ...{ userId: studyId, opId: studyId, basisHash: "", reason: "rater_slip" as const },
  };
  await prisma().adjudication.create({ data: decision });
  const base = await release(studyId, LAYERS);
  const before = await filesOf(studyId, base.releaseId);
  // Since then: a new item with labels, a fourth rater on an old one, another answer to an old question, one withdrawn.
  const record = { context_id: "z9", focal_corpusid: "11", candidate_corpusid: "30", context_text: "Of [REF_TARGET]." };
  await importItems(command, { studyId, files: [file("more.jsonl", lines(record))] });
  const said = ["a1", "z9"].map((context_id) => ({ context_id, rater: "late", role: "BC" }));
  await importHumanLabels(command, { studyId, files: [file("late.jsonl", lines(...said))] });
  const labelsOf = (key: string) =>
    prisma().label.findMany({
      where: { studyId, itemId: { in: [...items.filter((one) => one.key === key).map((one) => one.id)] } },
      orderBy: [{ raterId: "asc" }, { question: "asc" }],
    });
  const items = await prisma().item.findMany({ where: { studyId } });
  const raters = await prisma().rater.findMany({ where: { studyId, kind: "human" } });
  const named = (name: string) => raters.find((one) => one.name === name)?.id ?? "";
  const a3 = (await labelsOf("a3"))[0]?.itemId ?? "";
  await prisma().label.deleteMany({ where: { studyId, itemId: a3, raterId: named("p0") } });
  await prisma().label.updateMany({
    where: { studyId, itemId: a3, raterId: named("p1"), question: "root" },
    data: { value: "WEED" },
  });
  const patched = await patch(studyId, base.releaseId);
  expect(patched.version).toBe("1.0.1");
  expect(await verified(studyId, patched.releaseId)).toEqual([]);
  const after = await filesOf(studyId, patched.releaseId);
  const linesOf = (files: typeof after, path: string) => (files.get(path)?.toString() ?? "").split("\n");
  // Each line of the patch is one of the release's: to the byte, but for the two rows of one answer.
  const old = linesOf(before, "labels.jsonl");
  const gone = old.filter((line) => !linesOf(after, "labels.jsonl").includes(line));
  expect(gone.map((line) => JSON.parse(line)).map((row) => [row.item, row.question, row.value])).toEqual([
    ["a3", "role", "BC"],
    ["a3", "root", "WEED"],
  ]);
  expect(linesOf(after, "labels.jsonl")).toEqual(old.filter((line) => !gone.includes(line)));
  for (const path of ["items.jsonl", "adjudications.jsonl", "layers/judge-student.jsonl", "qrels/adjudicated.qrels"])
    expect(after.get(path)?.equals(before.get(path)!), path).toBe(true);
  const root = linesOf(after, "layers/majority-root.jsonl")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  // a1: two of three; a2: one of three; a3: both who are left, as they said then.
  expect(root.map((row) => [row.item, row.label, row.raters.length])).toEqual([
    ["a1", "ROOT", 3],
    ["a2", "WEED", 3],
    ["a3", "ROOT", 2],
  ]);
  const { manifest } = await readRelease(command, { studyId, releaseId: patched.releaseId });
  expect(manifest?.history[0]?.reasons).toContain("2 labels withdrawn.");
  expect((await remakeRelease(command, { studyId, releaseId: patched.releaseId })).same).toBe(true);
  // Where nothing was withdrawn there is nothing to patch, however much is new.
  await expect(patch(studyId, patched.releaseId)).rejects.toMatchObject({ status: 409 });
});
