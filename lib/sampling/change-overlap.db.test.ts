import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { claimSlots } from "@/lib/labels/claim-slots";
import { addLabels, COMMAND, makeJudge, makePerson, makeStudy } from "@/lib/labels/test-study";
import { changeOverlap } from "./change-overlap";
import { closeRound } from "./close-round";
import { createRound } from "./create-round";
import { drawSample } from "./draw-sample";
import { listSamples } from "./list-samples";
import { previewSample } from "./preview-sample";

async function makeRound(items: Parameters<typeof makeStudy>[0], plan?: object) {
  const study = await makeStudy(items);
  const { roundId } = await createRound(COMMAND, { studyId: study.studyId, name: "main", purpose: "main" });
  if (plan) await drawSample(COMMAND, { studyId: study.studyId, roundId, plan: { size: "all", seed: "s", ...plan } });

  return { ...study, roundId };
}

const statesOf = async (studyId: string) => {
  const rows = await prisma().slot.groupBy({ by: ["state"], where: { studyId }, _count: true });
  return Object.fromEntries(rows.map((row) => [row.state, row._count]));
};

test("raising k adds open slots; lowering closes open ones and leaves what is held or reserved", async () => {
  const { studyId, roundId } = await makeRound(4, { k: 2 });
  const change = (k: number, more: object = {}) => changeOverlap(COMMAND, { studyId, roundId, k, ...more });
  expect(await change(3)).toEqual({ added: 4, closed: 0, above: 0 });
  expect(await change(3)).toEqual({ added: 0, closed: 0, above: 0 });
  const people = [await makePerson(studyId), await makePerson(studyId)];
  for (const person of people) await claimSlots(person.ctx, { studyId, ahead: 1 });
  expect(await statesOf(studyId)).toEqual({ leased: 2, open: 10 });
  // The first item is held twice: it stays at two.
  expect(await change(1)).toEqual({ added: 0, closed: 1 + 3 * 2, above: 1 });
  expect(await statesOf(studyId)).toEqual({ closed: 7, leased: 2, open: 3 });
  const [item] = await prisma().slot.findMany({ where: { studyId, state: "open" }, select: { itemId: true } });
  expect(await change(2, { itemIds: [item!.itemId] })).toEqual({ added: 1, closed: 0, above: 0 });
  const foreign = await makeRound(1, {});
  await expect(changeOverlap(COMMAND, { studyId, roundId: foreign.roundId, k: 2 })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(change(2, { itemIds: foreign.itemIds })).rejects.toMatchObject({ code: "not_found" });
  await expect(changeOverlap(people[0]!.ctx, { studyId, roundId, k: 2 })).rejects.toMatchObject({ code: "forbidden" });
});

test("a closed round hands out nothing and draws nothing, until it is opened", async () => {
  const { studyId, roundId } = await makeRound(4, { size: 2 });
  const { ctx } = await makePerson(studyId);
  await closeRound(COMMAND, { studyId, roundId, closed: true });
  expect((await claimSlots(ctx, { studyId, ahead: 2 })).slots).toEqual([]);
  const draw = drawSample(COMMAND, { studyId, roundId, plan: { size: 1, seed: "x" } });
  await expect(draw).rejects.toMatchObject({ code: "conflict" });
  await closeRound(COMMAND, { studyId, roundId, closed: false });
  expect((await claimSlots(ctx, { studyId, ahead: 2 })).slots).toHaveLength(2);
});

test("strata: a judge's label, its confidence, the cell of two judges; thin cells merge", async () => {
  const { studyId, roundId, itemIds } = await makeRound(20);
  const corpus = await prisma().round.create({ data: { studyId, name: "corpus", purpose: "corpus", seed: "c" } });
  const [one, two] = [await makeJudge(studyId, "one"), await makeJudge(studyId, "two")];
  const label = (from: number, to: number, value: string) =>
    Object.fromEntries(itemIds.slice(from, to).map((id) => [id, value]));
  await addLabels(studyId, corpus.id, one, "kind", { ...label(0, 10, "A"), ...label(10, 18, "B") });
  await addLabels(studyId, corpus.id, two, "kind", { ...label(0, 7, "A"), ...label(7, 20, "B") });
  await prisma().label.updateMany({
    where: { studyId, itemId: { in: itemIds.slice(0, 5) } },
    data: { confidence: "high" },
  });
  const preview = async (strata: object[], more: object = {}) => {
    const plan = { size: 10, seed: "s", strata, ...more };
    const { strata: counts, merges } = await previewSample(COMMAND, { studyId, roundId, plan });
    return { counts: Object.fromEntries(counts.map((row) => [row.stratum, row.frame])), merges };
  };
  expect((await preview([{ judge: "one", question: "kind" }])).counts).toEqual({ "(none)": 2, A: 10, B: 8 });
  expect((await preview([{ judge: "one", question: "kind", confidence: true }])).counts).toEqual({
    "(none)": 15,
    high: 5,
  });
  const cell = { judges: ["one", "two"], question: "kind" };
  expect((await preview([cell])).counts).toEqual({ "(none) × B": 2, "A × A": 7, "A × B": 3, "B × B": 8 });
  const merged = await preview([cell], { minimum: 5 });
  expect(merged.merges).toEqual([{ from: "(none) × B", size: 2, into: "(none) × B + A × B" }]);
  expect(merged.counts).toEqual({ "(none) × B + A × B": 5, "A × A": 7, "B × B": 8 });
  await expect(preview([{ judge: "three", question: "kind" }])).rejects.toMatchObject({ code: "bad_input" });
  await expect(preview([{ field: "nothing" }])).rejects.toMatchObject({ code: "bad_input" });
});

test("filters: located items, a field's values, the items of another round; the sample is on record", async () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({ group: i % 3 === 0 ? "x" : "y", located: i < 8 }));
  const { studyId, roundId } = await makeRound(rows);
  const count = async (filter: object) => {
    const plan = { size: "all", seed: "s", filter };
    return (await previewSample(COMMAND, { studyId, roundId, plan })).frameSize;
  };
  expect(await count({ located: true })).toBe(8);
  expect(await count({ located: false })).toBe(4);
  expect(await count({ fields: [{ field: "group", is: ["x"] }] })).toBe(4);
  expect(await count({ located: true, fields: [{ field: "group", is: ["x"] }] })).toBe(3);
  const plan = { size: 5, seed: "five", perFocal: 3, onePerWindow: true };
  const sample = await drawSample(COMMAND, { studyId, roundId, plan });
  const retest = await createRound(COMMAND, { studyId, name: "retest", purpose: "retest" });
  const again = { size: "all", seed: "s", filter: { from: ["main"] } };
  expect((await previewSample(COMMAND, { studyId, roundId: retest.roundId, plan: again })).frameSize).toBe(5);
  expect(await count({ notIn: ["main"] })).toBe(7);
  await expect(count({ from: ["nowhere"] })).rejects.toMatchObject({ code: "bad_input" });
  const [row] = await listSamples(COMMAND, { studyId });
  expect(row).toMatchObject({ sampleId: sample.sampleId, round: "main", seed: "five", frameSize: 12 });
  expect(row!.plan).toMatchObject(plan);
  expect(row!.frameHash).toMatch(/^[0-9a-f]{64}$/);
});

test("two draws at once draw no item twice", async () => {
  const { studyId, roundId } = await makeRound(60);
  const draw = (seed: string) => drawSample(COMMAND, { studyId, roundId, plan: { size: 20, seed } });
  await Promise.all([draw("a"), draw("b"), draw("c")]);
  const rows = await prisma().sampleItem.findMany({ where: { studyId } });
  expect(new Set(rows.map((row) => row.itemId)).size).toBe(60);
  const positions = await prisma().slot.findMany({ where: { studyId }, select: { position: true } });
  expect(new Set(positions.map((row) => row.position)).size).toBe(60);
});
