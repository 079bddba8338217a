import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { cancelImport } from "./cancel-import";
import { importItems } from "./import-items";
import { listImports } from "./list-imports";
import { readImport } from "./read-import";
import { command, file, lines, newStudy } from "./test-study";

const context = (n: number, text = `As shown by [REF_TARGET], case ${n} holds.`) => ({
  context_id: `c${n}`,
  focal_corpusid: 10,
  candidate_corpusid: 20 + n,
  context_text: text,
});
const items = (studyId: string) => prisma().item.findMany({ where: { studyId }, orderBy: { key: "asc" } });

test("JSON lines become items with keys, hashes and located targets; the same file again adds nothing", async () => {
  const studyId = await newStudy("citation-role");
  const text = lines(context(1), context(2, "No target here."), { ...context(3), extra: 1 });
  const first = await importItems(command, { studyId, files: [file("a.jsonl", text)] });
  expect(first).toMatchObject({ state: "done", rows: 3, added: 3, unchanged: 0, faultCount: 0, bytes: text.length });
  expect(first.notices.map((notice) => notice.reason)).toEqual([
    "Columns that the codebook does not know were left out: extra.",
    "Items whose target citation is not located in every passage: 1",
  ]);
  const rows = await items(studyId);
  expect(rows.map((row) => [row.key, row.focalKey, row.targetKey, row.located])).toEqual([
    ["c1", "10", "21", true],
    ["c2", "10", "22", false],
    ["c3", "10", "23", true],
  ]);
  // sha-256 of the content as JSON with sorted keys, and of the passage without its mark.
  const sha256 = (value: string) => createHash("sha256").update(value).digest("hex");
  expect(rows[0]?.contentHash).toBe(
    sha256(
      '{"candidate_corpusid":"21","context_id":"c1","context_text":"As shown by [REF_TARGET], case 1 holds.","focal_corpusid":"10"}',
    ),
  );
  expect(rows[0]?.windowHash).toBe(sha256("As shown by , case 1 holds."));
  const again = await importItems(command, { studyId, files: [file("b.jsonl", text)] });
  expect(again).toMatchObject({ state: "done", rows: 3, added: 0, unchanged: 3 });
  expect(await items(studyId)).toEqual(rows);
  const audit = await prisma().auditEvent.findMany({ where: { studyId, action: "import.items" } });
  expect(audit.map((event) => event.subject)).toEqual([first.importId, again.importId]);
});

test("any fault and nothing is stored; faults name file, line, column and reason, and are counted", async () => {
  const studyId = await newStudy("citation-role");
  const text = `${lines(context(1))}{"context_id":"c2"}\n{"context_id": 3,,}\n${lines(context(1, "Other [REF_TARGET]."))}`;
  const result = await importItems(command, { studyId, files: [file("bad.jsonl", text)] });
  expect(result).toMatchObject({ state: "refused", added: 0, faultCount: 3 });
  expect(result.faults.map(({ file: name, line, column }) => [name, line, column])).toEqual([
    ["bad.jsonl", 2, "context_text"],
    ["bad.jsonl", 3, 18],
    ["bad.jsonl", 4, "key"],
  ]);
  expect(result.faults[2]?.reason).toBe('The key "c1" stood before with other content (line 1).');
  expect(await items(studyId)).toEqual([]);
  expect(await readImport(command, { studyId, importId: result.importId })).toEqual(result);
});

test("an item that is there with other content is a fault", async () => {
  const studyId = await newStudy("citation-role");
  await importItems(command, { studyId, files: [file("a.jsonl", lines(context(1), context(2)))] });
  const changed = lines(context(1), context(2, "Changed [REF_TARGET]."), context(3));
  const result = await importItems(command, { studyId, files: [file("b.jsonl", changed)] });
  expect(result).toMatchObject({
    state: "refused",
    faultCount: 1,
    faults: [{ file: "b.jsonl", line: 2, column: "key" }],
  });
  expect(await items(studyId)).toHaveLength(2);
});

test("the first hundred of many faults come in file order, with the total", async () => {
  const studyId = await newStudy("citation-role");
  const text = Array.from({ length: 250 }, (_, i) => `{"context_id":"c${i}"}\n`).join("");
  const result = await importItems(command, { studyId, files: [file("a.jsonl", text), file("b.jsonl", text)] });
  expect(result.faultCount).toBe(500);
  expect(result.faults.map((fault) => fault.line)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  expect(new Set(result.faults.map((fault) => fault.file))).toEqual(new Set(["a.jsonl"]));
});

test("columns of a table are mapped; a BOM is accepted and reported; numbers keep their text", async () => {
  const studyId = await newStudy("citation-role");
  const csv = '\ufeffid;Text;paper\n007;"One; [REF_TARGET]\nsecond line";9007199254740993\n';
  const options = { map: { context_id: "id", context_text: "Text", focal_corpusid: "paper" } };
  const result = await importItems(command, { studyId, files: [file("t.csv", csv)], options });
  expect(result).toMatchObject({ state: "done", added: 1 });
  expect(result.notices[0]?.reason).toContain("byte order mark");
  const [row] = await items(studyId);
  expect(row).toMatchObject({ key: "007", focalKey: "9007199254740993" });
  expect(row?.content).toMatchObject({ context_text: "One; [REF_TARGET]\nsecond line" });
  const wrong = importItems(command, { studyId, files: [file("t.csv", csv)], options: { map: { nothing: "id" } } });
  await expect(wrong).rejects.toMatchObject({ code: "bad_input" });
});

test.each([
  ["bad UTF-8", Buffer.from([...Buffer.from('{"context_id":"'), 0xc3, 0x28, 0x22, 0x7d, 0x0a]), /UTF-8/],
  ["NUL", String.raw`{"context_id":"a\u0000b","context_text":"x"}`, /NUL|U\+0000/],
  ["a lone surrogate", String.raw`{"context_id":"a","context_text":"x\ud83c"}`, /surrogate/],
  ["a record over 1 MB", `{"context_id":"a","context_text":"${"x".repeat(1_100_000)}"}\n`, /1 MB/],
  ["a zip archive", Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), /zip|Excel/],
  ["prototype keys", '{"context_id":"a","context_text":"x","__proto__":{"isAdmin":true}}', /__proto__/],
])("%s is a fault and nothing is stored", async (_, content, reason) => {
  const studyId = await newStudy("citation-role");
  const good = file("good.jsonl", lines(context(1)));
  const result = await importItems(command, { studyId, files: [good, file("bad.csv", content)] });
  expect(result.state).toBe("refused");
  expect(result.faults[0]).toMatchObject({ file: "bad.csv", line: 1 });
  expect(result.faults[0]?.reason).toMatch(reason);
  expect(await items(studyId)).toEqual([]);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test("a file that is shorter than announced, or whose stream breaks, is refused with the count", async () => {
  const studyId = await newStudy("citation-role");
  const text = lines(context(1), context(2));
  const short = await importItems(command, { studyId, files: [file("a.jsonl", text, { size: text.length + 5 })] });
  expect(short.faults).toHaveLength(1);
  expect(short.faults[0]?.reason).toContain(`${text.length} of ${text.length + 5} bytes arrived`);
  async function* broken() {
    yield new TextEncoder().encode(text);
    throw new Error("socket hang up");
  }
  const cut = await importItems(command, { studyId, files: [{ name: "b.jsonl", size: 1000, bytes: broken() }] });
  expect(cut).toMatchObject({ state: "refused", totalBytes: 1000, bytes: text.length });
  expect(cut.faults[0]?.reason).toContain(`${text.length} of 1000 bytes arrived`);
  expect(await items(studyId)).toEqual([]);
});

test("several files are one import; a MasterSet file's paper is given with it and may be empty", async () => {
  const studyId = await newStudy("must-cite");
  const reference = (target: string, contexts: object[]) => ({
    target,
    title: "A work",
    year: null,
    cite: "[12]",
    contexts,
  });
  const one = JSON.stringify([
    reference("b0", [{ section: "Intro", context: "We follow [3, 12]." }]),
    reference("b1", []),
    reference("b2", [{ section: "", context: "Nothing cited." }]),
  ]);
  const files = [
    file("ICML/2020/p1.json", one, { paper: { query_title: "Paper one", venue: "ICML", query_year: 2020 } }),
    file("p2.json", JSON.stringify([reference("b0", [{ section: "X", context: "Again [12]." }])])),
  ];
  const result = await importItems(command, { studyId, files });
  expect(result).toMatchObject({ state: "done", added: 4, fileName: "ICML/2020/p1.json and 1 more" });
  expect(result.notices.map((notice) => notice.reason)).toEqual([
    "Items without any context, imported with nothing to read: 1 (line 1)",
    "Items whose target citation is not located in every passage: 1",
  ]);
  const rows = await items(studyId);
  expect(rows.map((row) => [row.key, row.focalKey, row.targetKey, row.located, row.windowHash === null])).toEqual([
    ["p1:b0", "p1", "b0", true, false],
    ["p1:b1", "p1", "b1", null, true],
    ["p1:b2", "p1", "b2", false, false],
    ["p2:b0", "p2", "b0", true, false],
  ]);
  expect(rows[0]?.content).toMatchObject({ query_title: "Paper one", venue: "ICML", query_year: 2020 });
});

test("licence and source are set with the import, and not when it is refused", async () => {
  const studyId = await newStudy("citation-role");
  const options = { licence: "CC-BY-4.0", sourceUrl: "https://example.org/set" };
  await importItems(command, { studyId, files: [file("a.jsonl", "{}\n")], options });
  const study = () => prisma().study.findUnique({ where: { id: studyId }, select: { licence: true, sourceUrl: true } });
  expect(await study()).toEqual({ licence: "unknown", sourceUrl: "unknown" });
  await importItems(command, { studyId, files: [file("a.jsonl", lines(context(1)))], options });
  expect(await study()).toEqual(options);
});

test("a running import shows its progress and can be cancelled: nothing of it stays", async () => {
  const studyId = await newStudy("citation-role");
  const importId = crypto.randomUUID();
  let sent = 0;
  async function* slow() {
    for (;;) {
      sent += 1;
      yield new TextEncoder().encode(lines(context(sent)));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  const running = importItems(command, { studyId, importId, files: [{ name: "endless.jsonl", bytes: slow() }] });
  await expect
    .poll(async () => (await listImports(command, { studyId }))[0]?.rows ?? 0, { timeout: 20_000 })
    .toBeGreaterThan(10);
  expect(await readImport(command, { studyId, importId })).toMatchObject({ state: "running", totalBytes: null });
  await cancelImport(command, { studyId, importId });
  expect(await running).toMatchObject({ state: "cancelled", added: 0 });
  expect(await items(studyId)).toEqual([]);
});

test("an import whose process was killed is told as refused", async () => {
  const studyId = await newStudy("citation-role");
  await prisma().import.create({ data: { studyId, kind: "items", fileName: "a.jsonl" } });
  const [row] = await listImports(command, { studyId });
  expect(row).toMatchObject({ state: "refused", faultCount: 1 });
});

test("two imports of the same items at once store them once", async () => {
  const studyId = await newStudy("citation-role");
  const text = lines(...Array.from({ length: 500 }, (_, i) => context(i)));
  const results = await Promise.all(
    ["a", "b", "c"].map((name) => importItems(command, { studyId, files: [file(name, text)] })),
  );
  expect(results.map((result) => result.state)).toEqual(["done", "done", "done"]);
  expect(results.map((result) => result.added).sort()).toEqual([0, 0, 500]);
  expect(await prisma().item.count({ where: { studyId } })).toBe(500);
});

test("only researchers import; strangers learn nothing; the same import id is not taken twice", async () => {
  const studyId = await newStudy("citation-role");
  const user = await prisma().user.create({
    data: { email: `${studyId}@example.org`, name: "R", passphraseHash: "x" },
  });
  const ctx = {
    actor: { kind: "user" as const, userId: user.id, sessionId: "s", administrator: false },
    requestId: "test",
  };
  const input = () => ({ studyId, files: [file("a.jsonl", lines(context(1)))] });
  await expect(importItems(ctx, input())).rejects.toMatchObject({ code: "not_found" });
  await prisma().membership.create({ data: { studyId, userId: user.id, role: "rater" } });
  await expect(importItems(ctx, input())).rejects.toMatchObject({ code: "forbidden" });
  await expect(listImports(ctx, { studyId })).rejects.toMatchObject({ code: "forbidden" });
  const importId = crypto.randomUUID();
  await importItems(command, { ...input(), importId });
  await expect(importItems(command, { ...input(), importId })).rejects.toMatchObject({ code: "conflict" });
});
