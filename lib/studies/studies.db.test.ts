import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { listJudges } from "@/lib/judges/list-judges";
import { addLabels, COMMAND, makeJudge, makePerson, makeStudy } from "@/lib/labels/test-study";
import { addCodebookVersion } from "./add-codebook-version";
import { createStudy } from "./create-study";
import { listRaters } from "./list-raters";
import { listStudies } from "./list-studies";
import { readCodebook } from "./read-codebook";
import { readCodebookHistory } from "./read-codebook-history";
import { readCounts } from "./read-counts";
import { readItem } from "./read-item";
import { readOverview } from "./read-overview";
import { readStudy } from "./read-study";
import { updateStudy } from "./update-study";

const newSlug = () => `t-${randomUUID()}`;
const builtIn = { builtIn: "citation-role" };
const YAML = `assay: 1
id: small
title: Small
item:
  fields:
    - { id: passage, label: Passage, type: text, showTo: both }
questions:
  - id: kind
    title: Kind
    text: Which?
    scale: nominal
    options:
      - { id: A, label: A, key: "1" }
      - { id: B, label: B, key: "2" }
`;

async function administrator() {
  const { userId } = await makePerson((await makeStudy()).studyId, null);
  const actor = { kind: "user", userId, sessionId: uuid7(), administrator: true } as const;

  return { userId, ctx: { actor, requestId: "test" } as ServiceContext };
}

test("a study from a built-in codebook: version 1, its corpus round, its maker as researcher, all on record", async () => {
  const { ctx, userId } = await administrator();
  const slug = newSlug();
  const { studyId } = await createStudy(ctx, { slug, name: " Roles ", codebook: builtIn });
  expect(await readStudy(ctx, { slug })).toMatchObject({
    studyId,
    name: "Roles",
    licence: "unknown",
    codebookVersion: 1,
  });
  expect((await readCodebook(ctx, { studyId })).codebook.id).toBe("citation-role");
  expect(await prisma().round.findMany({ where: { studyId } })).toMatchObject([{ name: "corpus", purpose: "corpus" }]);
  expect(await prisma().membership.findMany({ where: { studyId } })).toMatchObject([{ userId, role: "researcher" }]);
  expect(await prisma().auditEvent.findMany({ where: { studyId } })).toMatchObject([
    { seq: 1, action: "study.create" },
  ]);
});

test("a codebook of one's own as YAML; its faults come by line, and nothing is made", async () => {
  const slug = newSlug();
  const { studyId } = await createStudy(COMMAND, { slug, name: "Y", codebook: { text: YAML, fileName: "book.yaml" } });
  expect((await readCodebook(COMMAND, { studyId })).codebook.questions.map((question) => question.id)).toEqual([
    "kind",
  ]);
  const bad = { text: YAML.replace("scale: nominal", "scale: sideways"), fileName: "bad.yaml" };
  const other = newSlug();
  const error = await createStudy(COMMAND, { slug: other, name: "Y", codebook: bad }).catch((thrown) => thrown);
  expect(error).toMatchObject({ status: 400 });
  // "scale:" is the eleventh line of the text above.
  expect(error.details.faults).toEqual([expect.objectContaining({ file: "bad.yaml", line: 11 })]);
  expect(await prisma().study.count({ where: { slug: other } })).toBe(0);
  await expect(createStudy(COMMAND, { slug: other, name: "Y", codebook: { builtIn: "no" } })).rejects.toMatchObject({
    status: 400,
  });
});

test("an address that is taken is said so in words, also when two come at once; odd ones are refused", async () => {
  const slug = newSlug();
  const make = () => createStudy(COMMAND, { slug, name: "S", codebook: builtIn });
  const outcomes = await Promise.allSettled([make(), make()]);
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = outcomes.find((outcome) => outcome.status === "rejected");
  expect(refused).toMatchObject({ reason: { code: "conflict", message: expect.stringContaining(slug) } });
  for (const odd of ["Ab", "a_b", "a--b", "-a", "a/b", "../x", "ä", "a".repeat(61)]) {
    await expect(createStudy(COMMAND, { slug: odd, name: "S", codebook: builtIn })).rejects.toThrow(/slug/);
  }
  const researcher = await makePerson((await makeStudy()).studyId, "researcher");
  await expect(createStudy(researcher.ctx, { slug: newSlug(), name: "S", codebook: builtIn })).rejects.toMatchObject({
    status: 404,
  });
});

test("the same codebook text again adds nothing, another one the next version; at once they are numbered without a gap", async () => {
  const { studyId } = await createStudy(COMMAND, {
    slug: newSlug(),
    name: "V",
    codebook: { text: YAML, fileName: "book.yaml" },
  });
  const add = (text: string) => addCodebookVersion(COMMAND, { studyId, text, note: "n" });
  expect(await add(YAML)).toEqual({ version: 1, added: false, reopened: 0 });
  expect(await add(`# a remark\n${YAML}`)).toEqual({ version: 1, added: false, reopened: 0 });
  const texts = [1, 2, 3, 4].map((i) => YAML.replace("Which?", `Which ${i}?`));
  const added = await Promise.all(texts.map(add));
  expect(added.map((row) => row.version).sort()).toEqual([2, 3, 4, 5]);
  expect((await readCodebook(COMMAND, { studyId, version: 1 })).codebook.questions[0]?.text).toBe("Which?");
  expect((await readCodebookHistory(COMMAND, { studyId })).map((row) => row.version)).toEqual([5, 4, 3, 2, 1]);
  const auditor = await makePerson(studyId, "auditor");
  await expect(addCodebookVersion(auditor.ctx, { studyId, text: YAML })).rejects.toMatchObject({ status: 403 });
  await expect(readCodebook(COMMAND, { studyId, version: 9 })).rejects.toMatchObject({ status: 404 });
});

test("each sees the studies they are members of, with their roles; administrators and the command see all", async () => {
  const [one, two] = [await makeStudy(3), await makeStudy()];
  const { ctx, userId } = await makePerson(one.studyId, "rater");
  await prisma().membership.create({ data: { studyId: one.studyId, userId, role: "auditor" } });
  const own = await listStudies(ctx);
  expect(own).toMatchObject([{ studyId: one.studyId, items: 3, raters: 0, judges: 0, labels: 0 }]);
  expect(own[0]?.roles.toSorted()).toEqual(["auditor", "rater"]);
  for (const all of [await listStudies(COMMAND), await listStudies((await administrator()).ctx)]) {
    const ids = all.map((row) => row.studyId);
    expect(ids).toEqual(expect.arrayContaining([one.studyId, two.studyId]));
  }
  await expect(listStudies({ actor: { kind: "anonymous" }, requestId: "t" })).rejects.toMatchObject({ status: 401 });
  await expect(readStudy(ctx, { slug: two.slug })).rejects.toMatchObject({ status: 404 });
  await expect(readStudy(ctx, { slug: newSlug() })).rejects.toMatchObject({ status: 404 });
});

test("only researchers change a study, and only what may be changed", async () => {
  const { studyId } = await makeStudy();
  const { ctx } = await makePerson(studyId, "researcher");
  await updateStudy(ctx, { studyId, name: "New", licence: "CC-BY-4.0" });
  expect(await prisma().study.findUniqueOrThrow({ where: { id: studyId } })).toMatchObject({
    name: "New",
    licence: "CC-BY-4.0",
    sourceUrl: "unknown",
  });
  await expect(updateStudy(ctx, { studyId, slug: "other" })).rejects.toThrow(/slug/);
  await expect(updateStudy(ctx, { studyId, demo: true })).rejects.toThrow(/demo/);
  const { ctx: adjudicator } = await makePerson(studyId, "adjudicator");
  await expect(updateStudy(adjudicator, { studyId, name: "X" })).rejects.toMatchObject({ status: 403 });
  await expect(updateStudy(COMMAND, { studyId: uuid7(), name: "X" })).rejects.toMatchObject({ status: 404 });
});

test("an item is read in its own study alone, with everyone's answers under pseudonyms; raters stay blind", async () => {
  const { studyId, itemIds } = await makeStudy(2);
  const other = await makeStudy(1);
  const [itemId = ""] = itemIds;
  const roundId = uuid7();
  await prisma().round.create({ data: { studyId, id: roundId, name: "corpus", purpose: "corpus", seed: "s" } });
  const judge = await makeJudge(studyId, "gpt");
  await addLabels(studyId, roundId, judge, "kind", { [itemId]: "A" });
  const { ctx, userId } = await makePerson(studyId, "auditor");
  const item = await readItem(ctx, { studyId, itemId });
  expect(item).toMatchObject({ itemId, labels: [{ kind: "judge", question: "kind", value: "A", round: "corpus" }] });
  expect(JSON.stringify(item)).not.toContain(userId);
  await expect(readItem(ctx, { studyId, itemId: other.itemIds[0] })).rejects.toMatchObject({ status: 404 });
  await expect(readItem(ctx, { studyId: other.studyId, itemId: other.itemIds[0] })).rejects.toMatchObject({
    status: 404,
  });
  await expect(readItem(ctx, { studyId, itemId: uuid7() })).rejects.toMatchObject({ status: 404 });
  const rater = await makePerson(studyId, "rater");
  for (const verb of [readOverview, readCounts, listRaters, listJudges, readCodebookHistory]) {
    await expect(verb(rater.ctx, { studyId })).rejects.toMatchObject({ status: 403 });
    await expect(verb(ctx, { studyId: other.studyId })).rejects.toMatchObject({ status: 404 });
  }
  await expect(readItem(rater.ctx, { studyId, itemId })).rejects.toMatchObject({ status: 403 });
  expect(await listJudges(ctx, { studyId })).toMatchObject([
    { name: "gpt", items: 1, labels: [{ question: "kind", value: "A", n: 1 }] },
  ]);
  expect(await readCounts(ctx, { studyId })).toEqual({ items: 2, rounds: 0, judges: 1, raters: 0 });
  expect(await readOverview(ctx, { studyId })).toMatchObject({ items: 2, judgeLabels: 1, rounds: [], working: [] });
  expect(await listRaters(ctx, { studyId })).toEqual([]);
});
