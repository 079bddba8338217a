import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { COMMAND, makePerson, makeStudy } from "@/lib/labels/test-study";
import { createRound } from "./create-round";
import { drawSample } from "./draw-sample";
import { listRounds } from "./list-rounds";
import { previewSample } from "./preview-sample";

async function makeRound(items: Parameters<typeof makeStudy>[0], purpose = "main") {
  const study = await makeStudy(items);
  const round = await createRound(COMMAND, { studyId: study.studyId, name: purpose, purpose });

  return { ...study, roundId: round.roundId };
}

test("a simple draw: k slots an item at one position, weights the inverse of n / N", async () => {
  const { studyId, roundId } = await makeRound(40);
  const plan = { size: 10, seed: "s", k: 3 };
  const preview = await previewSample(COMMAND, { studyId, roundId, plan });
  expect(preview).toMatchObject({ frameSize: 40, drawn: 10, slots: 30 });
  const sample = await drawSample(COMMAND, { studyId, roundId, plan });
  expect(sample).toMatchObject({ frameSize: 40, drawn: 10, slots: 30, frameHash: preview.frameHash });
  const items = await prisma().sampleItem.findMany({ where: { studyId } });
  expect(items).toHaveLength(10);
  for (const item of items) expect(item).toMatchObject({ inclusionProbability: 0.25, weight: 4, k: 3, stratum: "all" });
  const slots = await prisma().slot.findMany({ where: { studyId }, orderBy: [{ position: "asc" }, { n: "asc" }] });
  expect(slots.map((slot) => slot.n)).toEqual(Array.from({ length: 30 }, (_, i) => (i % 3) + 1));
  expect(new Set(slots.map((slot) => `${slot.position} ${slot.itemId}`)).size).toBe(10);
  expect(await listRounds(COMMAND, { studyId })).toMatchObject([{ name: "main", items: 10, open: 30, total: 30 }]);
});

test("the same seed draws the same items; an extension draws only what is left", async () => {
  const first = await makeRound(30);
  const keys = async (studyId: string) => {
    const rows = await prisma().sampleItem.findMany({ where: { studyId }, include: { item: true } });
    return rows.map((row) => row.item.key).sort();
  };
  const plan = { size: 12, seed: "again" };
  await drawSample(COMMAND, { studyId: first.studyId, roundId: first.roundId, plan });
  const second = await makeRound(30);
  await drawSample(COMMAND, { studyId: second.studyId, roundId: second.roundId, plan });
  expect(await keys(first.studyId)).toEqual(await keys(second.studyId));

  const rest = await drawSample(COMMAND, {
    studyId: first.studyId,
    roundId: first.roundId,
    plan: { size: "all", seed: "x" },
  });
  expect(rest).toMatchObject({ frameSize: 18, drawn: 18 });
  expect(new Set(await keys(first.studyId)).size).toBe(30);
  const again = drawSample(COMMAND, { studyId: first.studyId, roundId: first.roundId, plan: { size: 1, seed: "y" } });
  await expect(again).rejects.toMatchObject({ code: "unprocessable" });
});

test("only researchers draw; a foreign round is not found; a rater's name must be a rater", async () => {
  const { studyId, roundId } = await makeRound(5);
  const other = await makeRound(5);
  const rater = await makePerson(studyId);
  const stranger = await makePerson(other.studyId, "researcher");
  const plan = { size: 1, seed: "s" };
  await expect(drawSample(rater.ctx, { studyId, roundId, plan })).rejects.toMatchObject({ code: "forbidden" });
  await expect(drawSample(stranger.ctx, { studyId, roundId, plan })).rejects.toMatchObject({ code: "not_found" });
  await expect(drawSample(COMMAND, { studyId, roundId: other.roundId, plan })).rejects.toMatchObject({
    code: "not_found",
  });
  const reserved = { ...plan, reservedFor: ["r-none"] };
  await expect(drawSample(COMMAND, { studyId, roundId, plan: reserved })).rejects.toMatchObject({ code: "bad_input" });
  expect(await prisma().slot.count({ where: { studyId } })).toBe(0);
});

test("items of a practice round are left out of the main round", async () => {
  const { studyId, roundId } = await makeRound(10, "practice");
  await drawSample(COMMAND, { studyId, roundId, plan: { size: 4, seed: "p" } });
  const main = await createRound(COMMAND, { studyId, name: "main", purpose: "main" });
  const sample = await drawSample(COMMAND, { studyId, roundId: main.roundId, plan: { size: "all", seed: "m" } });
  expect(sample).toMatchObject({ frameSize: 6, drawn: 6 });
});

test("300 items for one rater, 60 of them also for four others, 20 from each stratum", async () => {
  const groups = ["ADDRESS", "BROADEN", "SPECIFY"];
  const { studyId, roundId } = await makeRound(Array.from({ length: 450 }, (_, i) => ({ group: groups[i % 3] })));
  const people = await Promise.all(Array.from({ length: 5 }, () => makePerson(studyId)));
  const [designated, ...panel] = people.map((person) => person.email);
  const sample = await drawSample(COMMAND, {
    studyId,
    roundId,
    plan: {
      size: 300,
      seed: "ratio",
      strata: [{ field: "group" }],
      allocation: "equal",
      reservedFor: [designated],
      overlap: { size: 60, k: 5, reservedFor: panel },
    },
  });
  expect(sample.slots).toBe(300 + 60 * 4);
  expect(sample.strata).toEqual(
    groups.map((stratum) => ({ stratum, frame: 150, available: 150, drawn: 100, overlap: 20 })),
  );
  const counts = await prisma().slot.groupBy({ by: ["reservedFor"], where: { studyId }, _count: true });
  expect(counts.map((row) => row._count).sort((a, b) => b - a)).toEqual([300, 60, 60, 60, 60]);
});
