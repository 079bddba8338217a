import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { command } from "@/lib/imports/test-study";
import { claimSlots } from "@/lib/labels/claim-slots";
import { recordLabel } from "@/lib/labels/record-label";
import { addLabels, COMMAND, makePerson, makeStudy } from "@/lib/labels/test-study";
import { createRound } from "@/lib/sampling/create-round";
import { drawSample } from "@/lib/sampling/draw-sample";
import { countLayer } from "./count-layer";
import { openExport } from "./open-export";
import { openSnapshots, textOf } from "./test-layer";

const RULE = { kind: "majority" };
// More than two pages of an export, one of which is read ahead: after the first bytes it is still in the middle.
const ITEMS = 5000;

async function labelled() {
  const study = await makeStudy(ITEMS);
  const { studyId, itemIds } = study;
  const roundId = uuid7();
  await prisma().round.create({ data: { studyId, id: roundId, name: "main", purpose: "main", seed: "s" } });
  const raterId = uuid7();
  await prisma().rater.create({ data: { studyId, id: raterId, pseudonym: "r-one", kind: "human", name: "one" } });
  await addLabels(studyId, roundId, raterId, "kind", Object.fromEntries(itemIds.map((id) => [id, "A"])));

  return { ...study, roundId };
}

test("an export while labels are changed, added and taken away holds one moment", async () => {
  const { studyId, itemIds, roundId } = await labelled();
  const input = { studyId, question: "kind", rule: RULE, format: "jsonl" };
  const whole = await textOf(input);
  const { bytes, snapshotId } = await openExport(command, input);
  const decoder = new TextDecoder();
  let text = "";
  for (let part = 0; ; part += 1) {
    const { value, done } = await bytes.next();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (part === 0) {
      await prisma().label.updateMany({ where: { studyId }, data: { value: "B" } });
      await prisma().label.deleteMany({ where: { studyId, itemId: { in: itemIds.slice(-500) } } });
      const raterId = uuid7();
      await prisma().rater.create({ data: { studyId, id: raterId, pseudonym: "r-two", kind: "human", name: "two" } });
      await addLabels(studyId, roundId, raterId, "kind", { [itemIds.at(-1) ?? ""]: "B" });
    }
  }
  expect(text).toBe(whole);
  expect(text.split("\n").filter(Boolean)).toHaveLength(ITEMS);
  expect(snapshotId).toMatch(/^\d+:\d+:/);
  expect(await countLayer(command, { studyId, rule: RULE })).toMatchObject({ labelled: ITEMS - 499 });
  // A connection that was closed may still be listed for a moment.
  await expect.poll(openSnapshots).toBe(0);
});

test("no connection stays open: read to the end, left in the middle, left before the first byte, thrown into", async () => {
  const { studyId } = await labelled();
  const input = { studyId, question: "kind", rule: RULE, format: "csv" };
  await textOf(input);
  const inTheMiddle = await openExport(command, input);
  await inTheMiddle.bytes.next();
  expect(await openSnapshots()).toBe(1);
  await inTheMiddle.bytes.return(undefined);
  const untouched = await openExport(command, input);
  await untouched.bytes.return(undefined);
  const broken = await openExport(command, input);
  await broken.bytes.next();
  await expect(broken.bytes.throw(new Error("the reader broke"))).rejects.toThrow("the reader broke");
  // A connection that was closed may still be listed for a moment.
  await expect.poll(openSnapshots).toBe(0);
});

test("a connection that dies in the middle of an export is an error for its reader and leaves nothing behind", async () => {
  const { studyId } = await labelled();
  const { bytes } = await openExport(command, { studyId, question: "kind", rule: RULE, format: "jsonl" });
  await bytes.next();
  await prisma().$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'assay snapshot'`;
  const rest = async () => {
    for await (const _ of bytes);
  };
  await expect(rest()).rejects.toMatchObject({ code: "unavailable" });
  // A connection that was closed may still be listed for a moment.
  await expect.poll(openSnapshots).toBe(0);
});

test("half-done and late answers, skips and practice stay out of the layer", async () => {
  const { studyId, itemIds } = await makeStudy(4);
  const { roundId } = await createRound(COMMAND, { studyId, name: "main", purpose: "main" });
  await drawSample(COMMAND, { studyId, roundId, plan: { size: "all", seed: "s", k: 1 } });
  const { ctx } = await makePerson(studyId);
  const { slots } = await claimSlots(ctx, { studyId, ahead: 4 });
  const send = (itemId: string | undefined, question: string, value: string) => {
    const slotId = slots.find((slot) => slot.itemId === itemId)?.slotId;

    return recordLabel(ctx, { studyId, slotId, opId: uuid7(), question, value, elapsedMs: 900 });
  };
  await send(itemIds[0], "kind", "B");
  // A asks for more: the place is not filled yet.
  await send(itemIds[1], "kind", "A");
  await send(itemIds[2], "_skip", "garbled");
  const practice = uuid7();
  await prisma().round.create({ data: { studyId, id: practice, name: "warm-up", purpose: "practice", seed: "s" } });
  const late = uuid7();
  await prisma().rater.create({ data: { studyId, id: late, pseudonym: "r-late", kind: "human", name: "late" } });
  await addLabels(studyId, practice, late, "kind", { [itemIds[3] ?? ""]: "A" });
  await addLabels(studyId, roundId, late, "kind", { [itemIds[2] ?? ""]: "A" });
  await prisma().label.updateMany({ where: { studyId, raterId: late, roundId }, data: { extra: true } });
  const count = () => countLayer(COMMAND, { studyId, question: "kind", rule: RULE });
  expect(await count()).toMatchObject({ items: 4, labelled: 1, ties: 0, unlabelled: 3 });
  await send(itemIds[1], "strong", "yes");
  expect(await count()).toMatchObject({ labelled: 2, unlabelled: 2 });
  expect(await countLayer(COMMAND, { studyId, question: "kind", rule: RULE, roundId })).toMatchObject({ labelled: 2 });
  await expect(countLayer(COMMAND, { studyId, rule: RULE, roundId: uuid7() })).rejects.toMatchObject({ status: 404 });
});
