import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { claimSlots } from "@/lib/labels/claim-slots";
import { readMyWork } from "@/lib/labels/my-work";
import { recordLabel } from "@/lib/labels/record-label";
import { reopenSlot } from "@/lib/labels/reopen-slot";
import { addLabels, COMMAND, makePerson, makeStudy, TEST_CODEBOOK } from "@/lib/labels/test-study";
import { verifyLabelChain } from "@/lib/labels/verify-label-chain";
import type { ServedSlot } from "@/lib/labels/wire";
import { closeRound } from "@/lib/sampling/close-round";
import { createRound } from "@/lib/sampling/create-round";
import { drawSample } from "@/lib/sampling/draw-sample";
import { addCodebookVersion } from "./add-codebook-version";
import { previewCodebookVersion } from "./preview-codebook-version";

type Option = { id: string; label: string; key?: string; askedOf?: string };

/** The test codebook with other options of `kind`; `strong` is asked after the first, which is LEFT, all others RIGHT. */
function version(options: Option[], id = "kind"): string {
  const [kind, strong] = TEST_CODEBOOK.questions;
  const first = options[0]?.id ?? "";
  const to = Object.fromEntries(options.map((option) => [option.id, option.id === first ? "LEFT" : "RIGHT"]));

  return JSON.stringify({
    ...TEST_CODEBOOK,
    questions: [
      { ...kind, id, options: [...options, { id: "UNSURE", label: "Unsure", askedOf: "judge" }] },
      { ...strong, askWhen: { question: id, is: [first] } },
    ],
    derived: [{ ...TEST_CODEBOOK.derived[0], rule: { map: { question: id, to: { ...to, UNSURE: null } } } }],
  });
}

const SPLIT = version([
  { id: "A1", label: "First half", key: "1" },
  { id: "A2", label: "Second half", key: "2" },
  { id: "B", label: "B", key: "3" },
]);
const splitMapping = [{ from: "kind", to: "kind", options: [{ from: ["A"], to: ["A1", "A2"] }] }];

type Person = Awaited<ReturnType<typeof makePerson>>;

function send(
  person: Person,
  studyId: string,
  slotId: string,
  question: string,
  value: string | null,
  revises?: string,
) {
  const opId = uuid7();
  const more = revises === undefined ? {} : { revises };

  return recordLabel(person.ctx, { studyId, slotId, opId, question, value, elapsedMs: 900, ...more });
}

/** Two raters answer all four items: the first A B A B, the second A A B B, in the order of the items; `strong` after A. */
async function labelled(said: [string, string] = ["A B A B", "A A B B"]) {
  const study = await makeStudy(4);
  const { studyId, itemIds } = study;
  const { roundId } = await createRound(COMMAND, { studyId, name: "main", purpose: "main" });
  await drawSample(COMMAND, { studyId, roundId, plan: { size: "all", seed: "s", k: 2 } });
  const people = [await makePerson(studyId), await makePerson(studyId)] as const;
  for (const [i, person] of people.entries()) {
    const { slots } = await claimSlots(person.ctx, { studyId, ahead: 10 });
    for (const slot of slots) {
      const value = said[i]?.split(" ")[itemIds.indexOf(slot.itemId)] ?? "";
      if (value === ".") continue;
      await send(person, studyId, slot.slotId, "kind", value);
      if (value === "A") await send(person, studyId, slot.slotId, "strong", "yes");
    }
  }

  return { ...study, roundId, people };
}

const labelsOf = (studyId: string) =>
  prisma().label.findMany({
    where: { studyId },
    orderBy: [{ raterId: "asc" }, { itemId: "asc" }, { question: "asc" }],
  });
const eventsOf = (studyId: string) =>
  prisma().labelEvent.findMany({ where: { studyId }, orderBy: [{ raterId: "asc" }, { seq: "asc" }] });
const openOf = (studyId: string) =>
  prisma().slot.findMany({
    where: { studyId, state: "open" },
    select: { itemId: true, raterId: true, reservedFor: true },
  });
const itemsOf = (slots: ServedSlot[]) => slots.map((slot) => slot.itemId).toSorted();

test("a split asks exactly those again whose answer it was; no label and no event is touched", async () => {
  const { studyId, itemIds, people } = await labelled();
  const [labels, events] = [await labelsOf(studyId), await eventsOf(studyId)];
  const preview = await previewCodebookVersion(COMMAND, { studyId, text: SPLIT, mapping: splitMapping });
  // A was said of items 1 and 3 by the first, of 1 and 2 by the second; B four times; `strong` after each A.
  expect(preview).toMatchObject({
    version: 2,
    same: false,
    again: { items: 3, raters: 2, slots: 4, elsewhere: { closedRound: 0, raterGone: 0, imported: 0 } },
    labels: { kept: 8, mapped: 0, split: 4, dropped: 0 },
  });
  expect(await prisma().codebook.count({ where: { studyId } })).toBe(1);

  const added = await addCodebookVersion(COMMAND, { studyId, text: SPLIT, mapping: splitMapping, after: 1 });
  expect(added).toEqual({ version: 2, added: true, reopened: 4 });
  expect(await labelsOf(studyId)).toEqual(labels);
  expect(await eventsOf(studyId)).toEqual(events);
  const open = await openOf(studyId);
  expect(open).toHaveLength(4);
  expect(open.every((slot) => slot.raterId !== null && slot.raterId === slot.reservedFor)).toBe(true);
  const [first = "", second = "", third = ""] = itemIds;
  for (const [person, items] of [
    [people[0], [first, third]],
    [people[1], [first, second]],
  ] as const) {
    const { slots, progress } = await claimSlots(person.ctx, { studyId, ahead: 10 });
    expect(itemsOf(slots)).toEqual([...items].toSorted());
    expect(progress).toMatchObject({ done: 2, left: 2 });
    for (const slot of slots) {
      expect(slot).toMatchObject({
        codebookVersion: 2,
        state: "leased",
        earlier: { kind: { version: 1, label: "A" } },
      });
      // The other question stands, the split one is to be answered.
      expect(Object.keys(slot.answers)).toEqual(["strong"]);
    }
  }
});

test("the new answer revises the old one in the chain, under the new version, and fills the place again", async () => {
  const { studyId, people } = await labelled();
  await addCodebookVersion(COMMAND, { studyId, text: SPLIT, mapping: splitMapping });
  const { slots } = await claimSlots(people[0].ctx, { studyId, ahead: 10 });
  const [slot, other] = slots;
  const before = await eventsOf(studyId);
  expect(await send(people[0], studyId, slot!.slotId, "kind", "A2")).toMatchObject({ slot: "filled" });
  const old = before.find((event) => event.slotId === slot!.slotId && event.question === "kind");
  const event = (await eventsOf(studyId)).find((one) => one.slotId === slot!.slotId && one.value === "A2");
  expect(event).toMatchObject({ codebookVersion: 2, revises: old!.opId });
  expect(old).toMatchObject({ value: "A", codebookVersion: 1 });
  const where = { studyId, itemId: slot!.itemId, raterId: event!.raterId };
  const rows = await prisma().label.findMany({ where, orderBy: { question: "asc" } });
  expect(rows.map((row) => [row.question, row.value, row.codebookVersion])).toEqual([
    ["kind", "A2", 2],
    ["side", "RIGHT", 2],
    ["strong", "yes", 1],
  ]);
  // A1 asks for `strong`, which stands from before; an option of the old version is no answer any more.
  await expect(send(people[0], studyId, other!.slotId, "kind", "A")).rejects.toMatchObject({ status: 422 });
  expect(await send(people[0], studyId, other!.slotId, "kind", "A1")).toMatchObject({ slot: "filled" });
  // From now on the newer answer must be named to be revised.
  await expect(send(people[0], studyId, other!.slotId, "kind", "B")).rejects.toMatchObject({ status: 409 });
  expect(await verifyLabelChain(COMMAND, { studyId })).toMatchObject({ faultCount: 0 });
  expect((await claimSlots(people[0].ctx, { studyId, ahead: 10 })).slots).toEqual([]);
});

test("who is in the middle of an item when the version changes loses nothing, and is asked what was split", async () => {
  const { studyId, itemIds, people } = await labelled(["B B B B", ". B B B"]);
  const [, second] = people;
  const held = (await claimSlots(second.ctx, { studyId, ahead: 10 })).slots[0];
  expect(held).toMatchObject({ itemId: itemIds[0], codebookVersion: 1 });
  await addCodebookVersion(COMMAND, { studyId, text: SPLIT, mapping: splitMapping });
  // The page still shows version 1; its answers are taken as such.
  expect(await send(second, studyId, held!.slotId, "kind", "A")).toMatchObject({ slot: "leased" });
  expect(await send(second, studyId, held!.slotId, "strong", "no")).toMatchObject({ slot: "filled" });
  const row = await prisma().slot.findFirstOrThrow({ where: { studyId, id: held!.slotId } });
  expect(row).toMatchObject({ state: "open", reservedFor: row.raterId });
  const [again] = (await claimSlots(second.ctx, { studyId, ahead: 10 })).slots;
  expect(again).toMatchObject({
    slotId: held!.slotId,
    codebookVersion: 2,
    earlier: { kind: { version: 1, label: "A" } },
  });
  expect(again!.answers.strong).toMatchObject({ value: "no" });
  expect(await send(second, studyId, held!.slotId, "kind", "A1")).toMatchObject({ slot: "filled" });
  expect(await openOf(studyId)).toEqual([]);
});

test("an answer that comes late to a reopened item finds its slot; what it says is kept under its version", async () => {
  const { studyId, people } = await labelled();
  const work = await readMyWork(people[0].ctx, { studyId, question: "kind", value: "A" });
  await addCodebookVersion(COMMAND, { studyId, text: SPLIT, mapping: splitMapping });
  const [late, looked] = work.rows;
  const last = (await eventsOf(studyId)).filter((event) => event.slotId === late!.slotId && event.question === "kind");
  // Given under version 1 and revised there, without network, before the page knew.
  expect(await send(people[0], studyId, late!.slotId, "kind", "B", last.at(-1)!.opId)).toMatchObject({
    slot: "filled",
  });
  const row = await prisma().slot.findFirstOrThrow({ where: { studyId, id: late!.slotId } });
  expect(row).toMatchObject({ state: "filled", codebookVersion: 1 });
  // Looked up in "my work", the other one is taken up under the new version.
  const again = await readMyWork(people[0].ctx, { studyId, state: "leased" });
  expect(again.rows.map((one) => one.slotId)).toEqual([looked!.slotId]);
  expect(await reopenSlot(people[0].ctx, { studyId, slotId: looked!.slotId })).toMatchObject({
    codebookVersion: 2,
    state: "leased",
  });
});

test("not asked again: closed rounds, raters who left, imported answers; each is counted", async () => {
  const { studyId, itemIds, roundId, people } = await labelled();
  const importedBy = uuid7();
  await prisma().rater.create({ data: { studyId, id: importedBy, pseudonym: uuid7(), kind: "human", name: "file" } });
  await addLabels(studyId, roundId, importedBy, "kind", { [itemIds[0] ?? ""]: "A", [itemIds[1] ?? ""]: "B" });
  await prisma().membership.deleteMany({ where: { studyId, userId: people[1].userId } });
  const ask = () => previewCodebookVersion(COMMAND, { studyId, text: SPLIT, mapping: splitMapping });
  expect((await ask()).again).toEqual({
    items: 2,
    raters: 1,
    slots: 2,
    elsewhere: { closedRound: 0, raterGone: 2, imported: 1 },
  });
  await closeRound(COMMAND, { studyId, roundId, closed: true });
  expect((await ask()).again).toMatchObject({ slots: 0, elsewhere: { closedRound: 4, imported: 1 } });
  const added = await addCodebookVersion(COMMAND, { studyId, text: SPLIT, mapping: splitMapping });
  expect(added).toMatchObject({ version: 2, reopened: 0 });
  expect(await openOf(studyId)).toEqual([]);
});

test("without a mapping only what leaves no doubt is added; gaps and overtaken mappings are refused, nothing is changed", async () => {
  const { studyId } = await labelled();
  const more = version([
    { id: "A", label: "A", key: "1" },
    { id: "B", label: "B", key: "2" },
    { id: "C", label: "C", key: "3" },
  ]);
  const refused = await addCodebookVersion(COMMAND, { studyId, text: SPLIT }).catch((error) => error);
  expect(refused).toMatchObject({ code: "bad_input" });
  expect(refused.details.faults[0].reason).toMatch(/^kind\.A: is not in the new version/);
  const half = [{ from: "kind", to: "kind", options: [{ from: ["A"], to: ["A1"] }] }];
  const gap = await addCodebookVersion(COMMAND, { studyId, text: SPLIT, mapping: half }).catch((error) => error);
  expect(gap.details.faults).toEqual([{ reason: expect.stringMatching(/^kind\.A2: is not in the older version/) }]);
  expect(await prisma().codebook.count({ where: { studyId } })).toBe(1);
  expect(await addCodebookVersion(COMMAND, { studyId, text: more })).toMatchObject({ version: 2, reopened: 0 });
  const stored = await prisma().codebook.findFirstOrThrow({ where: { studyId, version: 2 } });
  expect(stored.mapping).toEqual([{ from: "kind", to: "kind", options: [{ from: [], to: ["C"] }] }]);
  const late = addCodebookVersion(COMMAND, { studyId, text: SPLIT, mapping: splitMapping, after: 1 });
  await expect(late).rejects.toMatchObject({ code: "conflict" });
  const stranger = await makePerson(studyId, "auditor");
  await expect(previewCodebookVersion(stranger.ctx, { studyId, text: SPLIT })).rejects.toMatchObject({ status: 403 });
});

test("a question under a new name keeps its answers; revised, the old row gives way to the new one", async () => {
  const { studyId, people } = await labelled();
  const renamed = version(
    [
      { id: "AA", label: "A", key: "1" },
      { id: "B", label: "B", key: "2" },
    ],
    "sort",
  );
  const preview = await previewCodebookVersion(COMMAND, { studyId, text: renamed });
  expect(preview).toMatchObject({
    sure: false,
    mapping: [{ from: "kind", to: "sort", options: [{ from: ["A"], to: ["AA"] }] }],
    again: { slots: 0 },
    labels: { kept: 4, mapped: 8, split: 0 },
  });
  await addCodebookVersion(COMMAND, { studyId, text: renamed, mapping: preview.mapping });
  // Split next: what was said under the first name is asked under the second.
  const next = version(
    [
      { id: "X", label: "X", key: "1" },
      { id: "Y", label: "Y", key: "2" },
      { id: "B", label: "B", key: "3" },
    ],
    "sort",
  );
  const mapping = [{ from: "sort", to: "sort", options: [{ from: ["AA"], to: ["X", "Y"] }] }];
  expect(await addCodebookVersion(COMMAND, { studyId, text: next, mapping })).toMatchObject({
    version: 3,
    reopened: 4,
  });
  const [slot] = (await claimSlots(people[0].ctx, { studyId, ahead: 10 })).slots;
  expect(slot).toMatchObject({ codebookVersion: 3, earlier: { sort: { version: 1, label: "A" } } });
  expect(await send(people[0], studyId, slot!.slotId, "sort", "Y")).toMatchObject({ slot: "filled" });
  const rows = (await labelsOf(studyId)).filter((row) => row.itemId === slot!.itemId);
  const raterId = rows.find((row) => row.value === "Y")!.raterId;
  const mine = rows.filter((row) => row.raterId === raterId).map((row) => [row.question, row.value]);
  expect(mine.toSorted()).toEqual([
    ["side", "RIGHT"],
    ["sort", "Y"],
    ["strong", "yes"],
  ]);
  expect(await verifyLabelChain(COMMAND, { studyId })).toMatchObject({ faultCount: 0 });
});

test("answers that are on their way while the version is added are either asked again or refused, never lost between", async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { studyId, people } = await labelled([". . . .", ". . . ."]);
    const { slots } = await claimSlots(people[0].ctx, { studyId, ahead: 4 });
    const work = slots.map(async (slot) => {
      await send(people[0], studyId, slot.slotId, "kind", "A");
      await send(people[0], studyId, slot.slotId, "strong", "yes");
    });
    await Promise.all([...work, addCodebookVersion(COMMAND, { studyId, text: SPLIT, mapping: splitMapping })]);
    const states = await prisma().slot.findMany({
      where: { studyId, raterId: { not: null } },
      select: { state: true },
    });
    expect(states.map((slot) => slot.state).filter((state) => state === "open")).toHaveLength(4);
    expect(await verifyLabelChain(COMMAND, { studyId })).toMatchObject({ faultCount: 0 });
  }
});
