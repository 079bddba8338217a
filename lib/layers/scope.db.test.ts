import { expect, test } from "vitest";
import { addRater, addRound, REPORT_CODEBOOK, say } from "@/lib/agreement-reports/test-labels";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { command } from "@/lib/imports/test-study";
import { makePerson } from "@/lib/labels/test-study";
import { resolveLayerSpec } from "./resolve-layer-spec";
import { openSnapshots } from "./test-layer";
import { FIVE, fiveItems, makeLabelled, rowsOf, short } from "./test-rows";
import type { LayerSpecInput } from "./wire";

test("filters: rounds, origins, raters left out, located, flagged, strata and fields", async () => {
  const items = FIVE.map((item, i) => ({ ...item, located: i !== 0 }));
  const study = await makeLabelled(items);
  const { studyId, itemIds } = study;
  const [a, b] = study.people;
  const second = { ...study, roundId: await addRound(studyId, "second") };
  await say(study, a, "kind", "A A A A A", { origin: "studio" });
  await say(study, b, "kind", "B B . . .", { origin: "imported" });
  await say(second, b, "kind", ". . B . .", { origin: "studio" });
  await say(study, a, "_flag", ". . . odd .");
  const keys = async (filters: LayerSpecInput["filters"], roundIds?: string[]) =>
    (
      await rowsOf(studyId, { question: "kind", rule: { kind: "majority" }, filters, ...(roundIds && { roundIds }) })
    ).map((row) => `${row.key}${row.label ?? "-"}`);
  expect(await keys({})).toEqual(["i1-", "i2-", "i3-", "i4A", "i5A"]);
  expect(await keys({ origins: ["studio"] })).toEqual(["i1A", "i2A", "i3-", "i4A", "i5A"]);
  expect(await keys({}, [study.roundId])).toEqual(["i1-", "i2-", "i3A", "i4A", "i5A"]);
  expect(await keys({ withoutRaterIds: [a] })).toEqual(["i1B", "i2B", "i3B", "i4-", "i5-"]);
  expect(await keys({ located: true })).toEqual(["i2-", "i3-", "i4A", "i5A"]);
  expect(await keys({ withoutFlagged: true })).toEqual(["i1-", "i2-", "i3-", "i5A"]);
  await prisma().item.update({
    where: { studyId_id: { studyId, id: itemIds[4] ?? "" } },
    data: { content: { passage: "other" } },
  });
  expect(await keys({ fields: [{ field: "passage", is: ["other"] }] })).toEqual(["i5A"]);
  const sample = await prisma().sample.create({
    data: { studyId, roundId: study.roundId, seed: "s", generator: "g", plan: {}, frameHash: "", frameSize: 5 },
  });
  await prisma().sampleItem.createMany({
    data: [1, 3].map((i) => ({
      studyId,
      sampleId: sample.id,
      itemId: itemIds[i] ?? "",
      stratum: i === 1 ? "hard" : "easy",
      inclusionProbability: 0.5,
      weight: 2,
      k: 2,
    })),
  });
  expect(await keys({ strata: ["hard", "easy"] })).toEqual(["i2-", "i4A"]);
  expect(await keys({ strata: ["hard"] })).toEqual(["i2-"]);
  await expect(keys({ fields: [{ field: "nothing", is: ["x"] }] })).rejects.toMatchObject({ status: 400 });
});

test("settled decisions go first; an imported adjudicator is none of the people", async () => {
  const study = await fiveItems();
  const { studyId, itemIds, roundId } = study;
  const decision = (item: number, value: string, userId: string, settles = false) => ({
    studyId,
    roundId,
    itemId: itemIds[item] ?? "",
    question: "kind",
    userId,
    value,
    reason: "rater_slip" as const,
    settles,
    basisHash: "",
    opId: uuid7(),
    codebookVersion: 1,
  });
  const [ann, bob] = [uuid7(), uuid7()];
  await prisma().adjudication.createMany({
    data: [decision(0, "B", ann), decision(1, "A", ann), decision(1, "B", bob), decision(3, "B", ann)],
  });
  await say(study, await addRater(studyId, "adjudicated"), "kind", ". . . . A", { origin: "imported" });
  expect(short(await rowsOf(studyId, { question: "kind", rule: { kind: "adjudicated_first" } }))).toEqual([
    "i1 B adjudicated",
    "i2 null unsettled",
    "i3 A majority",
    "i4 B adjudicated",
    "i5 A adjudicated",
  ]);
  const only = await rowsOf(studyId, { question: "kind", rule: { kind: "adjudicated_only" } });
  expect(only.map((row) => row.label)).toEqual(["B", null, null, "B", "A"]);
  expect(only[0]?.adjudication).toEqual({ by: "unanimous", adjudicators: 1, reason: "rater_slip" });
  // What people said stays in the row, though the decision went against them.
  expect(only[0]?.labels.map((label) => label.value)).toEqual(["A", "A", "A"]);
  const majority = await rowsOf(studyId, { question: "kind", rule: { kind: "majority" } });
  expect(majority[4]).toMatchObject({ label: null, decided: "none", labels: [] });
});

test("labels of an older version read in the newest: renamed count, split ones do not, and the row shows both", async () => {
  const study = await makeLabelled(FIVE.slice(0, 3));
  const { studyId } = study;
  const [a, b] = study.people;
  await say(study, a, "kind", "A B A", { codebookVersion: 1 });
  const [unsure, , optionB] = REPORT_CODEBOOK.questions[0]?.options ?? [];
  const options = [
    unsure,
    { id: "A1", label: "A one", key: "1" },
    { id: "A2", label: "A two", key: "3" },
    { ...optionB, id: "C" },
  ];
  const question = { ...REPORT_CODEBOOK.questions[0], options };
  const content = JSON.parse(JSON.stringify({ ...REPORT_CODEBOOK, questions: [question], derived: [] }));
  const mapping = [
    {
      from: "kind",
      to: "kind",
      options: [
        { from: ["A"], to: ["A1", "A2"] },
        { from: ["B"], to: ["C"] },
      ],
    },
  ];
  await prisma().codebook.create({
    data: {
      studyId,
      version: 2,
      name: "v2",
      content,
      mapping,
      contentHash: uuid7(),
    },
  });
  await say(study, b, "kind", "A2 . .", { codebookVersion: 2 });
  const rule = { kind: "majority" as const };
  const rows = await rowsOf(studyId, { question: "kind", rule });
  expect(short(rows)).toEqual(["i1 A2 majority", "i2 C majority", "i3 null none"]);
  expect(rows[0]?.labels.map(({ value, counts, codebookVersion }) => [value, counts, codebookVersion])).toEqual([
    ["A", null, 1],
    ["A2", "A2", 2],
  ]);
  expect(rows[1]?.labels[0]).toMatchObject({ value: "B", counts: "C" });
  // Under the older version the later label is left out.
  expect(short(await rowsOf(studyId, { question: "kind", rule, codebookVersion: 1 }))).toEqual([
    "i1 A majority",
    "i2 B majority",
    "i3 A majority",
  ]);
});

test("ids of other studies, options that do not exist and roles are refused before anything is read", async () => {
  const { studyId, judges } = await fiveItems();
  const other = await fiveItems();
  const ask = (spec: object, ctx = command) => resolveLayerSpec(ctx, studyId, spec);
  for (const rule of [
    { kind: "judge", judgeId: other.judges[0] },
    { kind: "judge", judgeId: other.people[0] },
    { kind: "rater", raterId: judges[0] },
    { kind: "silver", judgeIds: [judges[0], uuid7()], accept: ["A"] },
  ])
    await expect(ask({ question: "kind", rule })).rejects.toMatchObject({ status: 404 });
  const rule = { kind: "majority" };
  await expect(ask({ rule, roundIds: [other.roundId] })).rejects.toMatchObject({ status: 404 });
  await expect(ask({ rule, within: [{ targetSetId: uuid7() }] })).rejects.toMatchObject({ status: 404 });
  await expect(ask({ rule: { kind: "hard", accept: ["Z"] } })).rejects.toMatchObject({ status: 400 });
  const wide = { question: "grade", rule: { kind: "hard", accept: ["4", "5"] } };
  await expect(ask(wide)).rejects.toMatchObject({ message: expect.stringContaining("name the one") });
  await expect(ask({ rule }, (await makePerson(studyId, "rater")).ctx)).rejects.toMatchObject({ status: 403 });
  await expect(ask({ rule }, (await makePerson(studyId, null)).ctx)).rejects.toMatchObject({ status: 404 });
  expect(await openSnapshots()).toBe(0);
});
