import { afterAll, expect, test } from "vitest";
import { disconnect, prisma } from "@/lib/db/client";
import { cancelImport } from "./cancel-import";
import { importDocuments } from "./import-documents";
import { listImportFaults } from "./list-import-faults";
import { queueDocuments } from "./queue-documents";
import { readImport } from "./read-import";
import { tei } from "./test-papers";
import { command, FOUR_POINT, file, newStudy } from "./test-study";

const ONE = tei("One", ["Old work", "Older work"], "We begin. We extend [1] here. Then [2] and [1] again. We end.");
const TWO = tei("Two", ["Old work"], "As [1] shows, it holds.");
const attempt = () => ({ last: false, signal: new AbortController().signal });

afterAll(async () => {
  await prisma().$executeRaw`DELETE FROM pgboss.job WHERE name = 'corpus.read'`;
  await disconnect();
});

async function staged(studyId: string): Promise<[number, number]> {
  const where = { studyId };

  return [await prisma().stagedFile.count({ where }), await prisma().stagedPiece.count({ where })];
}

async function jobsOf(importId: string): Promise<string[]> {
  const rows = await prisma().$queryRaw<{ state: string }[]>`
    SELECT state::text FROM pgboss.job WHERE name = 'corpus.read' AND data->>'importId' = ${importId}`;

  return rows.map((row) => row.state);
}

test("papers wait in the database with their job; read, their citations are items, and the files are gone", async () => {
  const studyId = await newStudy("citation-role");
  const files = [file("a/one.tei.xml", ONE), file("two.xml", TWO)];
  const queued = await queueDocuments(command, { studyId, files, options: { licence: "CC BY 4.0" } });
  expect(queued).toMatchObject({ state: "queued", kind: "documents", bytes: 0, totalBytes: ONE.length + TWO.length });
  expect(await staged(studyId)).toEqual([2, 2]);
  expect(await jobsOf(queued.importId)).toEqual(["created"]);
  expect(await prisma().item.count({ where: { studyId } })).toBe(0);

  const { importId } = queued;
  const view = await importDocuments(command, { studyId, importId }, attempt());
  expect(view).toMatchObject({ state: "done", rows: 2, added: 4, unchanged: 0, faultCount: 0 });
  expect(view.bytes).toBe(view.totalBytes);
  expect(await staged(studyId)).toEqual([0, 0]);
  const items = await prisma().item.findMany({ where: { studyId }, orderBy: { key: "asc" } });
  expect(items.map(({ content }) => (content as { context_text: string }).context_text)).toEqual([
    "We begin. We extend [REF_TARGET] here. Then [2] and [1] again.",
    "We extend [1] here. Then [2] and [REF_TARGET] again. We end.",
    "We extend [1] here. Then [REF_TARGET] and [1] again. We end.",
    "As [REF_TARGET] shows, it holds.",
  ]);
  expect(items.every((item) => item.located)).toBe(true);
  expect((await prisma().study.findUnique({ where: { id: studyId } }))?.licence).toBe("CC BY 4.0");
  const events = await prisma().auditEvent.findMany({ where: { studyId, subject: importId }, orderBy: { seq: "asc" } });
  expect(events.map((event) => event.action)).toEqual(["import.queue", "import.documents"]);

  // The job runs at least once: again it changes nothing.
  expect(await importDocuments(command, { studyId, importId }, attempt())).toEqual(view);
  const again = await queueDocuments(command, { studyId, files: [file("two.xml", TWO)] });
  expect(await importDocuments(command, { studyId, importId: again.importId }, attempt())).toMatchObject({
    ...{ state: "done", added: 0, unchanged: 1 },
  });
});

test("a must-cite study gets one item a reference, with its mentions", async () => {
  const studyId = await newStudy("must-cite");
  const { importId } = await queueDocuments(command, {
    studyId,
    files: [file("one.xml", ONE)],
    options: { window: 0 },
  });
  const view = await importDocuments(command, { studyId, importId }, attempt());
  expect(view).toMatchObject({ state: "done", added: 2 });
  const items = await prisma().item.findMany({ where: { studyId }, orderBy: { targetKey: "asc" } });
  expect(items[0]?.content).toMatchObject({
    ...{ target: "b0", query_title: "One", cited_title: "Old work", mention_count: 2 },
    contexts: [
      { section: "Method", context: "We extend [1] here." },
      { section: "Method", context: "Then [2] and [1] again." },
    ],
  });
});

test("a marker-pair study gets the pairs that the starter lexicon finds", async () => {
  const studyId = await newStudy("marker-pair");
  const text =
    "Earlier parsers fail whenever sentences grow long. To this end, we propose a parser that keeps a chart. Nobody asks why that is so.";
  const { importId } = await queueDocuments(command, { studyId, files: [file("p.xml", tei("P", ["Old work"], text))] });
  expect(await importDocuments(command, { studyId, importId }, attempt())).toMatchObject({ state: "done", added: 1 });
  const [item] = await prisma().item.findMany({ where: { studyId } });
  expect(item?.content).toMatchObject({
    ...{ relation: "ADDRESS", marker: "to this end", section: "Method" },
    s1: "Earlier parsers fail whenever sentences grow long.",
    s2: "We propose a parser that keeps a chart.",
  });
});

test("bad files are listed with their reasons and the rest goes in; or nothing does, where that was chosen", async () => {
  const bad = () => [
    file("cut.xml", ONE.slice(0, -200)),
    file("good.xml", TWO),
    file("empty.xml", ""),
    file("table.csv", "a,b\n1,2\n"),
  ];
  const studyId = await newStudy("citation-role");
  const left = await queueDocuments(command, { studyId, files: bad() });
  const view = await importDocuments(command, { studyId, importId: left.importId }, attempt());
  expect(view).toMatchObject({ state: "done", rows: 1, added: 1, faultCount: 3 });
  expect(view.faults.map((fault) => fault.file)).toEqual(["cut.xml", "empty.xml", "table.csv"]);
  expect(view.faults[1]?.reason).toBe("The file is empty.");

  const other = await newStudy("citation-role");
  const none = await queueDocuments(command, { studyId: other, files: bad(), options: { badFiles: "refuse" } });
  const refused = await importDocuments(command, { studyId: other, importId: none.importId }, attempt());
  expect(refused).toMatchObject({ state: "refused", added: 0, faultCount: 3 });
  expect(await prisma().item.count({ where: { studyId: other } })).toBe(0);
  expect(await staged(other)).toEqual([0, 0]);

  const all = await queueDocuments(command, { studyId: other, files: [file("empty.xml", "")] });
  expect(await importDocuments(command, { studyId: other, importId: all.importId }, attempt())).toMatchObject({
    state: "refused",
  });
});

test("a paper that clashes with one in the study, or with one before it, is left out by name", async () => {
  const studyId = await newStudy("citation-role");
  const first = await queueDocuments(command, { studyId, files: [file("x/two.xml", TWO)] });
  await importDocuments(command, { studyId, importId: first.importId }, attempt());
  const changed = tei("Two", ["Old work"], "As [1] denies, it fails.");
  const files = [
    file("two.xml", changed),
    file("a/one.xml", ONE),
    file("b/one.xml", tei("One", ["Old work"], "Other [1] text.")),
  ];
  const next = await queueDocuments(command, { studyId, files });
  const view = await importDocuments(command, { studyId, importId: next.importId }, attempt());
  expect(view).toMatchObject({ state: "done", rows: 1, added: 3, faultCount: 2 });
  expect(view.faults.map(({ file: name, reason }) => [name, reason.includes("in this study")])).toEqual([
    ["two.xml", true],
    ["b/one.xml", false],
  ]);
});

test("an upload that breaks off leaves nothing but its row, which says so", async () => {
  const studyId = await newStudy("citation-role");
  const view = await queueDocuments(command, {
    studyId,
    files: [file("one.xml", ONE, { size: ONE.length }), file("two.xml", TWO.slice(0, 50), { size: TWO.length })],
  });
  expect(view).toMatchObject({ state: "refused", faultCount: 1 });
  expect(view.faults[0]?.reason).toContain("did not arrive whole");
  expect(await staged(studyId)).toEqual([0, 0]);
  expect(await jobsOf(view.importId)).toEqual([]);
});

test("cancelled while it waits: the files are dropped, and the job finds nothing to do", async () => {
  const studyId = await newStudy("citation-role");
  const { importId } = await queueDocuments(command, { studyId, files: [file("one.xml", ONE)] });
  expect(await cancelImport(command, { studyId, importId })).toMatchObject({ state: "cancelled" });
  expect(await staged(studyId)).toEqual([0, 0]);
  expect(await importDocuments(command, { studyId, importId }, attempt())).toMatchObject({ state: "cancelled" });
  expect(await prisma().item.count({ where: { studyId } })).toBe(0);
});

test("cancelled or stopped while it is read: nothing is stored; stopped, it can be read again", async () => {
  const studyId = await newStudy("citation-role");
  const many = Array.from({ length: 400 }, (_, i) => file(`p${i}.xml`, ONE));
  const { importId } = await queueDocuments(command, { studyId, files: many });
  const stop = new AbortController();
  const stopped = importDocuments(command, { studyId, importId }, { last: false, signal: stop.signal });
  setTimeout(() => stop.abort(new Error("stops")), 30);
  await expect(stopped).rejects.toThrow("stops");
  expect((await readImport(command, { studyId, importId })).state).toBe("queued");
  expect(await prisma().item.count({ where: { studyId } })).toBe(0);

  const reading = importDocuments(command, { studyId, importId }, attempt());
  await cancelImport(command, { studyId, importId });
  expect((await reading).state).toBe("cancelled");
  expect(await prisma().item.count({ where: { studyId } })).toBe(0);
  expect(await staged(studyId)).toEqual([0, 0]);
});

test("a queued import without a job gets one; one whose job was given up is refused", async () => {
  const studyId = await newStudy("citation-role");
  const { importId } = await queueDocuments(command, { studyId, files: [file("one.xml", ONE)] });
  await prisma().$executeRaw`DELETE FROM pgboss.job WHERE data->>'importId' = ${importId}`;
  expect((await readImport(command, { studyId, importId })).state).toBe("queued");
  expect(await jobsOf(importId)).toEqual(["created"]);
  await prisma().$executeRaw`UPDATE pgboss.job SET state = 'failed' WHERE data->>'importId' = ${importId}`;
  const view = await readImport(command, { studyId, importId });
  expect(view).toMatchObject({ state: "refused", faultCount: 1 });
  expect(await staged(studyId)).toEqual([0, 0]);
});

test("a long list of faults is kept to download; the view shows the first hundred", async () => {
  const studyId = await newStudy("citation-role");
  const files = Array.from({ length: 150 }, (_, i) => file(`e${i}.xml`, ""));
  const { importId } = await queueDocuments(command, { studyId, files: [...files, file("two.xml", TWO)] });
  const view = await importDocuments(command, { studyId, importId }, attempt());
  expect(view).toMatchObject({ state: "done", added: 1, faultCount: 150 });
  expect(view.faults).toHaveLength(100);
  expect((await listImportFaults(command, { studyId, importId })).faults).toHaveLength(150);
});

test("a codebook that takes no items from papers says so before anything is sent", async () => {
  const studyId = await newStudy(FOUR_POINT);
  await expect(queueDocuments(command, { studyId, files: [file("one.xml", ONE)] })).rejects.toThrow(
    "takes no items from papers",
  );
  expect(await prisma().import.count({ where: { studyId } })).toBe(0);
});
