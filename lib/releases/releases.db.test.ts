import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { command } from "@/lib/imports/test-study";
import { makePerson } from "@/lib/labels/test-study";
import { type LayerItem, makeLayerStudy } from "@/lib/layers/test-layer";
import { buildRelease } from "./build-release";
import { createRelease } from "./create-release";
import { discardRelease } from "./discard-release";
import { listReleases } from "./list-releases";
import { openArchive } from "./open-archive";
import { openReleaseFile } from "./open-release-file";
import { readRelease } from "./read-release";
import { remakeRelease } from "./remake-release";
import { resumeRelease } from "./resume-release";
import { filesOf, planOf, release, sha256, verified } from "./test-release";

// ME and TF make a root, BC and CC do not.
const ITEMS: LayerItem[] = [
  ["a1", "10", "20", "ME ME BC", "ME", 0.5],
  ["a2", "10", "21", "BC BC BC", "BC", 0.25],
  ["a3", "10", "22", "", "CC", 0.875],
  ["b1", "10", "30", "ME BC", "BC", 0.125],
  ["c1", "9", "100", "ME", "", null],
  ["d1", "7", "8", "BC TF", "UNSURE", 0.75],
];
const EVERYTHING = {
  layers: ["majority:root", "judge:student"],
  tables: ["alt_test", "rhetoric_labels_paper_level", "human_gold_audit"] as const,
};

const releaseWhole = (studyId: string, more = {}) =>
  release(studyId, { ...EVERYTHING, tables: [...EVERYTHING.tables], ...more });

test("a release verifies with no database; its counts are those of the study; its files are what was stored", async () => {
  const { studyId } = await makeLayerStudy(ITEMS);
  const { releaseId, version } = await releaseWhole(studyId);
  expect(version).toBe("1.0.0");
  expect(await verified(studyId, releaseId)).toEqual([]);
  const files = await filesOf(studyId, releaseId);
  const view = await readRelease(command, { studyId, releaseId });
  expect(view.state).toBe("ready");
  for (const file of view.files) expect(sha256(files.get(file.path)!)).toBe(file.sha256);
  expect(sha256(files.get("manifest.json")!)).toBe(view.manifestHash);
  // By hand: the majority of root is ROOT, WEED, none, tie, ROOT, tie.
  expect(view.manifest?.layers[0]).toMatchObject({ rows: 6, labelled: 3, byLabel: { ROOT: 2, WEED: 1 } });
  expect(files.get("qrels/majority-root.qrels")?.toString()).toBe("10 0 20 1\n10 0 21 0\n9 0 100 1\n");
  const table = files.get("tables/rhetoric_labels_paper_level.csv")?.toString().split("\r\n");
  expect(table?.slice(0, 3)).toEqual([
    "focal_corpusid,candidate_corpusid,n_mentions,n_root_mentions,max_root_prob,root_label",
    "7,8,1,0,,",
    "9,100,1,1,,1",
  ]);
  const audit = files.get("tables/human_gold_audit.jsonl")!.toString().trim().split("\n");
  expect(audit.map((line) => JSON.parse(line))).toMatchObject([
    { context_id: "a1", human_label: "ROOT", llm_label: "ROOT", llm_subtype: "ME" },
    { context_id: "a2", human_label: "WEED", llm_label: "WEED", llm_subtype: "BC" },
    { context_id: "c1", human_label: "ROOT", llm_label: null, llm_subtype: null },
  ]);
});

test("made again from the same data every file is the same; after one other label what rests on it differs", async () => {
  const { studyId } = await makeLayerStudy(ITEMS);
  const { releaseId } = await releaseWhole(studyId);
  const count = (await readRelease(command, { studyId, releaseId })).files.length;
  expect(await remakeRelease(command, { studyId, releaseId })).toEqual({ same: true, files: count, differing: [] });
  const label = await prisma().label.findFirstOrThrow({ where: { studyId, question: "root", value: "WEED" } });
  const { roundId, itemId, unit, raterId, question } = label;
  await prisma().label.update({
    where: {
      studyId_roundId_itemId_unit_raterId_question: { studyId, roundId, itemId, unit, raterId, question },
    },
    data: { value: "ROOT" },
  });
  const remade = await remakeRelease(command, { studyId, releaseId });
  expect(remade.same).toBe(false);
  const paths = remade.differing.map((file) => file.path);
  for (const path of ["labels.jsonl", "labels.parquet", "agreement.json", "manifest.json"])
    expect(paths).toContain(path);
  for (const path of ["items.jsonl", "codebook.json", "layers/judge-student.jsonl"]) expect(paths).not.toContain(path);
  // The stored one is as it was.
  expect(await verified(studyId, releaseId)).toEqual([]);
});

test("the same once more is refused; under another profile it is the same version; another rule is a major step", async () => {
  const { studyId } = await makeLayerStudy(ITEMS);
  const first = await releaseWhole(studyId);
  await expect(releaseWhole(studyId)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Nothing has changed since version 1.0.0"),
  });
  const team = await releaseWhole(studyId, { profile: "team" });
  expect(team.version).toBe("1.0.0");
  const [mine, theirs] = [await filesOf(studyId, first.releaseId), await filesOf(studyId, team.releaseId)];
  for (const path of mine.keys()) if (path.startsWith("layers/")) expect(theirs.get(path)).toEqual(mine.get(path));
  expect((await releaseWhole(studyId, { notes: "A word more.", title: "Other words" })).version).toBe("1.0.1");
  const { version, releaseId } = await releaseWhole(studyId, { layers: ["majority:root"] });
  expect(version).toBe("2.0.0");
  const changes = (await filesOf(studyId, releaseId)).get("CHANGES.md")?.toString();
  expect(changes).toContain("The layer judge-student was taken out.");
  expect(changes).toContain("First release.");
  expect(await verified(studyId, releaseId)).toEqual([]);
});

test("what was withdrawn is counted, and a patch release leaves it out without a name", async () => {
  const { studyId } = await makeLayerStudy(ITEMS);
  const { releaseId } = await release(studyId, { layers: ["majority:root"] });
  expect((await readRelease(command, { studyId, releaseId })).withdrawnSince).toBe(0);
  const item = await prisma().item.findFirstOrThrow({ where: { studyId, key: "a2" } });
  await prisma().label.deleteMany({ where: { studyId, itemId: item.id } });
  await prisma().item.deleteMany({ where: { studyId, id: item.id } });
  expect((await readRelease(command, { studyId, releaseId })).withdrawnSince).toBe(1);
  const made = await createRelease(command, {
    studyId,
    plan: planOf({ layers: ["majority:root"] }),
    patchOf: releaseId,
  });
  const patch = await buildRelease(command, { studyId, releaseId: made.releaseId });
  expect(patch.version).toBe("1.0.1");
  const view = await readRelease(command, { studyId, releaseId: made.releaseId });
  // Three people's answers with their derived labels, and the judge's.
  expect(view.manifest?.history[0]?.reasons).toEqual([
    "The layer majority-root has 1 labelled row fewer.",
    "1 item withdrawn.",
    "8 labels withdrawn.",
  ]);
  expect(await verified(studyId, made.releaseId)).toEqual([]);
});

test("no verb changes a finished release", async () => {
  const { studyId } = await makeLayerStudy(ITEMS.slice(0, 2));
  const { releaseId, manifestHash } = await release(studyId);
  const before = await filesOf(studyId, releaseId);
  const row = () => prisma().release.findFirstOrThrow({ where: { studyId, id: releaseId } });
  const stored = await row();
  await prisma().label.deleteMany({ where: { studyId } });
  const input = { studyId, releaseId };
  expect(await buildRelease(command, input)).toEqual({ releaseId, version: "1.0.0", manifestHash });
  await expect(resumeRelease(command, input)).rejects.toMatchObject({ status: 409 });
  await expect(discardRelease(command, input)).rejects.toMatchObject({ status: 409 });
  await remakeRelease(command, input);
  expect(await row()).toEqual(stored);
  expect(await filesOf(studyId, releaseId)).toEqual(before);
});

test("who may: researchers make, auditors read and download, adjudicators read, raters and strangers nothing", async () => {
  const { studyId } = await makeLayerStudy(ITEMS.slice(0, 2));
  const { releaseId } = await release(studyId);
  const as = async (role: Parameters<typeof makePerson>[1]) => (await makePerson(studyId, role)).ctx;
  const [researcher, auditor, adjudicator] = [await as("researcher"), await as("auditor"), await as("adjudicator")];
  const [rater, stranger] = [await as("rater"), await as(null)];
  const file = { studyId, releaseId, path: "labels.jsonl" };
  for (const ctx of [researcher, auditor, adjudicator]) expect(await listReleases(ctx, { studyId })).toHaveLength(1);
  for (const ctx of [auditor, adjudicator, rater])
    await expect(createRelease(ctx, { studyId, plan: planOf() })).rejects.toMatchObject({ status: 403 });
  expect((await openReleaseFile(auditor, file)).path).toBe("labels.jsonl");
  expect((await openArchive(auditor, { studyId, releaseId })).fileName).toMatch(/-1\.0\.0-public\.zip$/);
  await expect(openReleaseFile(adjudicator, file)).rejects.toMatchObject({ status: 403 });
  for (const call of [
    () => listReleases(stranger, { studyId }),
    () => readRelease(stranger, { studyId, releaseId }),
    () => openReleaseFile(stranger, file),
    () => readRelease(researcher, { studyId, releaseId: uuid7() }),
    () => openReleaseFile(researcher, { ...file, path: "../labels.jsonl" }),
    () => buildRelease(researcher, { studyId, releaseId: uuid7() }),
  ]) {
    await expect(call()).rejects.toMatchObject({ status: 404 });
  }
  // Another study's release under this one's address.
  const other = await makeLayerStudy(ITEMS.slice(0, 1));
  await expect(readRelease(command, { studyId: other.studyId, releaseId })).rejects.toMatchObject({ status: 404 });
});
