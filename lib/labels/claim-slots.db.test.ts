import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { createRound } from "@/lib/sampling/create-round";
import { drawSample } from "@/lib/sampling/draw-sample";
import { claimSlots } from "./claim-slots";
import { recordLabel } from "./record-label";
import { addLabels, COMMAND, makeJudge, makePerson, makeStudy } from "./test-study";

async function makeRound(items: Parameters<typeof makeStudy>[0], plan: object = {}) {
  const study = await makeStudy(items);
  const { roundId } = await createRound(COMMAND, { studyId: study.studyId, name: "main", purpose: "main" });
  await drawSample(COMMAND, { studyId: study.studyId, roundId, plan: { size: "all", seed: "s", ...plan } });

  return { ...study, roundId };
}

function answer(ctx: Parameters<typeof recordLabel>[0], studyId: string, slotId: string, more: object = {}) {
  const opId = uuid7();

  return recordLabel(ctx, { studyId, slotId, opId, question: "kind", value: "B", elapsedMs: 900, ...more });
}

/** Works until nothing is left, as the label page does. */
async function workAll(ctx: Parameters<typeof recordLabel>[0], studyId: string, ahead = 5): Promise<number> {
  for (let done = 0; ; ) {
    const { slots, heldByOthers } = await claimSlots(ctx, { studyId, ahead });
    if (slots.length === 0 && heldByOthers === 0) return done;
    for (const slot of slots) {
      await answer(ctx, studyId, slot.slotId);
      done += 1;
    }
  }
}

async function lapse(where: { studyId: string; raterId?: string }): Promise<void> {
  await prisma().slot.updateMany({ where: { ...where, state: "leased" }, data: { leasedUntil: new Date(0) } });
}

const statesOf = async (studyId: string) => {
  const rows = await prisma().slot.groupBy({ by: ["state"], where: { studyId }, _count: true });
  return Object.fromEntries(rows.map((row) => [row.state, row._count]));
};

test("a claim serves only what raters are shown, with the target and its sentence", async () => {
  const { studyId, roundId } = await makeRound([{ passage: "One. We follow [T] here. Two.", group: "secret" }]);
  const { ctx } = await makePerson(studyId);
  const { slots, progress, heldByOthers, nextFreeAt } = await claimSlots(ctx, { studyId, ahead: 5 });
  expect(slots).toHaveLength(1);
  expect(slots[0]).toMatchObject({ round: { id: roundId, name: "main" }, state: "leased", answers: {}, metBefore: 0 });
  expect(slots[0]!.fields).toEqual([
    {
      id: "passage",
      label: "Passage",
      type: "window",
      display: "reading",
      value: "One. We follow [T] here. Two.",
      targets: [[{ start: 15, end: 18 }]],
      citing: [[{ start: 5, end: 25 }]],
    },
  ]);
  expect(JSON.stringify(slots)).not.toContain("secret");
  expect({ progress, heldByOthers, nextFreeAt }).toEqual({
    progress: { done: 0, skipped: 0, left: 1, medianMs: null },
    heldByOthers: 0,
    nextFreeAt: null,
  });
  const row = await prisma().slot.findFirstOrThrow({ where: { studyId } });
  expect(row.servedHash).toMatch(/^[0-9a-f]{64}$/);
  expect(row.codebookVersion).toBe(1);
  expect(row.leasedUntil!.getTime() - Date.now()).toBeGreaterThan(14 * 60_000);
});

test("a reload shows the same items; what the page has is not sent again", async () => {
  const { studyId } = await makeRound(10);
  const { ctx } = await makePerson(studyId);
  const first = await claimSlots(ctx, { studyId, ahead: 3 });
  const again = await claimSlots(ctx, { studyId, ahead: 3 });
  expect(again.slots.map((slot) => slot.slotId)).toEqual(first.slots.map((slot) => slot.slotId));
  const have = first.slots.map((slot) => slot.slotId);
  expect((await claimSlots(ctx, { studyId, ahead: 3, have })).slots).toEqual([]);
  expect((await claimSlots(ctx, { studyId, ahead: 4, have })).slots).toHaveLength(1);
  expect(await statesOf(studyId)).toEqual({ leased: 4, open: 6 });
});

test("8 parallel claims of one rater give 8 slots, never an item twice; 50 raters at once get 50 items", async () => {
  const { studyId } = await makeRound(8, { k: 2 });
  const { ctx } = await makePerson(studyId);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => claimSlots(ctx, { studyId, ahead: i + 1 })));
  expect(new Set(answers.flatMap((a) => a.slots.map((slot) => slot.itemId))).size).toBe(8);
  expect(await statesOf(studyId)).toEqual({ leased: 8, open: 8 });

  const many = await makeRound(50);
  const people = await Promise.all(Array.from({ length: 50 }, () => makePerson(many.studyId)));
  const given = await Promise.all(people.map((p) => claimSlots(p.ctx, { studyId: many.studyId, ahead: 1 })));
  expect(new Set(given.flatMap((a) => a.slots.map((slot) => slot.itemId))).size).toBe(50);
});

test("8 raters claim at once: 8 different slots", async () => {
  const { studyId } = await makeRound(4, { k: 2 });
  const people = await Promise.all(Array.from({ length: 8 }, () => makePerson(studyId)));
  const answers = await Promise.all(people.map((person) => claimSlots(person.ctx, { studyId, ahead: 1 })));
  expect(new Set(answers.flatMap((a) => a.slots.map((slot) => slot.slotId))).size).toBe(8);
});

test("20 races of 12 raters on 40 items with k = 3 end with exactly 120 filled slots", async () => {
  for (let race = 0; race < 20; race += 1) {
    const { studyId } = await makeRound(40, { k: 3 });
    const people = await Promise.all(Array.from({ length: 12 }, () => makePerson(studyId)));
    const done = await Promise.all(people.map((person) => workAll(person.ctx, studyId)));
    expect(done.reduce((sum, n) => sum + n, 0)).toBe(120);
    expect(await statesOf(studyId)).toEqual({ filled: 120 });
    const perItem = await prisma().label.groupBy({
      by: ["itemId"],
      where: { studyId, question: "kind" },
      _count: true,
    });
    expect(perItem.map((row) => row._count)).toEqual(Array.from({ length: 40 }, () => 3));
  }
}, 300_000);

test("reserved slots go to their rater first; a lapsed one is nobody else's", async () => {
  const study = await makeStudy(6);
  const { studyId } = study;
  const { roundId } = await createRound(COMMAND, { studyId, name: "main", purpose: "main" });
  const [mine, other] = [await makePerson(studyId), await makePerson(studyId)];
  await drawSample(COMMAND, { studyId, roundId, plan: { size: 3, seed: "open" } });
  await drawSample(COMMAND, { studyId, roundId, plan: { size: 3, seed: "kept", reservedFor: [mine.email] } });
  const { slots, progress } = await claimSlots(mine.ctx, { studyId, ahead: 3 });
  const kept = await prisma().slot.findMany({ where: { studyId, NOT: { reservedFor: null } } });
  expect(slots.map((slot) => slot.slotId).sort()).toEqual(kept.map((slot) => slot.id).sort());
  expect(progress.left).toBe(6);
  await lapse({ studyId });
  expect(await workAll(other.ctx, studyId)).toBe(3);
  const back = await claimSlots(mine.ctx, { studyId, ahead: 3 });
  expect(back.slots.map((slot) => slot.slotId)).toEqual(slots.map((slot) => slot.slotId));
});

test("300 items for one rater and 60 of them also for four others work in one round", async () => {
  const { studyId } = await makeStudy(320);
  const { roundId } = await createRound(COMMAND, { studyId, name: "panel", purpose: "calibration" });
  const people = await Promise.all(Array.from({ length: 5 }, () => makePerson(studyId)));
  const [one, ...four] = people.map((person) => person.email);
  const overlap = { size: 60, k: 5, reservedFor: four };
  await drawSample(COMMAND, { studyId, roundId, plan: { size: 300, seed: "r", reservedFor: [one], overlap } });
  const done = await Promise.all(people.map((person) => workAll(person.ctx, studyId, 20)));
  expect(done).toEqual([300, 60, 60, 60, 60]);
  expect(await statesOf(studyId)).toEqual({ filled: 540 });
  const perItem = await prisma().label.groupBy({ by: ["itemId"], where: { studyId, question: "kind" }, _count: true });
  const counts = perItem.map((row) => row._count);
  expect([counts.filter((n) => n === 5).length, counts.filter((n) => n === 1).length]).toEqual([60, 240]);
}, 120_000);

test("practice comes first, whatever was made first and whatever is reserved", async () => {
  const { studyId, itemIds } = await makeStudy(5);
  const { ctx, email } = await makePerson(studyId);
  const main = await createRound(COMMAND, { studyId, name: "main", purpose: "main" });
  const practice = await createRound(COMMAND, { studyId, name: "practice", purpose: "practice" });
  await drawSample(COMMAND, { studyId, roundId: practice.roundId, plan: { size: 2, seed: "p" } });
  await drawSample(COMMAND, { studyId, roundId: main.roundId, plan: { size: 3, seed: "m", reservedFor: [email] } });
  const gold = uuid7();
  await prisma().rater.create({ data: { studyId, id: gold, pseudonym: "gold", kind: "human", name: "gold" } });
  await addLabels(studyId, practice.roundId, gold, "kind", Object.fromEntries(itemIds.map((id) => [id, "A"])));
  const { slots } = await claimSlots(ctx, { studyId, ahead: 5 });
  expect(slots.map((slot) => slot.round.purpose)).toEqual(["practice", "practice", "main", "main", "main"]);
  expect(slots.map((slot) => slot.gold?.kind?.value)).toEqual(["A", "A", undefined, undefined, undefined]);
});

test("a lapsed lease goes to the next rater; meanwhile that one is told when", async () => {
  const { studyId } = await makeRound(5);
  const [a, b] = [await makePerson(studyId), await makePerson(studyId)];
  const { slots } = await claimSlots(a.ctx, { studyId, ahead: 5 });
  const told = await claimSlots(b.ctx, { studyId, ahead: 5 });
  expect(told).toMatchObject({ slots: [], heldByOthers: 5, progress: { left: 0 } });
  expect(new Date(told.nextFreeAt!).getTime()).toBeGreaterThan(Date.now());
  await lapse({ studyId });
  const given = await claimSlots(b.ctx, { studyId, ahead: 5 });
  expect(given.slots.map((slot) => slot.itemId)).toEqual(slots.map((slot) => slot.itemId));
  expect(await statesOf(studyId)).toEqual({ closed: 5, leased: 5 });
});

test("a place that comes free behind a rater is found when nothing is left before them", async () => {
  const { studyId } = await makeRound(6);
  const [a, b] = [await makePerson(studyId), await makePerson(studyId)];
  const early = await claimSlots(a.ctx, { studyId, ahead: 2 });
  const first = await claimSlots(b.ctx, { studyId, ahead: 2 });
  for (const slot of first.slots) await answer(b.ctx, studyId, slot.slotId);
  await lapse({ studyId });
  const next = await claimSlots(b.ctx, { studyId, ahead: 1 });
  for (const slot of next.slots) await answer(b.ctx, studyId, slot.slotId);
  const rest = await claimSlots(b.ctx, { studyId, ahead: 5 });
  const met = [...first.slots, ...next.slots, ...rest.slots].map((slot) => slot.itemId);
  expect(new Set(met).size).toBe(6);
  expect(met).toEqual(expect.arrayContaining(early.slots.map((slot) => slot.itemId)));
  expect(await statesOf(studyId)).toEqual({ closed: 2, filled: 3, leased: 3 });
});

test("who lost items that nobody else can take gets them back", async () => {
  const { studyId } = await makeRound(2, { k: 2 });
  const [a, b] = [await makePerson(studyId), await makePerson(studyId)];
  await claimSlots(a.ctx, { studyId, ahead: 2 });
  await lapse({ studyId });
  const c = await makePerson(studyId);
  await claimSlots(b.ctx, { studyId, ahead: 2 });
  await claimSlots(c.ctx, { studyId, ahead: 2 });
  expect(await statesOf(studyId)).toEqual({ closed: 2, leased: 4 });
  // c skips both: the places are open, and neither b nor c may have them.
  for (const slot of (await claimSlots(c.ctx, { studyId, ahead: 2 })).slots) {
    await answer(c.ctx, studyId, slot.slotId, { question: "_skip", value: "garbled" });
  }
  expect(await workAll(b.ctx, studyId)).toBe(2);
  expect(await workAll(a.ctx, studyId)).toBe(2);
  expect(await statesOf(studyId)).toEqual({ closed: 2, filled: 4, skipped: 2 });
});

test("roles: administrators and researchers do not rate, strangers learn nothing, commands have no person", async () => {
  const { studyId } = await makeRound(1);
  const researcher = await makePerson(studyId, "researcher");
  const stranger = await makePerson(studyId, null);
  const call = { studyId, ahead: 1 };
  await expect(claimSlots(researcher.ctx, call)).rejects.toMatchObject({ code: "forbidden" });
  await expect(claimSlots(stranger.ctx, call)).rejects.toMatchObject({ code: "not_found" });
  await expect(claimSlots(COMMAND, call)).rejects.toMatchObject({ code: "unauthenticated" });
  const actor = { kind: "user", userId: stranger.userId, sessionId: uuid7(), administrator: true } as const;
  await expect(claimSlots({ actor, requestId: "t" }, call)).rejects.toMatchObject({ code: "forbidden" });
  expect(await prisma().rater.count({ where: { studyId } })).toBe(0);
});

test("blind: the answer is the same to the byte with and without all judges' and other raters' labels", async () => {
  const { studyId, roundId, itemIds } = await makeRound(4, { k: 2 });
  const corpus = await prisma().round.create({ data: { studyId, name: "corpus", purpose: "corpus", seed: "c" } });
  const [me, other] = [await makePerson(studyId), await makePerson(studyId)];
  const judge = await makeJudge(studyId, "j1");
  await addLabels(studyId, corpus.id, judge, "kind", Object.fromEntries(itemIds.map((id) => [id, "A"])));
  await workAll(other.ctx, studyId);
  await claimSlots(me.ctx, { studyId, ahead: 4 });
  await answer(me.ctx, studyId, (await prisma().slot.findFirstOrThrow({ where: { studyId, state: "leased" } })).id);
  const untimed = (text: string) => text.replaceAll(/"leasedUntil":"[^"]+"/g, "");
  const before = untimed(JSON.stringify(await claimSlots(me.ctx, { studyId, ahead: 4 })));
  const rater = await prisma().rater.findFirstOrThrow({ where: { studyId, userId: me.userId } });
  const { count } = await prisma().label.deleteMany({ where: { studyId, NOT: { raterId: rater.id } } });
  expect(count).toBe(4 + 2 * 4);
  expect(untimed(JSON.stringify(await claimSlots(me.ctx, { studyId, ahead: 4 })))).toBe(before);
  expect(before).toContain("passage");
  expect(roundId).toBeTruthy();
});

test("a passage met before with another target is told", async () => {
  const { studyId } = await makeRound([{ windowHash: "w" }, { windowHash: "w" }, { windowHash: "v" }]);
  const { ctx } = await makePerson(studyId);
  await workAll(ctx, studyId, 1);
  const before = await prisma().slot.findMany({
    where: { studyId },
    include: { item: true },
    orderBy: { filledAt: "asc" },
  });
  expect(before.map((slot) => slot.item.windowHash).filter((hash) => hash === "w")).toHaveLength(2);
  const again = await makeRound([{ windowHash: "w" }, { windowHash: "w" }]);
  const person = await makePerson(again.studyId);
  const first = await claimSlots(person.ctx, { studyId: again.studyId, ahead: 1 });
  expect(first.slots[0]!.metBefore).toBe(0);
  await answer(person.ctx, again.studyId, first.slots[0]!.slotId);
  expect((await claimSlots(person.ctx, { studyId: again.studyId, ahead: 1 })).slots[0]!.metBefore).toBe(1);
});
