import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND, makePerson } from "@/lib/labels/test-study";
import { decideAdjudication } from "./decide-adjudication";
import { readAdjudication } from "./read-adjudication";
import { decisionOn, makeAdjudicators, makeDisputes } from "./test-decisions";

const four = () =>
  makeDisputes(["A A B B", "A B B A", "B A B A"], "B B B A", ["yes no . .", "no . . yes", ". no . yes"]);

async function stored(studyId: string) {
  const rows = await prisma().adjudication.findMany({
    where: { studyId },
    orderBy: [{ userId: "asc" }, { question: "asc" }],
  });

  return rows.map(
    ({ question, value, derived, settles }) =>
      `${question}=${value}${derived ? " derived" : ""}${settles ? " settles" : ""}`,
  );
}

test("a decision is a row with what it is derived into, an event, a to-do and an audit event without the value", async () => {
  const study = await four();
  const { ctx, userId } = await makePerson(study.studyId, "adjudicator");
  const decision = decisionOn(study, 0, "A", {
    reason: "criteria_unclear",
    note: "The passage names it.",
    guideline: "Say what counts as naming.",
    judgeShown: true,
  });
  const ack = await decideAdjudication(ctx, decision);
  expect(ack).toMatchObject({ opId: decision.opId });
  expect(await stored(study.studyId)).toEqual(["kind=A", "side=LEFT derived"]);
  const tasks = await prisma().codebookTask.findMany({ where: { studyId: study.studyId } });
  expect(tasks).toMatchObject([
    {
      ...{ id: ack.taskId, question: "kind", option: "A", text: "Say what counts as naming." },
      ...{ opId: decision.opId, itemId: study.itemIds[0], createdById: userId, doneAt: null },
    },
  ]);
  const [event] = await prisma().adjudicationEvent.findMany({ where: { studyId: study.studyId } });
  expect(event).toMatchObject({ value: "A", reason: "criteria_unclear", judgeShown: true, settles: false, userId });
  const [audit] = await prisma().auditEvent.findMany({ where: { studyId: study.studyId } });
  expect(audit).toMatchObject({
    action: "adjudication.decide",
    subject: study.itemIds[0],
    detail: { question: "kind", reason: "criteria_unclear", judgeShown: true },
  });
});

test("sent again it is acknowledged again and written once; the same id for anything else is refused", async () => {
  const study = await four();
  const { ctx } = await makePerson(study.studyId, "researcher");
  const decision = decisionOn(study, 0, "A", { guideline: "Say more." });
  const first = await decideAdjudication(ctx, decision);
  const [second, third] = await Promise.all([decideAdjudication(ctx, decision), decideAdjudication(ctx, decision)]);
  expect([second, third]).toEqual([first, first]);
  const changes: object[] = [
    { value: "B" },
    { reason: "item_broken" },
    { note: "x" },
    { guideline: "Say less." },
    { basisHash: "1".repeat(64) },
    { judgeShown: true },
    { elapsedMs: 1 },
    { itemId: study.itemIds[1] },
  ];
  for (const change of changes) {
    await expect(decideAdjudication(ctx, { ...decision, ...change })).rejects.toMatchObject({ status: 422 });
  }
  const other = await makePerson(study.studyId, "researcher");
  await expect(decideAdjudication(other.ctx, decision)).rejects.toMatchObject({ status: 422 });
  const where = { studyId: study.studyId };
  expect(await prisma().adjudicationEvent.count({ where })).toBe(1);
  expect(await prisma().codebookTask.count({ where })).toBe(1);
  expect(await prisma().auditEvent.count({ where })).toBe(1);
});

test("a stale revision is refused with what stands; taking back leaves the event and no row; the history has every step", async () => {
  const study = await four();
  const { ctx } = await makePerson(study.studyId, "adjudicator");
  const first = decisionOn(study, 0, "A");
  await decideAdjudication(ctx, first);
  const stale = decideAdjudication(ctx, decisionOn(study, 0, "B"));
  await expect(stale).rejects.toMatchObject({
    status: 409,
    details: { extra: { current: { question: "kind", value: "A", reason: "rater_slip", opId: first.opId } } },
  });
  const second = decisionOn(study, 0, "B", { revises: first.opId });
  await decideAdjudication(ctx, second);
  expect(await stored(study.studyId)).toEqual(["kind=B", "side=RIGHT derived"]);
  const gone = decisionOn(study, 0, null, { revises: second.opId });
  await decideAdjudication(ctx, gone);
  expect(await stored(study.studyId)).toEqual([]);
  const again = decideAdjudication(ctx, decisionOn(study, 0, null, { revises: gone.opId }));
  await expect(again).rejects.toMatchObject({ status: 422 });
  await decideAdjudication(ctx, decisionOn(study, 0, "A", { revises: gone.opId }));
  const { studyId, roundId, itemIds } = study;
  const item = await readAdjudication(ctx, { studyId, roundId, itemId: itemIds[0] ?? "", question: "kind" });
  expect(item.history.map(({ value, who }) => [value, who])).toEqual([
    ["A", "you"],
    [null, "you"],
    ["B", "you"],
    ["A", "you"],
  ]);
  const actions = await prisma().auditEvent.findMany({ where: { studyId }, orderBy: { seq: "asc" } });
  expect(actions.map((event) => event.action.split(".")[1])).toEqual(["decide", "decide", "undo", "decide"]);
});

test("raters, auditors and strangers decide nothing; foreign and unknown ids are 404; nothing is written", async () => {
  const study = await four();
  const foreign = await four();
  const { studyId } = study;
  for (const role of ["rater", "auditor"] as const) {
    const { ctx } = await makePerson(studyId, role);
    await expect(decideAdjudication(ctx, decisionOn(study, 0, "A"))).rejects.toMatchObject({ status: 403 });
  }
  const stranger = await makePerson(foreign.studyId, "researcher");
  await expect(decideAdjudication(stranger.ctx, decisionOn(study, 0, "A"))).rejects.toMatchObject({ status: 404 });
  const { ctx } = await makePerson(studyId, "adjudicator");
  const wrong = [
    { itemId: foreign.itemIds[0] },
    { itemId: uuid7() },
    { roundId: foreign.roundId },
    { roundId: uuid7() },
    { question: "nothing" },
  ];
  for (const more of wrong) {
    await expect(decideAdjudication(ctx, decisionOn(study, 0, "A", more)), JSON.stringify(more)).rejects.toMatchObject({
      status: 404,
    });
  }
  const odd = [{ reason: null }, { basisHash: "x" }, { guideline: " " }, { more: 1 }, { value: "" }];
  for (const more of odd) {
    const refused = decideAdjudication(ctx, decisionOn(study, 0, "A", more));
    await expect(refused, JSON.stringify(more)).rejects.toThrow();
  }
  for (const value of ["C", "UNSURE"]) {
    await expect(decideAdjudication(ctx, decisionOn(study, 0, value))).rejects.toMatchObject({ status: 422 });
  }
  await expect(decideAdjudication(COMMAND, decisionOn(study, 0, "A"))).rejects.toMatchObject({ status: 401 });
  expect(await prisma().adjudicationEvent.count({ where: { studyId } })).toBe(0);
  expect(await prisma().auditEvent.count({ where: { studyId } })).toBe(0);
});

test("a question that the decision before takes away is refused; one whose lead is still open is not", async () => {
  const study = await four();
  const { ctx } = await makePerson(study.studyId, "adjudicator");
  // Item 0: A A B, strong yes no: whether it is asked is open.
  await decideAdjudication(ctx, decisionOn(study, 0, "yes", { question: "strong" }));
  await decideAdjudication(ctx, decisionOn(study, 1, "B"));
  const taken = decideAdjudication(ctx, decisionOn(study, 1, "no", { question: "strong" }));
  await expect(taken).rejects.toMatchObject({ status: 422, message: expect.stringContaining("is not asked") });
  // Item 2: nobody was asked whether it is strong.
  const nobody = decideAdjudication(ctx, decisionOn(study, 2, "no", { question: "strong" }));
  await expect(nobody).rejects.toMatchObject({ status: 422 });
});

test("two adjudicators: each decides alone, then sees the other's; a difference is settled knowingly, and that can be taken back", async () => {
  const study = await four();
  const [ann, bob] = await makeAdjudicators(study.studyId);
  const cat = await makePerson(study.studyId, "researcher");
  const where = { studyId: study.studyId, roundId: study.roundId, itemId: study.itemIds[0] ?? "", question: "kind" };
  const early = decideAdjudication(ann.ctx, decisionOn(study, 0, "A", { settles: true }));
  await expect(early).rejects.toMatchObject({ status: 422 });
  const anns = decisionOn(study, 0, "A");
  await decideAdjudication(ann.ctx, anns);
  const blind = await readAdjudication(bob.ctx, { ...where, settle: true });
  expect(blind).toMatchObject({ decisions: 1, mine: false, own: null, others: null, history: [] });
  await decideAdjudication(bob.ctx, decisionOn(study, 0, "B"));
  const seen = await readAdjudication(bob.ctx, where);
  expect(seen).toMatchObject({ decisions: 2, differ: true, settled: false, own: { value: "B", who: "you" } });
  expect(seen.others).toMatchObject([{ value: "A", who: "Adjudicator 1" }]);
  expect(JSON.stringify(seen)).not.toContain(ann.userId);
  // A third person sees them only to settle.
  expect(await readAdjudication(cat.ctx, where)).toMatchObject({ others: null, history: [] });
  expect((await readAdjudication(cat.ctx, { ...where, settle: true })).others).toHaveLength(2);
  const unknowing = decideAdjudication(ann.ctx, decisionOn(study, 0, "B", { revises: anns.opId }));
  await expect(unknowing).rejects.toMatchObject({ status: 422 });
  // Ann gives in: her first decision stays in the events, the row settles.
  const givesIn = decisionOn(study, 0, "B", { revises: anns.opId, settles: true });
  await decideAdjudication(ann.ctx, givesIn);
  expect((await stored(study.studyId)).toSorted()).toEqual([
    "kind=B",
    "kind=B settles",
    "side=RIGHT derived",
    "side=RIGHT derived settles",
  ]);
  await decideAdjudication(ann.ctx, decisionOn(study, 0, null, { revises: givesIn.opId }));
  expect((await stored(study.studyId)).toSorted()).toEqual([
    "kind=A",
    "kind=B",
    "side=LEFT derived",
    "side=RIGHT derived",
  ]);
  await decideAdjudication(cat.ctx, decisionOn(study, 0, "A", { settles: true }));
  const after = await readAdjudication(bob.ctx, where);
  expect(after).toMatchObject({ decisions: 3, differ: true, settled: true });
});
