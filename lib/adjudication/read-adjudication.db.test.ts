import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { makePerson } from "@/lib/labels/test-study";
import { readAdjudication } from "./read-adjudication";
import { type Disputes, makeDisputes } from "./test-decisions";

const asked = ({ studyId, roundId, itemIds }: Disputes, item: number) => ({
  ...{ studyId, roundId, itemId: itemIds[item] ?? "", question: "kind" },
});

test("what is read and said: the codebook's fields, answers, comments, flags, skips; the judge is one of them until asked", async () => {
  const study = await makeDisputes(["A B", "B B", ". A"], "B A", ["yes .", ". ."]);
  const { studyId, roundId, raterIds, judgeId } = study;
  const itemId = study.itemIds[0] ?? "";
  const label = { studyId, roundId, itemId, codebookVersion: 1 };
  await prisma().label.createMany({
    data: [
      { ...label, raterId: raterIds[0] ?? "", question: "_comment", value: "Is this a method?" },
      { ...label, raterId: raterIds[1] ?? "", question: "_flag", value: "yes" },
      { ...label, raterId: raterIds[2] ?? "", question: "_skip", value: "garbled" },
    ],
  });
  await prisma().label.updateMany({
    where: { studyId, raterId: judgeId },
    data: { confidence: "high", probability: 0.9, rationale: "It says so." },
  });
  const { ctx } = await makePerson(studyId, "adjudicator");
  const hidden = await readAdjudication(ctx, asked(study, 0));
  expect(hidden.fields.map((field) => field.id)).toEqual(["passage"]);
  expect(hidden.fields[0]?.targets).toHaveLength(1);
  expect(hidden).toMatchObject({ judgeShown: false, disputed: ["A", "B"], round: "main", key: "k000000" });
  expect(hidden.raters).toHaveLength(4);
  for (const rater of hidden.raters)
    expect(rater).toMatchObject({ kind: null, at: null, elapsedMs: null, confidence: null, rationale: null });
  const by = (page: typeof hidden, start: string) => page.raters.find((rater) => rater.pseudonym.startsWith(start));
  expect(by(hidden, "h0")).toMatchObject({ value: "A", others: { strong: "yes" }, comment: "Is this a method?" });
  expect(by(hidden, "h1")).toMatchObject({ value: "B", flagged: true, skipped: null });
  expect(by(hidden, "h2")).toMatchObject({ value: null, skipped: "garbled" });
  expect(by(hidden, "gpt")).toMatchObject({ value: "B", kind: null });
  const shown = await readAdjudication(ctx, { ...asked(study, 0), showJudge: true });
  expect(by(shown, "gpt")).toMatchObject({
    kind: "judge",
    confidence: "high",
    probability: 0.9,
    rationale: "It says so.",
  });
  expect(by(shown, "h0")?.at).toMatch(/^20/);
  expect(shown.basisHash).toBe(hidden.basisHash);
  // The studio's own pseudonyms of judges begin with j.
  await prisma().rater.update({ where: { studyId_id: { studyId, id: judgeId } }, data: { pseudonym: "j-9zz" } });
  expect(by(await readAdjudication(ctx, asked(study, 0)), "j-")).toBeUndefined();
  expect(by(await readAdjudication(ctx, asked(study, 0)), "r-9zz")).toMatchObject({ value: "B", kind: null });
  expect(by(await readAdjudication(ctx, { ...asked(study, 0), showJudge: true }), "j-9zz")).toBeDefined();
});

test("an answer that only judges may give would tell it apart: it comes when asked, and is no option in dispute", async () => {
  const study = await makeDisputes(["A", "B"], "UNSURE");
  const { ctx } = await makePerson(study.studyId, "researcher");
  const hidden = await readAdjudication(ctx, asked(study, 0));
  expect(hidden.raters.map((rater) => rater.value)).toEqual(["A", "B"]);
  const shown = await readAdjudication(ctx, { ...asked(study, 0), showJudge: true });
  expect(shown.raters.map((rater) => rater.value).toSorted()).toEqual(["A", "B", "UNSURE"]);
  expect(shown.disputed).toEqual(["A", "B"]);
});

test("who is at it just now is not shown; where no judge is among them, times are", async () => {
  const study = await makeDisputes(["A", "B"], ".");
  const { studyId, roundId } = study;
  const itemId = study.itemIds[0] ?? "";
  await prisma().label.updateMany({ where: { studyId, raterId: study.raterIds[0] ?? "" }, data: { elapsedMs: 4200 } });
  await prisma().slot.create({
    data: { ...{ studyId, roundId, itemId }, n: 1, position: 0, raterId: study.raterIds[1] ?? "", state: "leased" },
  });
  const { ctx } = await makePerson(studyId, "adjudicator");
  const item = await readAdjudication(ctx, asked(study, 0));
  expect(item.raters).toMatchObject([{ value: "A", elapsedMs: 4200, kind: null }]);
  expect(item.raters[0]?.at).toMatch(/^20/);
});

test("roles, and ids of other studies", async () => {
  const study = await makeDisputes(["A", "B"], "A");
  const foreign = await makeDisputes(["A", "B"], "A");
  for (const role of ["rater", "auditor"] as const) {
    const { ctx } = await makePerson(study.studyId, role);
    await expect(readAdjudication(ctx, asked(study, 0))).rejects.toMatchObject({ status: 403 });
  }
  const { ctx } = await makePerson(study.studyId, "adjudicator");
  await expect(readAdjudication(ctx, asked(foreign, 0))).rejects.toMatchObject({ status: 404 });
  const where = asked(study, 0);
  for (const more of [
    { itemId: foreign.itemIds[0] ?? "" },
    { roundId: foreign.roundId },
    { itemId: uuid7() },
    { question: "x" },
  ])
    await expect(readAdjudication(ctx, { ...where, ...more })).rejects.toMatchObject({ status: 404 });
});
