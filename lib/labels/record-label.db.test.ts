import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { createRound } from "@/lib/sampling/create-round";
import { drawSample } from "@/lib/sampling/draw-sample";
import { claimSlots } from "./claim-slots";
import { recordLabel } from "./record-label";
import { renewLeases } from "./renew-leases";
import { reopenSlot } from "./reopen-slot";
import { COMMAND, makePerson, makeStudy } from "./test-study";

type Body = Record<string, unknown>;

async function makeWork(items = 1, plan: Body = {}) {
  const { studyId } = await makeStudy(items);
  const { roundId } = await createRound(COMMAND, { studyId, name: "main", purpose: "main" });
  await drawSample(COMMAND, { studyId, roundId, plan: { size: "all", seed: "s", ...plan } });
  const join = async () => {
    const person = await makePerson(studyId);
    const claim = async (ahead = 1) => (await claimSlots(person.ctx, { studyId, ahead })).slots;
    const slots = await claim();
    const body = (more: Body = {}) => ({
      studyId,
      slotId: slots[0]?.slotId,
      opId: uuid7(),
      question: "kind",
      value: "B",
      elapsedMs: 1200,
      ...more,
    });

    return { ...person, slots, claim, body, send: (more: Body = {}) => recordLabel(person.ctx, body(more)) };
  };

  return { studyId, roundId, join };
}

const labelsOf = async (studyId: string, where: Body = {}) => {
  const rows = await prisma().label.findMany({ where: { studyId, ...where }, orderBy: { question: "asc" } });
  return Object.fromEntries(rows.map((row) => [row.question, row.value]));
};
const statesOf = async (studyId: string) => {
  const rows = await prisma().slot.groupBy({ by: ["state"], where: { studyId }, _count: true });
  return Object.fromEntries(rows.map((row) => [row.state, row._count]));
};
const lapse = (studyId: string) =>
  prisma().slot.updateMany({ where: { studyId, state: "leased" }, data: { leasedUntil: new Date(0) } });

test("a slot is filled when every question asked of the item is answered; derived labels follow", async () => {
  const { studyId, join } = await makeWork();
  const rater = await join();
  const first = await rater.send({ value: "A" });
  expect(first).toMatchObject({ seq: 1, slot: "leased" });
  expect(await labelsOf(studyId)).toEqual({ kind: "A", side: "LEFT" });
  expect(await rater.send({ question: "strong", value: "no" })).toMatchObject({ seq: 2, slot: "filled" });
  expect(await rater.send({ question: "mark_data", value: "yes", note: "see table" })).toMatchObject({
    slot: "filled",
  });
  expect(await labelsOf(studyId)).toEqual({ kind: "A", mark_data: "yes", side: "LEFT", strong: "no" });
  expect(await labelsOf(studyId, { derived: true })).toEqual({ side: "LEFT" });
  // To B the second question is not asked: filled at once.
  expect(await rater.send({ value: "B", revises: first.opId })).toMatchObject({ seq: 4, slot: "filled" });
  expect(await labelsOf(studyId, { derived: true })).toEqual({ side: "RIGHT" });
  const events = await prisma().labelEvent.findMany({ where: { studyId }, orderBy: { seq: "asc" } });
  expect(events.map((event) => [event.seq, event.question, event.value])).toEqual([
    [1, "kind", "A"],
    [2, "strong", "no"],
    [3, "mark_data", "yes"],
    [4, "kind", "B"],
  ]);
  expect(events[3]!.revises).toBe(first.opId);
});

test("the same opId: the first answer again, also after others; with another body 422; never twice", async () => {
  const { studyId, join } = await makeWork();
  const rater = await join();
  const body = rater.body({ value: "A" });
  const first = await recordLabel(rater.ctx, body);
  await rater.send({ question: "strong", value: "yes" });
  expect(await recordLabel(rater.ctx, body)).toEqual(first);
  expect(first.slot).toBe("leased");
  await expect(recordLabel(rater.ctx, { ...body, value: "B" })).rejects.toMatchObject({ code: "unprocessable" });
  await expect(recordLabel(rater.ctx, { ...body, note: "x" })).rejects.toMatchObject({ code: "unprocessable" });
  const other = await join();
  await expect(recordLabel(other.ctx, body)).rejects.toMatchObject({ code: "not_found" });
  expect(await prisma().labelEvent.count({ where: { studyId } })).toBe(2);
});

test("one opId sent ten times at once is one event", async () => {
  const { studyId, join } = await makeWork();
  const rater = await join();
  const body = rater.body();
  const acks = await Promise.all(Array.from({ length: 10 }, () => recordLabel(rater.ctx, body)));
  expect(new Set(acks.map((ack) => JSON.stringify(ack))).size).toBe(1);
  expect(await prisma().labelEvent.count({ where: { studyId } })).toBe(1);
});

test("stale revision: 409 with the answer that stands; both events of a race are kept apart", async () => {
  const { studyId, join } = await makeWork();
  const rater = await join();
  const first = await rater.send({ value: "A" });
  const second = await rater.send({ value: "B", revises: first.opId });
  const stale = rater.send({ value: "A", revises: first.opId });
  await expect(stale).rejects.toMatchObject({
    code: "conflict",
    details: { extra: { current: { question: "kind", value: "B", opId: second.opId } } },
  });
  await expect(rater.send({ value: "A" })).rejects.toMatchObject({ code: "conflict" });
  const race = await Promise.allSettled([
    rater.send({ value: "A", revises: second.opId }),
    rater.send({ value: "B", revises: second.opId }),
  ]);
  expect(race.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await prisma().labelEvent.count({ where: { studyId } })).toBe(3);
  expect(await prisma().label.count({ where: { studyId, question: "kind" } })).toBe(1);
});

test("click 1, 2, 1, 2 in a row: one value stands, four events tell it", async () => {
  const { studyId, join } = await makeWork();
  const rater = await join();
  let revises: string | undefined;
  for (const value of ["A", "B", "A", "B"]) revises = (await rater.send({ value, revises })).opId;
  expect(await labelsOf(studyId)).toEqual({ kind: "B", side: "RIGHT" });
  expect(await prisma().labelEvent.count({ where: { studyId } })).toBe(4);
});

test("a slot of another rater, of another study, or of nobody is not found; bad answers are refused with reasons", async () => {
  const { join, studyId } = await makeWork(2);
  const [a, b] = [await join(), await join()];
  const foreign = await (await makeWork()).join();
  await expect(b.send({ slotId: a.slots[0]!.slotId })).rejects.toMatchObject({ code: "not_found" });
  await expect(b.send({ slotId: foreign.slots[0]!.slotId })).rejects.toMatchObject({ code: "not_found" });
  await expect(b.send({ slotId: uuid7() })).rejects.toMatchObject({ code: "not_found" });
  await expect(recordLabel(foreign.ctx, a.body())).rejects.toMatchObject({ code: "not_found" });
  await expect(b.send({ value: "Z" })).rejects.toMatchObject({ code: "unprocessable" });
  await expect(b.send({ value: "UNSURE" })).rejects.toMatchObject({ code: "unprocessable" });
  await expect(b.send({ question: "strong", value: "yes" })).rejects.toMatchObject({ code: "unprocessable" });
  await expect(b.send({ question: "other", value: "yes" })).rejects.toMatchObject({ code: "unprocessable" });
  await expect(b.send({ more: 1 })).rejects.toThrow();
  expect(await prisma().labelEvent.count({ where: { studyId } })).toBe(0);
});

test("undo reopens the slot for its own rater with a new lease", async () => {
  const { studyId, join } = await makeWork();
  const rater = await join();
  const first = await rater.send();
  await prisma().slot.updateMany({ where: { studyId }, data: { leasedUntil: null } });
  expect(await rater.send({ value: null, revises: first.opId })).toMatchObject({ slot: "leased", seq: 2 });
  expect(await labelsOf(studyId)).toEqual({});
  const slot = await prisma().slot.findFirstOrThrow({ where: { studyId } });
  expect(slot.leasedUntil!.getTime()).toBeGreaterThan(Date.now() + 14 * 60_000);
  expect(slot.filledAt).toBeNull();
  // What was taken back may be given again without naming it.
  expect(await rater.send({ value: "B" })).toMatchObject({ slot: "filled", seq: 3 });
});

test("skip, undo, skip by all: places are counted, at most k more an item, nobody twice", async () => {
  const { studyId, join } = await makeWork(1, { k: 2 });
  const a = await join();
  const skip = await a.send({ question: "_skip", value: "garbled" });
  expect(skip.slot).toBe("skipped");
  expect(await statesOf(studyId)).toEqual({ open: 2, skipped: 1 });
  expect(await a.claim()).toEqual([]);
  expect(await a.send({ question: "_skip", value: null, revises: skip.opId })).toMatchObject({ slot: "leased" });
  expect(await statesOf(studyId)).toEqual({ closed: 1, leased: 1, open: 1 });
  await a.send({ question: "_skip", value: "other", note: "a table" });
  expect(await statesOf(studyId)).toEqual({ open: 2, skipped: 1 });
  const others = [await join(), await join(), await join(), await join()];
  expect(others.map((rater) => rater.slots.length)).toEqual([1, 1, 0, 0]);
  for (const rater of others.slice(0, 2)) await rater.send({ question: "_skip", value: "garbled" });
  // 3 skips of an item with two places: two places were added, not three.
  expect(await statesOf(studyId)).toEqual({ open: 1, skipped: 3 });
  expect((await join()).slots).toHaveLength(1);
  const { open = 0, leased = 0, filled = 0, skipped = 0 } = await statesOf(studyId);
  expect([open + leased + filled, skipped]).toEqual([1, 3]);
});

test("undo of a skip whose place is taken meanwhile: kept as extra", async () => {
  const { studyId, join } = await makeWork();
  const a = await join();
  const skip = await a.send({ question: "_skip", value: "garbled" });
  const b = await join();
  expect(b.slots).toHaveLength(1);
  expect(await a.send({ question: "_skip", value: null, revises: skip.opId })).toMatchObject({ slot: "extra" });
  expect(await a.send({ value: "A" })).toMatchObject({ slot: "extra" });
  expect(await b.send({ value: "B" })).toMatchObject({ slot: "filled" });
  const rows = await prisma().label.findMany({ where: { studyId, question: "kind" }, orderBy: { value: "asc" } });
  expect(rows.map((row) => [row.value, row.extra])).toEqual([
    ["A", true],
    ["B", false],
  ]);
});

test("late answers: lapsed and unclaimed fills; taken over is extra; an open place of the item is used", async () => {
  const unclaimed = await makeWork();
  const late = await unclaimed.join();
  await lapse(unclaimed.studyId);
  expect(await late.send()).toMatchObject({ slot: "filled" });

  const taken = await makeWork();
  const a = await taken.join();
  await lapse(taken.studyId);
  const b = await taken.join();
  expect(b.slots[0]!.itemId).toBe(a.slots[0]!.itemId);
  expect(await renewLeases(a.ctx, { studyId: taken.studyId, slotIds: [a.slots[0]!.slotId] })).toMatchObject({
    lost: [a.slots[0]!.slotId],
  });
  const extra = await a.send();
  expect(extra).toMatchObject({ slot: "extra" });
  expect(await labelsOf(taken.studyId, { extra: true })).toEqual({ kind: "B", side: "RIGHT" });
  expect(await b.send()).toMatchObject({ slot: "filled" });
  expect(await statesOf(taken.studyId)).toEqual({ closed: 1, filled: 1 });
  // Its place is freed when b takes the answer back and skips: then the late answer may count.
  const [event] = await prisma().labelEvent.findMany({ where: { studyId: taken.studyId }, orderBy: { at: "desc" } });
  await b.send({ value: null, revises: event!.opId });
  await b.send({ question: "_skip", value: "garbled" });
  expect(await a.send({ value: "B", revises: extra.opId })).toMatchObject({ slot: "filled" });
  expect(await labelsOf(taken.studyId, { extra: true })).toEqual({});
  expect(await statesOf(taken.studyId)).toEqual({ closed: 1, filled: 1, skipped: 1 });
});

test("flags and comments never fill; reopening shows one's own answers and changes nothing", async () => {
  const { studyId, join } = await makeWork();
  const rater = await join();
  expect(await rater.send({ question: "_flag", value: "yes" })).toMatchObject({ slot: "leased" });
  expect(await rater.send({ question: "_comment", value: "odd" })).toMatchObject({ slot: "leased" });
  const { opId } = await rater.send({ value: "B", note: "sure" });
  const again = await reopenSlot(rater.ctx, { studyId, slotId: rater.slots[0]!.slotId });
  expect(again).toMatchObject({ state: "filled", answers: { kind: { value: "B", opId, note: "sure" } } });
  expect(again.answers._comment!.value).toBe("odd");
  expect(again.fields).toEqual(rater.slots[0]!.fields);
  const other = await makePerson(studyId);
  await expect(reopenSlot(other.ctx, { studyId, slotId: again.slotId })).rejects.toMatchObject({ code: "not_found" });
  await expect(rater.send({ question: "_comment", value: "a\u0000b", revises: opId })).rejects.toThrow();
});

test("a rater whose role was taken away is refused at once; the queue is told why", async () => {
  const { studyId, join } = await makeWork();
  const rater = await join();
  await prisma().membership.deleteMany({ where: { studyId, userId: rater.userId } });
  await expect(rater.send()).rejects.toMatchObject({ code: "not_found" });
});

test("40 answers of one rater at once make one gapless chain", async () => {
  const { studyId, join } = await makeWork(20);
  const rater = await join();
  const slots = await rater.claim(20);
  await Promise.all(
    slots.flatMap(({ slotId }) => [
      rater.send({ slotId, value: "B" }),
      rater.send({ slotId, question: "_flag", value: "yes" }),
    ]),
  );
  const events = await prisma().labelEvent.findMany({ where: { studyId }, orderBy: { seq: "asc" } });
  expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  for (const [i, event] of events.entries()) expect(event.prevHash).toBe(events[i - 1]?.hash ?? "0".repeat(64));
  expect(await statesOf(studyId)).toEqual({ filled: 20 });
});
