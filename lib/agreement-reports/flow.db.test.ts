import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { claimSlots } from "@/lib/labels/claim-slots";
import { recordLabel } from "@/lib/labels/record-label";
import { COMMAND, makePerson, makeStudy } from "@/lib/labels/test-study";
import { createRound } from "@/lib/sampling/create-round";
import { drawSample } from "@/lib/sampling/draw-sample";
import { loadReport } from "./load-report";

async function makeWork(items: number, k: number) {
  const study = await makeStudy(items);
  const { studyId } = study;
  const { roundId } = await createRound(COMMAND, { studyId, name: "main", purpose: "main" });
  await drawSample(COMMAND, { studyId, roundId, plan: { size: "all", seed: "s", k } });

  return { ...study, roundId };
}

async function rater(studyId: string, ahead: number) {
  const { ctx } = await makePerson(studyId);
  const { slots } = await claimSlots(ctx, { studyId, ahead });
  const byItem = new Map(slots.map((slot) => [slot.itemId, slot.slotId]));
  const send = (itemId: string, question: string, value: string) =>
    recordLabel(ctx, { studyId, slotId: byItem.get(itemId), opId: uuid7(), question, value, elapsedMs: 900 });

  return { slots, send };
}

test("drawn, served, answered, skipped by reason, late, half done: each counted once, and only filled places compared", async () => {
  const { studyId, itemIds } = await makeWork(6, 2);
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = itemIds;
  // One comes first, lets the lease lapse, and answers after the place was given to somebody else.
  const late = await rater(studyId, 1);
  const lateItem = late.slots[0]?.itemId ?? "";
  await prisma().slot.updateMany({ where: { studyId, state: "leased" }, data: { leasedUntil: new Date(0) } });
  const [a, b] = [await rater(studyId, 6), await rater(studyId, 6)];
  expect([a.slots.length, b.slots.length]).toEqual([6, 6]);
  expect(await late.send(lateItem, "kind", "B")).toMatchObject({ slot: "extra" });
  for (const itemId of [first, second, third, fourth]) await b.send(itemId, "kind", "B");
  await a.send(first, "kind", "B");
  await a.send(second, "_skip", "garbled");
  // A needs a second answer: the place is not filled, so the first answer does not count yet.
  expect(await a.send(third, "kind", "A")).toMatchObject({ slot: "leased" });
  await a.send(fourth, "kind", "A");
  expect(await a.send(fourth, "strong", "yes")).toMatchObject({ slot: "filled" });
  await b.send(fifth, "_skip", "garbled");
  const report = await loadReport(COMMAND, { studyId, replicates: 0 });
  expect(report.flow).toEqual({
    drawn: 6,
    served: 6,
    answered: 4,
    slotsFilled: 6,
    skipped: [{ reason: "garbled", slots: 2 }],
    extraLabels: 1,
    imported: 0,
  });
  // b: first to fourth; a: first and fourth.
  expect(report).toMatchObject({ items: 4, labels: 6, pairableItems: 2 });
  expect(report.raters).toHaveLength(2);
  const percent = report.measures.find((entry) => entry.id === "percent")?.result;
  expect(percent).toMatchObject({ value: 0.5, n: 2 });
  await a.send(third, "strong", "no");
  const done = await loadReport(COMMAND, { studyId, replicates: 0 });
  expect(done).toMatchObject({ labels: 7, pairableItems: 3, flow: { slotsFilled: 7, answered: 4 } });
  const strong = await loadReport(COMMAND, { studyId, question: "strong", replicates: 0 });
  expect(strong).toMatchObject({ items: 2, labels: 2, pairableItems: 0 });
  const side = await loadReport(COMMAND, { studyId, question: "side", replicates: 0 });
  expect(side).toMatchObject({ items: 4, labels: 7, pairableItems: 3 });
});

test("a round that was drawn and not yet served: drawn alone is counted", async () => {
  const { studyId, roundId } = await makeWork(3, 1);
  const report = await loadReport(COMMAND, { studyId, roundId, replicates: 0 });
  expect(report.flow).toMatchObject({ drawn: 3, served: 0, answered: 0, slotsFilled: 0, skipped: [], extraLabels: 0 });
});
