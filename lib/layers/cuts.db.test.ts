import { expect, test } from "vitest";
import { say } from "@/lib/agreement-reports/test-labels";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { command } from "@/lib/imports/test-study";
import { makePerson } from "@/lib/labels/test-study";
import { compareLayers } from "./compare-layers";
import { createLayer } from "./create-layer";
import { layerSteps } from "./layer-steps";
import { listLayers } from "./list-layers";
import { readLayer } from "./read-layer";
import { retireLayer } from "./retire-layer";
import { openSnapshots, textOf } from "./test-layer";
import { fiveItems, makeLabelled, rowsOf, short } from "./test-rows";

const MAJORITY = { question: "kind", rule: { kind: "majority" as const } };

async function addTargets(studyId: string, entries: { focalKey: string; targetKey?: string; split?: string }[]) {
  const id = uuid7();
  const data = {
    studyId,
    id,
    name: `set-${id}`,
    kind: "targets" as const,
    fileName: "s",
    sha256: "",
    bytes: 0n,
    rows: 0,
  };
  await prisma().targetSet.create({ data });
  await prisma().targetEntry.createMany({ data: entries.map((entry) => ({ studyId, setId: id, ...entry })) });

  return id;
}

async function sixPairs() {
  const pairs = [
    ["p1", "q1", "d1"],
    ["p2", "q1", "d2"],
    ["p3", "q2", "d1"],
    ["p4", "q2", "d2"],
    ["p5", "q3", "d1"],
    ["p6", "q3", "d2"],
  ];
  const study = await makeLabelled(pairs.map(([key = "", group = "", target = ""]) => ({ key, group, target })));
  await say(study, study.people[0], "kind", "A B A B A .");

  return study;
}

test("cut with a target set: by pair, by whole query, by split; the size at each step", async () => {
  const { studyId } = await sixPairs();
  const set = await addTargets(studyId, [
    { focalKey: "q1", targetKey: "d1", split: "test" },
    { focalKey: "q2", split: "test" },
    { focalKey: "q3", targetKey: "d1", split: "train" },
    { focalKey: "q3", targetKey: "d2", split: "test" },
  ]);
  const spec = { ...MAJORITY, within: [{ targetSetId: set, split: "test" }] };
  expect(short(await rowsOf(studyId, spec))).toEqual([
    "p1 A majority",
    "p3 A majority",
    "p4 B majority",
    "p6 null none",
  ]);
  expect((await rowsOf(studyId, { ...MAJORITY, within: [{ targetSetId: set }] })).map((row) => row.key)).toEqual([
    "p1",
    "p3",
    "p4",
    "p5",
    "p6",
  ]);
  const steps = await layerSteps(command, { studyId, spec });
  expect(steps).toMatchObject({ rows: "item", items: 6, matching: 6, sampled: 0, labelled: 5, decided: 5, kept: 3 });
  expect(steps.cuts.map((cut) => cut.rows)).toEqual([3]);
  expect(steps.byLabel).toEqual([
    { label: "A", rows: 2, share: 2 / 3 },
    { label: "B", rows: 1, share: 1 / 3 },
  ]);
  expect(steps.byDecided).toEqual([
    { decided: "majority", rows: 3 },
    { decided: "none", rows: 1 },
  ]);
  // Two cuts in turn: what the first leaves is what the second begins with.
  const second = await addTargets(studyId, [{ focalKey: "q1" }]);
  const twice = await layerSteps(command, {
    studyId,
    spec: { ...spec, within: [...spec.within, { targetSetId: second }] },
  });
  expect(twice.cuts.map((cut) => cut.rows)).toEqual([3, 1]);
  expect(twice.kept).toBe(1);
});

test("cut with another layer: its labelled rows, those of the labels named; edges only with edges", async () => {
  const study = await fiveItems();
  const { studyId, judges } = study;
  const judge = { question: "kind", rule: { kind: "judge" as const, judgeId: judges[0] } };
  const { layerId } = await createLayer(command, { studyId, name: "judge-j", spec: judge });
  // The judge says B A A UNSURE A; people A tie A B none.
  const keys = async (cut: { layerId: string; labels?: string[] }) =>
    (await rowsOf(studyId, { ...MAJORITY, within: [cut] })).map((row) => `${row.key} ${row.label}`);
  expect(await keys({ layerId })).toEqual(["i1 A", "i2 null", "i3 A", "i5 null"]);
  expect(await keys({ layerId, labels: ["A"] })).toEqual(["i2 null", "i3 A", "i5 null"]);
  await expect(keys({ layerId, labels: ["Z"] })).rejects.toMatchObject({ status: 400 });
  const edge = { question: "kind", rule: { kind: "edge" as const }, within: [{ layerId }] };
  await expect(rowsOf(studyId, edge)).rejects.toMatchObject({ status: 400 });
  expect(await openSnapshots()).toBe(0);
});

test("a cut never adds a row, whatever the layers are", async () => {
  const study = await fiveItems();
  const { studyId, judges } = study;
  const rules = [
    { kind: "majority" },
    { kind: "unanimous" },
    { kind: "hard", accept: ["A"] },
    { kind: "soft", accept: ["A"] },
    { kind: "judge_corrected", judgeId: judges[0] },
    { kind: "silver", judgeIds: judges, accept: ["A"] },
    { kind: "dawid_skene", posterior: 0.9 },
  ];
  const made = await Promise.all(
    rules.map((rule, i) => createLayer(command, { studyId, name: `l${i}`, spec: { question: "kind", rule } })),
  );
  for (const rule of rules) {
    const spec = { question: "kind", rule } as typeof MAJORITY;
    const whole = new Map((await rowsOf(studyId, spec)).map((row) => [row.key, row]));
    for (const { layerId } of made) {
      const cut = await rowsOf(studyId, { ...spec, within: [{ layerId }] });
      expect(cut.length).toBeLessThanOrEqual(whole.size);
      for (const row of cut) expect(row).toEqual(whole.get(row.key));
    }
  }
});

test("two layers side by side: both, one alone, differing, the table, and pages of keys", async () => {
  const study = await fiveItems();
  const { studyId, judges } = study;
  // People A - A B -; the judge B A A - A: both have i1 (A, B) and i3 (A, A).
  const input = {
    studyId,
    first: { spec: MAJORITY },
    second: { spec: { question: "kind", rule: { kind: "judge", judgeId: judges[0] } } },
  };
  const result = await compareLayers(command, input);
  expect(result).toMatchObject({ both: 2, onlyFirst: 1, onlySecond: 2, differing: 1, nextCursor: null });
  expect(result.table).toEqual([
    { first: "A", second: "A", rows: 1 },
    { first: "A", second: "B", rows: 1 },
  ]);
  expect(result.page).toEqual([{ key: "i1", first: "A", second: "B" }]);
  const alone = { ...input, show: "onlySecond", take: 1 };
  const one = await compareLayers(command, alone);
  expect([one.page, one.nextCursor]).toEqual([[{ key: "i2", first: null, second: "A" }], "i2"]);
  const two = await compareLayers(command, { ...alone, cursor: "i2" });
  expect([two.page, two.nextCursor]).toEqual([[{ key: "i5", first: null, second: "A" }], null]);
  expect(two).toMatchObject({ both: 2, onlySecond: 2 });
  const edge = { ...input, second: { spec: { question: "kind", rule: { kind: "edge" } } } };
  await expect(compareLayers(command, edge)).rejects.toMatchObject({ status: 400 });
});

test("named layers: made once, pinned to their question and version, listed, retired, each on record", async () => {
  const { studyId } = await fiveItems();
  const made = await createLayer(command, {
    studyId,
    name: "vetted",
    note: "ours",
    spec: { rule: { kind: "majority" } },
  });
  expect(made).toMatchObject({ name: "vetted", ruleHash: expect.stringMatching(/^[0-9a-f]{64}$/), sameRuleAs: [] });
  const spec = { question: "kind", codebookVersion: 1, rule: { kind: "majority", least: 1, tie: "no_label" } };
  expect(await readLayer(command, { studyId, layerId: made.layerId })).toMatchObject({
    note: "ours",
    spec,
    retiredAt: null,
  });
  const again = await createLayer(command, { studyId, name: "again", spec });
  expect(again).toMatchObject({ ruleHash: made.ruleHash, sameRuleAs: ["vetted"] });
  await expect(createLayer(command, { studyId, name: "vetted", spec })).rejects.toMatchObject({ status: 409 });
  await expect(createLayer(command, { studyId, name: "../x", spec })).rejects.toThrow();
  await expect(createLayer(command, { studyId, name: "x", spec: { ...spec, extra: 1 } })).rejects.toThrow();
  expect((await textOf({ studyId, layerId: made.layerId, format: "jsonl" })).split("\n")).toHaveLength(6);
  await retireLayer(command, { studyId, layerId: made.layerId });
  expect((await listLayers(command, { studyId })).map((row) => row.name)).toEqual(["again"]);
  expect((await listLayers(command, { studyId, retired: true })).map((row) => row.name)).toEqual(["again", "vetted"]);
  const events = await prisma().auditEvent.findMany({ where: { studyId }, orderBy: { seq: "asc" } });
  expect(events.map((event) => event.action)).toEqual(["layer.create", "layer.create", "layer.export", "layer.retire"]);
});

test("who may: researchers make and retire, adjudicators and auditors read, raters and strangers nothing", async () => {
  const { studyId } = await fiveItems();
  const other = await fiveItems();
  const spec = { rule: { kind: "majority" } };
  const { layerId } = await createLayer((await makePerson(studyId, "researcher")).ctx, { studyId, name: "a", spec });
  const verbs = [
    (ctx: typeof command) => createLayer(ctx, { studyId, name: "b", spec }),
    (ctx: typeof command) => retireLayer(ctx, { studyId, layerId }),
    (ctx: typeof command) => listLayers(ctx, { studyId }),
    (ctx: typeof command) => readLayer(ctx, { studyId, layerId }),
    (ctx: typeof command) => layerSteps(ctx, { studyId, layerId }),
    (ctx: typeof command) => compareLayers(ctx, { studyId, first: { layerId }, second: { layerId } }),
  ];
  for (const role of ["adjudicator", "auditor"] as const) {
    const { ctx } = await makePerson(studyId, role);
    for (const verb of verbs.slice(0, 2)) await expect(verb(ctx)).rejects.toMatchObject({ status: 403 });
    for (const verb of verbs.slice(2)) await verb(ctx);
  }
  const rater = await makePerson(studyId, "rater");
  const stranger = await makePerson(studyId, null);
  for (const verb of verbs) {
    await expect(verb(rater.ctx)).rejects.toMatchObject({ status: 403 });
    await expect(verb(stranger.ctx)).rejects.toMatchObject({ status: 404 });
  }
  const foreign = { studyId: other.studyId, layerId };
  for (const verb of [readLayer, layerSteps, retireLayer])
    await expect(verb(command, foreign)).rejects.toMatchObject({ status: 404 });
});
