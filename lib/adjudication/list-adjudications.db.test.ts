import { expect, test } from "vitest";
import { addRater, addRound, say } from "@/lib/agreement-reports/test-labels";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND, makePerson } from "@/lib/labels/test-study";
import { decideAdjudication } from "./decide-adjudication";
import { listAdjudications } from "./list-adjudications";
import { readAdjudication } from "./read-adjudication";
import { decideAll, decisionOn, makeAdjudicators, makeDisputes } from "./test-decisions";

/*
 * Three people and a judge, seven items (columns), by hand:
 *   people  AAA AAA AAA AAB ABB A?? AAA   21 − 2 answers: 15 A, 4 B … item 5 has one answer only
 *   judge   A   B   .   A   A   B   UNSURE
 */
const PEOPLE = ["A A A A A A A", "A A A A B . A", "A A A B B . A"];
const JUDGE = "A B . A A B UNSURE";
const make = () => makeDisputes(PEOPLE, JUDGE);
const short = (page: { rows: { itemId: string; worth: { worth: number } }[] }, study: { itemIds: string[] }) =>
  page.rows.map((row) => study.itemIds.indexOf(row.itemId));

test("the queue is in the order of worth, each part as by hand; what nobody disputes is not in it", async () => {
  const study = await make();
  const page = await listAdjudications(COMMAND, { studyId: study.studyId, question: "kind" });
  // Answers: 16 A, 3 B; in items with two or more 15 A, 3 B: De = 2 · 15 · 3 / (18 · 17) = 90/306.
  const ratio = (2 / 3) * (306 / 90);
  const split = ratio / (1 + ratio);
  // Items 3 and 4 split; the judge is against the plurality in 1, 4 and 5. A and B in dispute: rarity 1 − 1/2.
  const expected = new Map([
    [4, 0.5 * split + 0.2 * 0.5 + 0.3],
    [3, 0.5 * split + 0.2 * 0.5],
    [1, 0.2 * 0.5 + 0.3],
    [5, 0.2 * 0.5 + 0.3],
  ]);
  for (const row of page.rows) {
    expect(row.worth.worth).toBeCloseTo(expected.get(study.itemIds.indexOf(row.itemId)) ?? -1, 12);
  }
  const order = [...expected].toSorted((a, b) => b[1] - a[1]).map(([item]) => item);
  expect(short(page, study).slice(0, 2)).toEqual(order.slice(0, 2));
  expect(short(page, study).toSorted()).toEqual([1, 3, 4, 5]);
  expect(page).toMatchObject({ answered: 7, nextCursor: null });
  expect(page.counts).toEqual({ undecided: 4, second: 0, differ: 0, stale: 0, decided: 0 });
  expect(page.rows[0]).toMatchObject({
    answers: [
      { value: "A", n: 2 },
      { value: "B", n: 2 },
    ],
    key: "k000004",
    decisions: 0,
  });
});

test("every entry is reached once by its pages, whatever is decided meanwhile", async () => {
  const study = await make();
  const { ctx } = await makePerson(study.studyId, "researcher");
  const all = short(await listAdjudications(ctx, { studyId: study.studyId }), study);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAdjudications(ctx, { studyId: study.studyId, take: 1, ...(cursor && { cursor }) });
    seen.push(...short(page, study));
    for (const row of page.rows)
      await decideAdjudication(
        ctx,
        decisionOn(study, study.itemIds.indexOf(row.itemId), "A", { question: row.question }),
      );
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(all);
  const { rows, counts } = await listAdjudications(ctx, { studyId: study.studyId });
  expect([rows.length, counts.undecided, counts.decided]).toEqual([0, 0, 4]);
  const damaged = listAdjudications(ctx, { studyId: study.studyId, cursor: "abc" });
  await expect(damaged).rejects.toMatchObject({ status: 400 });
});

test("filters: for a second opinion, adjudicators differ, decided before newer answers; no value is told", async () => {
  const study = await make();
  const { studyId, roundId } = study;
  const [ann, bob] = await makeAdjudicators(studyId);
  await decideAll(ann.ctx, study, ". A . A A . .");
  await decideAll(bob.ctx, study, ". A . B . . .");
  const list = (ctx: typeof ann.ctx, filter: "undecided" | "second" | "differ" | "stale" | "decided") =>
    listAdjudications(ctx, { studyId, question: "kind", filter });
  expect(short(await list(ann.ctx, "undecided"), study)).toEqual([5]);
  expect(short(await list(ann.ctx, "second"), study)).toEqual([]);
  expect(short(await list(bob.ctx, "second"), study)).toEqual([4]);
  expect(short(await list(bob.ctx, "differ"), study)).toEqual([3]);
  expect(short(await list(bob.ctx, "decided"), study).toSorted()).toEqual([1, 3, 4]);
  const page = await list(bob.ctx, "differ");
  expect(page.rows[0]).toMatchObject({ decisions: 2, mine: true, differ: true, settled: false });
  // The hash sent with these decisions is that of no answers: all of them are older than what stands.
  expect(short(await list(bob.ctx, "stale"), study).toSorted()).toEqual([1, 3, 4]);

  const itemId = study.itemIds[5] ?? "";
  const { basisHash } = await readAdjudication(ann.ctx, { studyId, roundId, itemId, question: "kind" });
  await decideAdjudication(ann.ctx, decisionOn(study, 5, "A", { basisHash }));
  expect(short(await list(ann.ctx, "stale"), study)).not.toContain(5);
  await say({ ...study, itemIds: [itemId] }, await addRater(studyId, "late"), "kind", "B");
  expect(short(await list(ann.ctx, "stale"), study)).toContain(5);
  const item = await readAdjudication(ann.ctx, { studyId, roundId, itemId, question: "kind" });
  expect(item).toMatchObject({ stale: true, settled: true });
});

test("late answers, practice and places not filled stay out; rounds are entries of their own; an imported decision is no rater", async () => {
  const study = await makeDisputes(["A A", "A A"], "A A");
  const { studyId } = study;
  const practice = { ...study, roundId: await addRound(studyId, "warm-up", "practice") };
  const second = { ...study, roundId: await addRound(studyId, "second") };
  const late = await addRater(studyId, "late");
  await say(study, late, "kind", "B B", { extra: true });
  await say(practice, study.raterIds[0] ?? "", "kind", "B B");
  await say(study, await addRater(studyId, "adjudicated"), "kind", "B B", { origin: "imported" });
  const busy = await addRater(studyId, "busy");
  await say(study, busy, "kind", "B .");
  await prisma().slot.create({
    data: {
      ...{ studyId, roundId: study.roundId, itemId: study.itemIds[0] ?? "" },
      n: 1,
      position: 0,
      raterId: busy,
      state: "leased",
    },
  });
  expect((await listAdjudications(COMMAND, { studyId })).rows).toEqual([]);
  await say(second, study.raterIds[0] ?? "", "kind", "A B");
  await say(second, study.raterIds[1] ?? "", "kind", "B B");
  const page = await listAdjudications(COMMAND, { studyId, question: "kind" });
  // In the second round item 0 splits, and the judge contradicts both people on item 1.
  expect(page.rows.map((row) => row.roundId)).toEqual([second.roundId, second.roundId]);
  expect(page.answered).toBe(4);
  expect((await listAdjudications(COMMAND, { studyId, roundId: study.roundId })).rows).toEqual([]);
  expect(page.rounds.map((round) => round.name).toSorted()).toEqual(["main", "second"]);
});

test("who may read the queue; unknown questions and rounds are 404", async () => {
  const study = await make();
  const { studyId } = study;
  for (const role of ["researcher", "adjudicator"] as const) {
    expect((await listAdjudications((await makePerson(studyId, role)).ctx, { studyId })).rows).toHaveLength(4);
  }
  for (const role of ["rater", "auditor"] as const) {
    const { ctx } = await makePerson(studyId, role);
    await expect(listAdjudications(ctx, { studyId })).rejects.toMatchObject({ status: 403 });
  }
  const stranger = await makePerson((await make()).studyId, "researcher");
  await expect(listAdjudications(stranger.ctx, { studyId })).rejects.toMatchObject({ status: 404 });
  await expect(listAdjudications(COMMAND, { studyId, question: "side" })).rejects.toMatchObject({ status: 404 });
  await expect(listAdjudications(COMMAND, { studyId, roundId: uuid7() })).rejects.toMatchObject({ status: 404 });
});
