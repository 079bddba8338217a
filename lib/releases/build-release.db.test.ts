import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { command } from "@/lib/imports/test-study";
import { claimSlots } from "@/lib/labels/claim-slots";
import { recordLabel } from "@/lib/labels/record-label";
import { makePerson, makeStudy } from "@/lib/labels/test-study";
import { makeLayerStudy } from "@/lib/layers/test-layer";
import { createRound } from "@/lib/sampling/create-round";
import { drawSample } from "@/lib/sampling/draw-sample";
import { buildRelease } from "./build-release";
import { createRelease } from "./create-release";
import { lintRelease } from "./lint-release";
import { readRelease } from "./read-release";
import { planOf, release, stateOf, verified } from "./test-release";

test("one made while twenty people label is one moment: it verifies, and holds no half of an answer", async () => {
  const { studyId } = await makeStudy(40);
  const { roundId } = await createRound(command, { studyId, name: "main", purpose: "main" });
  await drawSample(command, { studyId, roundId, plan: { size: "all", seed: "s", k: 20 } });
  const people = await Promise.all(Array.from({ length: 20 }, () => makePerson(studyId)));
  let stop = false;
  let given = 0;
  const writers = people.map(async ({ ctx }, place) => {
    while (!stop) {
      const { slots } = await claimSlots(ctx, { studyId, ahead: 3 });
      if (slots.length === 0) return;
      for (const { slotId } of slots) {
        if (stop) return;
        const value = (place + given) % 3 === 0 ? "A" : "B";
        const body = { studyId, slotId, elapsedMs: 900 };
        await recordLabel(ctx, { ...body, opId: uuid7(), question: "kind", value });
        if (value === "A") await recordLabel(ctx, { ...body, opId: uuid7(), question: "strong", value: "yes" });
        given += 1;
      }
    }
  });
  while (given < 20) await sleep(20);
  const before = given;
  const made = await release(studyId, { layers: ["majority", "majority:side"] });
  const after = given;
  stop = true;
  await Promise.all(writers);
  // People did label meanwhile, else this proves nothing.
  expect(after).toBeGreaterThan(before);
  expect(await verified(studyId, made.releaseId)).toEqual([]);
});

test("a build whose connection is killed leaves nothing of itself, is said to be interrupted, and can be made again", async () => {
  const { studyId } = await makeLayerStudy(
    Array.from({ length: 300 }, (_, i) => [`k${i}`, "1", String(i), "ME BC ME", "ME", 0.5]),
  );
  const { releaseId } = await createRelease(command, { studyId, plan: planOf({ replicates: 1000 }) });
  expect(await stateOf(studyId, releaseId)).toBe("interrupted");
  const build = buildRelease(command, { studyId, releaseId }).catch((error: unknown) => error);
  while ((await stateOf(studyId, releaseId)) !== "building") await sleep(5);
  const killed = await prisma().$queryRaw<unknown[]>`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'assay bulk'`;
  expect(killed.length).toBeGreaterThan(0);
  expect(await build).toBeInstanceOf(Error);
  expect(await stateOf(studyId, releaseId)).toBe("interrupted");
  expect(await prisma().releaseFile.count({ where: { studyId } })).toBe(0);
  expect(await prisma().releaseChunk.count({ where: { studyId } })).toBe(0);
  expect((await buildRelease(command, { studyId, releaseId })).version).toBe("1.0.0");
  expect(await stateOf(studyId, releaseId)).toBe("ready");
});

test("two that make one release at once make it once", async () => {
  const { studyId } = await makeLayerStudy([["k", "1", "2", "ME", "ME", 0.5]]);
  const { releaseId } = await createRelease(command, { studyId, plan: planOf() });
  const both = await Promise.all([1, 2].map(() => buildRelease(command, { studyId, releaseId })));
  expect(both[0]).toEqual(both[1]);
  const events = await prisma().auditEvent.count({ where: { studyId, action: "release.freeze" } });
  expect(events).toBe(1);
});

test("what the linter refuses is not released, and the release says why with its rows", async () => {
  const { studyId } = await makeLayerStudy([["k", "1", "2", "ME", "ME", 0.5]]);
  const setId = uuid7();
  const set = { fileName: "s.csv", sha256: "a".repeat(64), bytes: 1n, rows: 2 };
  await prisma().targetSet.create({ data: { studyId, id: setId, name: "splits", kind: "split", ...set } });
  await prisma().targetEntry.createMany({
    data: ["train", "test"].map((split) => ({
      ...{ studyId, setId, focalKey: split, targetKey: "2", authorKey: "ann", split },
      cutOff: new Date("2020-01-01"),
    })),
  });
  const poolId = uuid7();
  await prisma().pool.create({
    data: { studyId, id: poolId, name: "pool", fileName: "p.csv", sha256: "b".repeat(64), bytes: 1n, size: 1 },
  });
  await prisma().poolEntry.create({
    data: { studyId, poolId, corpusId: "2", title: "Late", publishedOn: new Date("2020-01-02") },
  });
  const plan = planOf({ targetSets: ["splits"], pool: "pool", stated: [{ layer: "majority", rows: 2 }] });
  const { findings } = await lintRelease(command, { studyId, plan });
  expect(findings.map(({ rule, level, rows }) => [rule, level, rows])).toEqual([
    ["author_in_two_splits", "refuse", ["ann: test, train"]],
    ["stated_differs", "refuse", ["majority"]],
    [
      "after_cut_off",
      "refuse",
      ["splits: test → 2, of 2020-01-02, after 2020-01-01", "splits: train → 2, of 2020-01-02, after 2020-01-01"],
    ],
  ]);
  const { releaseId } = await createRelease(command, { studyId, plan });
  await expect(buildRelease(command, { studyId, releaseId })).rejects.toMatchObject({ status: 422 });
  const view = await readRelease(command, { studyId, releaseId });
  expect(view).toMatchObject({ state: "failed", version: "", files: [], manifest: null });
  expect(view.problem).toContain("Nothing was released. 1 of the authors stand in more than one split");
});

test("a plan that names what does not exist is refused before anything is put down, all of it at once", async () => {
  const { studyId } = await makeLayerStudy([["k", "1", "2", "ME", "ME", 0.5]]);
  const refused = (more: object) => createRelease(command, { studyId, plan: { ...planOf(), ...more } });
  await expect(refused({ rounds: ["r"], pool: "p", targetSets: ["t"] })).rejects.toMatchObject({
    details: { faults: [{ column: "rounds" }, { column: "targetSets" }, { column: "pool" }] },
  });
  await expect(refused({ layers: ["nope"] })).rejects.toMatchObject({
    message: expect.stringContaining("no layer nope"),
  });
  await expect(refused({ licence: "house rules" })).rejects.toMatchObject({ status: 400 });
  await expect(refused({ surprise: 1 })).rejects.toThrow();
  expect(await prisma().release.count({ where: { studyId } })).toBe(0);
});
