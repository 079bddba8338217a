import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { createRound } from "@/lib/sampling/create-round";
import { drawSample } from "@/lib/sampling/draw-sample";
import { claimSlots } from "./claim-slots";
import { readMyWork } from "./my-work";
import { readProgress } from "./read-progress";
import { recordLabel } from "./record-label";
import { COMMAND, makePerson, makeStudy } from "./test-study";
import { verifyLabelChain } from "./verify-label-chain";

async function makeLabelled(items: number) {
  const { studyId } = await makeStudy(items);
  const { roundId } = await createRound(COMMAND, { studyId, name: "main", purpose: "main" });
  await drawSample(COMMAND, { studyId, roundId, plan: { size: "all", seed: "s", k: 2 } });
  const person = await makePerson(studyId);
  const opIds: string[] = [];
  const answer = async (slotId: string, more: object = {}) => {
    const opId = uuid7();
    await recordLabel(person.ctx, { studyId, slotId, opId, question: "kind", value: "B", elapsedMs: 100, ...more });
    opIds.push(opId);
  };
  for (let left = items; left > 0; ) {
    const { slots } = await claimSlots(person.ctx, { studyId, ahead: 20 });
    for (const slot of slots) await answer(slot.slotId);
    left -= slots.length;
  }
  const rater = await prisma().rater.findFirstOrThrow({ where: { studyId, userId: person.userId } });

  return { studyId, ...person, answer, opIds, pseudonym: rater.pseudonym, raterId: rater.id };
}

test("an untouched chain verifies, and its hashes are those of the stated recipe", async () => {
  const { studyId } = await makeLabelled(3);
  expect(await verifyLabelChain(COMMAND, { studyId })).toEqual({
    ...{ raters: 1, events: 3, erased: 0, faultCount: 0, faults: [] },
  });
  // sha256(prevHash ‖ canonical JSON of the ids ‖ sha256(canonical JSON of [salt, value, note])), written out here.
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const events = await prisma().labelEvent.findMany({ where: { studyId }, orderBy: { seq: "asc" } });
  let before = "0".repeat(64);
  for (const e of events) {
    const payload = sha256(JSON.stringify([e.salt, e.value, e.note]));
    const ids =
      `{"at":"${e.at.toISOString()}","codebookVersion":1,"elapsedMs":100,"itemId":"${e.itemId}","opId":"${e.opId}",` +
      `"question":"kind","raterId":"${e.raterId}","revises":null,"roundId":"${e.roundId}","seq":${e.seq},` +
      `"slotId":"${e.slotId}","studyId":"${studyId}","unit":""}`;
    expect(e.payloadHash).toBe(payload);
    expect(e.hash).toBe(sha256(before + ids + payload));
    before = e.hash;
  }
});

test("an altered value, time or note is named; so is a row taken out, in the middle or at the end", async () => {
  const { studyId, opIds, pseudonym } = await makeLabelled(6);
  const faults = async () =>
    (await verifyLabelChain(COMMAND, { studyId })).faults.map(({ rater, seq, reason }) => [rater, seq, reason]);
  const where = (i: number) => ({ studyId_opId: { studyId, opId: opIds[i]! } });
  await prisma().labelEvent.update({ where: where(1), data: { value: "A" } });
  expect(await faults()).toEqual([
    [pseudonym, 2, "its value or note was altered"],
    [pseudonym, 2, "the current label is not what its event says"],
  ]);
  await prisma().labelEvent.update({ where: where(1), data: { value: "B" } });
  expect(await faults()).toEqual([]);
  await prisma().labelEvent.update({ where: where(2), data: { elapsedMs: 1 } });
  expect(await faults()).toEqual([[pseudonym, 3, "altered after it was written"]]);
  await prisma().labelEvent.update({ where: where(2), data: { elapsedMs: 100 } });
  await prisma().labelEvent.delete({ where: where(3) });
  expect(await faults()).toEqual([
    [pseudonym, 5, "an event before it is missing"],
    [pseudonym, null, "the event of a current label is missing"],
  ]);
  await prisma().labelEvent.deleteMany({ where: { studyId, seq: { gte: 4 } } });
  expect((await faults()).map((fault) => fault[2])).toEqual(Array(3).fill("the event of a current label is missing"));
});

test("erasing salt, value and note keeps the chain whole", async () => {
  const { studyId, opIds, raterId } = await makeLabelled(3);
  const opId = opIds[1]!;
  await prisma().labelEvent.update({
    where: { studyId_opId: { studyId, opId } },
    data: { salt: null, value: null, note: null },
  });
  await prisma().label.deleteMany({ where: { studyId, raterId, opId } });
  expect(await verifyLabelChain(COMMAND, { studyId })).toMatchObject({ events: 3, erased: 1, faultCount: 0 });
});

test("only researchers and auditors verify", async () => {
  const { studyId, ctx } = await makeLabelled(1);
  await expect(verifyLabelChain(ctx, { studyId })).rejects.toMatchObject({ code: "forbidden" });
  const auditor = await makePerson(studyId, "auditor");
  expect(await verifyLabelChain(auditor.ctx, { studyId })).toMatchObject({ events: 1 });
});

test("my work: my own items alone, page by page, each once, filtered by answer and state", async () => {
  const { studyId, ctx } = await makeLabelled(120);
  const other = await makePerson(studyId);
  await claimSlots(other.ctx, { studyId, ahead: 3 });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await readMyWork(ctx, { studyId, cursor });
    seen.push(...page.rows.map((row) => row.itemKey));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
  const { rows } = await readMyWork(ctx, { studyId });
  expect(rows[0]).toMatchObject({
    round: "main",
    state: "filled",
    answers: { kind: "B" },
    flagged: false,
    comment: null,
  });
  expect(rows[0]!.excerpt).toMatch(/^Before it\. We follow/);
  expect((await readMyWork(ctx, { studyId, question: "kind", value: "A" })).rows).toEqual([]);
  expect((await readMyWork(ctx, { studyId, state: "skipped" })).rows).toEqual([]);
  expect((await readMyWork(other.ctx, { studyId })).rows).toHaveLength(3);
  const newcomer = await makePerson(studyId);
  expect(await readMyWork(newcomer.ctx, { studyId })).toEqual({ rows: [], nextCursor: null });
});

test("10 items, k = 2: label, skip, flag, leave; done + skipped + leased + open = total", async () => {
  const { studyId } = await makeStudy(10);
  const { roundId } = await createRound(COMMAND, { studyId, name: "main", purpose: "main" });
  await drawSample(COMMAND, { studyId, roundId, plan: { size: "all", seed: "s", k: 2 } });
  const { ctx } = await makePerson(studyId);
  const { slots } = await claimSlots(ctx, { studyId, ahead: 8 });
  const send = (i: number, question: string, value: string) =>
    recordLabel(ctx, { studyId, slotId: slots[i]!.slotId, opId: uuid7(), question, value, elapsedMs: 1000 * (i + 1) });
  for (const i of [0, 1, 2]) await send(i, "kind", "B");
  for (const i of [3, 4]) await send(i, "_skip", "garbled");
  await send(5, "_flag", "yes");
  const { done, skipped, leased, open, total, raters } = await readProgress(COMMAND, { studyId });
  // Two skips made two more places: 22 in all.
  expect({ done, skipped, leased, open, total }).toEqual({ done: 3, skipped: 2, leased: 3, open: 14, total: 22 });
  expect(raters).toMatchObject([{ done: 3, skipped: 2, leased: 3, reserved: 0, extra: 0, medianMs: 2000 }]);
  const { progress } = await claimSlots(ctx, { studyId, ahead: 1 });
  expect(progress).toEqual({ done: 3, skipped: 2, left: 5, medianMs: 2000 });
});
