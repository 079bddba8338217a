import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import { command, FOUR_POINT, file, newStudy } from "@/lib/imports/test-study";
import { openExport } from "./open-export";
import { type LayerItem, makeLayerStudy, openSnapshots, textOf } from "./test-layer";

const graded = {
  ...FOUR_POINT,
  questions: FOUR_POINT.questions.map((question) => ({
    ...question,
    options: [...question.options, { id: "UNSURE", label: "Unsure", askedOf: "judge" }],
  })),
};

test("qrels in, qrels out: graded labels come back line by line, UNSURE left out", async () => {
  const studyId = await newStudy(graded);
  const qrels = "q1 0 d1 3\nq1 0 d2 0\nq2 0 d1 2\n";
  await importItems(command, { studyId, files: [file("pairs.txt", "q1 0 d1\nq1 0 d2\nq2 0 d1\nq2 0 d9\n")] });
  await importHumanLabels(command, { studyId, files: [file("qrels.txt", qrels)], options: { rater: "assessor" } });
  const rule = { kind: "majority" };
  expect(await textOf({ studyId, rule, format: "qrels" })).toBe(qrels);
  const csv = "key,relevance\nq1 d1,UNSURE\nq1 d2,1\n";
  const judged = await importJudgeLabels(command, { studyId, files: [file("j.csv", csv)], options: { run: "j" } });
  expect(judged.state).toBe("done");
  const { id: judgeId } = await prisma().rater.findFirstOrThrow({ where: { studyId, kind: "judge" } });
  expect(await textOf({ studyId, rule: { kind: "judge", judgeId }, format: "qrels" })).toBe("q1 0 d2 1\n");
});

test("named labels are 1 for the positive option and 0 for the others; ties and unlabelled pairs are not judged", async () => {
  const items: LayerItem[] = [
    ["a", "q1", "d1", "ME", "", null],
    ["b", "q1", "d2", "BC", "", null],
    ["c", "q1", "d3", "ME BC", "", null],
    ["d", "q1", "d4", "", "", null],
    ["e", "q2", "d1", "TF", "", null],
  ];
  const { studyId } = await makeLayerStudy(items);
  const layer = { studyId, question: "root", rule: { kind: "majority" }, format: "qrels" };
  expect(await textOf({ ...layer, positive: "ROOT" })).toBe("q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 1\n");
  expect(await textOf({ ...layer, positive: "WEED" })).toBe("q1 0 d1 0\nq1 0 d2 1\nq2 0 d1 0\n");
});

test("ids with spaces, and pairs that would stand twice, are refused with the item named, before the first byte", async () => {
  const spaced = await makeLayerStudy([
    ["a", "q1", "d1", "ME", "", null],
    ["b", "q 2", "d1", "ME", "", null],
  ]);
  const ask = (studyId: string) =>
    openExport(command, { studyId, question: "root", rule: { kind: "majority" }, format: "qrels" });
  await expect(ask(spaced.studyId)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("The item b has no pair of ids without spaces"),
  });
  const twice = await makeLayerStudy([
    ["a", "q1", "d1", "ME", "", null],
    ["b", "q1", "d1", "BC", "", null],
  ]);
  await expect(ask(twice.studyId)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("q1 and d1 stand together in 2 items"),
  });
  // An item without a label is not in the file, so its ids do not matter.
  const unlabelled = await makeLayerStudy([
    ["a", "q1", "d1", "ME", "", null],
    ["b", "q 2", "d1", "", "", null],
  ]);
  expect(
    await textOf({ studyId: unlabelled.studyId, question: "root", rule: { kind: "majority" }, format: "qrels" }),
  ).toBe("q1 0 d1 1\n");
  expect(await openSnapshots()).toBe(0);
});
