import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { command } from "@/lib/imports/test-study";
import { makePerson } from "@/lib/labels/test-study";
import { createLayer } from "./create-layer";
import { findRowItems } from "./find-row-items";
import { layerSteps } from "./layer-steps";
import { readLayerChoices } from "./read-layer-choices";
import { readLayerRows } from "./read-layer-rows";
import { openSnapshots } from "./test-layer";
import { fiveItems, makeLabelled } from "./test-rows";

const MAJORITY = { question: "kind", rule: { kind: "majority" } };

test("every number of the steps opens the rows that it counts, page by page", async () => {
  const { studyId, judges } = await fiveItems();
  const judge = await createLayer(command, {
    studyId,
    name: "judge-j",
    spec: { question: "kind", rule: { kind: "judge", judgeId: judges[0] } },
  });
  // People A tie A B none; the judge B A A UNSURE A: of the decided i1 and i3 are kept, of the ties i2.
  const spec = { ...MAJORITY, within: [{ layerId: judge.layerId }] };
  const keys = async (more: object) =>
    (await readLayerRows(command, { studyId, spec, ...more })).rows.map((row) => `${row.key} ${row.label}`);
  expect(await keys({ step: "matching" })).toEqual(["i1 A", "i2 null", "i3 A", "i4 B", "i5 null"]);
  expect(await keys({ step: "labelled" })).toEqual(["i1 A", "i2 null", "i3 A", "i4 B"]);
  expect(await keys({ step: "decided" })).toEqual(["i1 A", "i3 A", "i4 B"]);
  expect(await keys({ cut: 0 })).toEqual(["i1 A", "i3 A"]);
  expect(await keys({ step: "kept", label: "A" })).toEqual(["i1 A", "i3 A"]);
  expect(await keys({ step: "kept", label: "B" })).toEqual([]);
  expect(await keys({ decided: "tie" })).toEqual(["i2 null"]);
  const steps = await layerSteps(command, { studyId, spec });
  expect([steps.matching, steps.labelled, steps.decided, steps.cuts[0]?.rows, steps.kept, steps.ties]).toEqual([
    5, 4, 3, 2, 2, 1,
  ]);
  const first = await readLayerRows(command, { studyId, spec, step: "matching", take: 2 });
  expect([first.rows.length, first.nextCursor]).toEqual([2, "i2"]);
  expect(await keys({ step: "matching", take: 3, cursor: "i2" })).toEqual(["i3 A", "i4 B", "i5 null"]);
  expect(await openSnapshots()).toBe(0);
});

test("a row opens its item, an edge its contexts, whatever their keys are", async () => {
  const { studyId, itemIds } = await makeLabelled([
    { key: "c2", group: "p q", target: "t" },
    { key: "c1", group: "p q", target: "t" },
    { key: "x", group: "p", target: "q t2" },
    { key: "alone" },
  ]);
  await prisma().item.updateMany({ where: { studyId, key: { startsWith: "c" } }, data: { focalKey: "p q" } });
  await prisma().item.updateMany({ where: { studyId, key: "x" }, data: { focalKey: "p" } });
  const edges = await findRowItems(command, { studyId, rows: "edge", keys: ["p q t", "p q t2", "none here"] });
  expect(edges.get("p q t")).toEqual([
    { itemId: itemIds[1], key: "c1" },
    { itemId: itemIds[0], key: "c2" },
  ]);
  expect(edges.get("p q t2")).toEqual([{ itemId: itemIds[2], key: "x" }]);
  expect(edges.size).toBe(2);
  const page = await readLayerRows(command, { studyId, spec: { question: "kind", rule: { kind: "edge" } } });
  expect(page.rows.map((row) => [row.key, row.items.map((item) => item.key)])).toEqual([
    ["p q t", ["c1", "c2"]],
    ["p q t2", ["x"]],
  ]);
  const items = await findRowItems(command, { studyId, rows: "item", keys: ["alone"] });
  expect(items.get("alone")).toEqual([{ itemId: itemIds[3], key: "alone" }]);
});

test("what a rule may name: people by pseudonym, judges by name, nothing of another study", async () => {
  const study = await fiveItems();
  await fiveItems();
  const { studyId } = study;
  await createLayer(command, { studyId, name: "edges", spec: { question: "kind", rule: { kind: "edge" } } });
  const choices = await readLayerChoices(command, { studyId });
  expect(choices.raters.map((row) => row.id).sort()).toEqual([...study.people].sort());
  expect(choices.judges.map((row) => row.id).sort()).toEqual([...study.judges].sort());
  expect(choices.rounds).toEqual([{ id: study.roundId, name: "main" }]);
  expect(choices.layers.map(({ name, rows, labels, retired }) => [name, rows, labels, retired])).toEqual([
    ["edges", "edge", ["A", "B"], false],
  ]);
  expect(choices.questions.find((question) => question.id === "kind")?.options.map((option) => option.id)).toEqual([
    "A",
    "B",
  ]);
  const verbs = [
    (ctx: typeof command) => readLayerChoices(ctx, { studyId }),
    (ctx: typeof command) => readLayerRows(ctx, { studyId, spec: MAJORITY }),
    (ctx: typeof command) => findRowItems(ctx, { studyId, rows: "item", keys: ["i1"] }),
  ];
  const [rater, stranger] = [await makePerson(studyId, "rater"), await makePerson(studyId, null)];
  for (const verb of verbs) {
    await expect(verb(rater.ctx)).rejects.toMatchObject({ status: 403 });
    await expect(verb(stranger.ctx)).rejects.toMatchObject({ status: 404 });
  }
});
