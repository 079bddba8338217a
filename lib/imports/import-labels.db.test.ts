import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { importHumanLabels } from "./import-human-labels";
import { importItems } from "./import-items";
import { importJudgeLabels } from "./import-judge-labels";
import { command, file, lines, newStudy } from "./test-study";

async function citationStudy(keys: readonly string[]): Promise<string> {
  const studyId = await newStudy("citation-role");
  const records = keys.map((key) => ({ context_id: key, context_text: `Text of ${key}, see [REF_TARGET].` }));
  await importItems(command, { studyId, files: [file("items.jsonl", lines(...records))] });

  return studyId;
}

async function labels(studyId: string) {
  const rows = await prisma().$queryRaw<Record<string, unknown>[]>`
    SELECT i.key, r.name AS rater, r.kind::text, o.name AS round, l.question, l.value, l.derived, l.origin::text, l.confidence,
      l.probability, l.rationale, l."keyPhrase", l.note, l."codebookVersion"
    FROM "Label" l JOIN "Item" i ON i."studyId" = l."studyId" AND i.id = l."itemId"
    JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
    JOIN "Round" o ON o."studyId" = l."studyId" AND o.id = l."roundId"
    WHERE l."studyId" = ${studyId}::uuid ORDER BY 1, 2, 5`;

  return rows;
}
const brief = (rows: Record<string, unknown>[]) =>
  rows.map(({ key, rater, question, value, derived }) => [key, rater, question, value, derived].join(" "));

test("a judge's label, subtype, confidence and words; what its subtype gives wins over its label", async () => {
  const studyId = await citationStudy(["a", "b", "c", "d"]);
  const output = lines(
    {
      context_id: "a",
      label: "ROOT",
      subtype: "ME",
      confidence: "high",
      reasoning: "It extends.",
      key_phrase: "extends",
    },
    { context_id: "b", label: "ROOT", subtype: "BC", confidence: "low", reasoning: "", key_phrase: null },
    { context_id: "c", label: "UNSURE", subtype: null, confidence: "low" },
    { context_id: "d", label: "NON_ROOT", subtype: "TR" },
  );
  const result = await importJudgeLabels(command, {
    studyId,
    files: [file("out.jsonl", output)],
    options: { run: "gpt run 1", model: "gpt", promptHash: "abc", parameters: { temperature: 0 }, runNumber: 1 },
  });
  expect(result).toMatchObject({ state: "done", added: 4, unchanged: 0 });
  expect(result.notices).toEqual([
    { reason: "label says ROOT, but role BC gives root WEED, which is stored: 1 (line 2)", count: 1 },
  ]);
  const rows = await labels(studyId);
  expect(brief(rows)).toEqual([
    "a gpt run 1 role ME false",
    "a gpt run 1 root ROOT true",
    "b gpt run 1 role BC false",
    "b gpt run 1 root WEED true",
    "c gpt run 1 role UNSURE false",
    "d gpt run 1 role TR false",
    "d gpt run 1 root WEED true",
  ]);
  expect(rows[0]).toMatchObject({
    kind: "judge",
    round: "corpus",
    origin: "imported",
    confidence: "high",
    rationale: "It extends.",
    keyPhrase: "extends",
    codebookVersion: 1,
  });
  expect(rows[1]).toMatchObject({ confidence: "high", rationale: null });
  const judge = await prisma().rater.findFirst({ where: { studyId, kind: "judge" } });
  expect(judge).toMatchObject({
    model: "gpt",
    promptHash: "abc",
    parameters: { temperature: 0 },
    run: 1,
    userId: null,
  });
});

test("only a derived label, by its alias, with a probability; the run is named by a column or by the file", async () => {
  const studyId = await citationStudy(["a", "b"]);
  const student = lines(
    { context_id: "a", label: "NON_ROOT", root_probability: 0.12, key_phrase: "x" },
    { context_id: "b", label: "ROOT", root_probability: 0.9 },
  );
  const byFile = await importJudgeLabels(command, { studyId, files: [file("runs/student-7.jsonl", student)] });
  expect(byFile).toMatchObject({ state: "done", added: 2 });
  const csv = "context_id,run,root\na,r1,WEED\na,r2,ROOT\n";
  expect(await importJudgeLabels(command, { studyId, files: [file("runs.csv", csv)] })).toMatchObject({ added: 2 });
  const rows = await labels(studyId);
  expect(brief(rows)).toEqual([
    "a r1 root WEED true",
    "a r2 root ROOT true",
    "a student-7 root WEED true",
    "b student-7 root ROOT true",
  ]);
  expect(rows[2]).toMatchObject({ probability: 0.12, keyPhrase: "x" });
});

test("unknown keys and labels outside the codebook are refused and listed", async () => {
  const studyId = await citationStudy(["a"]);
  const csv = "context_id,role\na,ME\nnowhere,ME\na2,XX\nnowhere,BC\n";
  const result = await importJudgeLabels(command, { studyId, files: [file("j.csv", csv)], options: { run: "j" } });
  expect(result).toMatchObject({ state: "refused", faultCount: 3 });
  expect(result.faults).toEqual([
    { file: "j.csv", line: 3, column: "key", reason: 'No item of this study has the key "nowhere" (2 records).' },
    { file: "j.csv", line: 4, column: "role", reason: '"XX": not an option of role.' },
    { file: "j.csv", line: 5, column: "role", reason: '"j" labels "nowhere" twice: role is BC here and ME in line 3.' },
  ]);
  expect(await labels(studyId)).toEqual([]);
  expect(await prisma().rater.count({ where: { studyId } })).toBe(0);
});

test("the same file again adds nothing; a label that changed is a fault, and a new run name is the way", async () => {
  const studyId = await citationStudy(["a", "b"]);
  const csv = (b: string) => `context_id,role,confidence\na,ME,high\nb,${b},low\n`;
  const run = (text: string, name: string) =>
    importJudgeLabels(command, { studyId, files: [file("j.csv", text)], options: { run: name } });
  expect(await run(csv("BC"), "j")).toMatchObject({ added: 2, unchanged: 0 });
  const before = await labels(studyId);
  expect(await run(csv("BC"), "j")).toMatchObject({ state: "done", added: 0, unchanged: 2 });
  expect(await labels(studyId)).toEqual(before);
  const changed = await run(csv("CC"), "j");
  expect(changed).toMatchObject({ state: "refused", faultCount: 1, faults: [{ line: 3, column: "role" }] });
  expect(changed.faults[0]?.reason).toBe(
    '"j" has labelled "b" before: role is CC here and BC in the study. Give this run a name of its own.',
  );
  expect(await labels(studyId)).toEqual(before);
  expect(await run(csv("CC"), "j2")).toMatchObject({ state: "done", added: 2 });
});

test("what is told of a judge must agree with what is known of it", async () => {
  const studyId = await citationStudy(["a", "b"]);
  const run = (key: string, options: object) =>
    importJudgeLabels(command, { studyId, files: [file("j.csv", `context_id,role\n${key},ME\n`)], options });
  await run("a", { run: "j", model: "m1" });
  const other = await run("b", { run: "j", model: "m2" });
  expect(other).toMatchObject({ state: "refused", faultCount: 1 });
  expect(other.faults[0]?.reason).toContain("model m1, not m2");
  expect(await run("b", { run: "j", promptHash: "p" })).toMatchObject({ state: "done" });
  expect(await prisma().rater.findMany({ where: { studyId }, select: { model: true, promptHash: true } })).toEqual([
    { model: "m1", promptHash: "p" },
  ]);
});

test("people's labels: a rater typed or in a column, a round made by name, judge-only options refused", async () => {
  const studyId = await citationStudy(["a", "b"]);
  const csv = "context_id,annotator,role,note\na,Ada,ME,sure\nb,Ada,BC,\na,Bo,TF,\n";
  expect(await importHumanLabels(command, { studyId, files: [file("h.csv", csv)] })).toMatchObject({ added: 3 });
  const rows = await labels(studyId);
  expect(brief(rows)).toEqual([
    "a Ada role ME false",
    "a Ada root ROOT true",
    "a Bo role TF false",
    "a Bo root ROOT true",
    "b Ada role BC false",
    "b Ada root WEED true",
  ]);
  expect(rows[0]).toMatchObject({ kind: "human", round: "imported", origin: "imported", note: "sure" });
  expect(await prisma().round.findFirst({ where: { studyId, name: "imported" } })).toMatchObject({ purpose: "main" });
  expect(await prisma().slot.count({ where: { studyId } })).toBe(0);
  const names = await prisma().rater.findMany({ where: { studyId }, select: { pseudonym: true } });
  for (const { pseudonym } of names) expect(pseudonym).toMatch(/^r-[a-z2-9]{6}$/);

  const unsure = await importHumanLabels(command, {
    studyId,
    files: [file("u.csv", "context_id,role\na,UNSURE\n")],
    options: { rater: "Cy", round: "second" },
  });
  expect(unsure.faults).toEqual([
    { file: "u.csv", line: 2, column: "role", reason: '"UNSURE": UNSURE is an option for judges only.' },
  ]);
  const nameless = await importHumanLabels(command, { studyId, files: [file("n.csv", "context_id,role\na,ME\n")] });
  expect(nameless.faults[0]).toMatchObject({ line: 2, column: "rater" });
  const corpus = importHumanLabels(command, { studyId, files: [file("h.csv", csv)], options: { round: "corpus" } });
  await expect(corpus).rejects.toMatchObject({ code: "bad_input" });
  expect(await prisma().round.count({ where: { studyId, name: "second" } })).toBe(0);
});

test("derived labels rest on the item's fields and on answers that came before", async () => {
  const studyId = await newStudy("must-cite");
  const item = (key: string, contexts: number) => ({
    query_id: "p",
    target: key,
    contexts: Array.from({ length: contexts }, (_, i) => ({ section: "S", context: `${key} ${i}` })),
  });
  await importItems(command, { studyId, files: [file("i.jsonl", lines(item("x", 1), item("y", 3)))] });
  const judge = (text: string) =>
    importJudgeLabels(command, { studyId, files: [file("j.csv", text)], options: { run: "j" } });
  await judge("query_id,target,baseline\np,x,0\np,y,0\n");
  const mustCite = async () => (await labels(studyId)).filter((row) => row.question === "must_cite");
  // Three mentions suffice (N = 3); one mention and no baseline leave it open until the relevance is known.
  expect(brief(await mustCite())).toEqual(["p:y j must_cite yes true"]);
  await judge("query_id,target,relevance\np,x,2\np,y,2\n");
  expect(brief(await mustCite())).toEqual(["p:x j must_cite no true", "p:y j must_cite yes true"]);
  expect((await labels(studyId)).some((row) => row.question === "type_3")).toBe(false);
});

test("a file without a label column, or without a key, says so once or by line", async () => {
  const studyId = await citationStudy(["a"]);
  const none = await importJudgeLabels(command, { studyId, files: [file("n.csv", "context_id,foo\na,1\na,2\n")] });
  expect(none).toMatchObject({ state: "refused", faultCount: 1 });
  expect(none.faults[0]?.reason).toContain("No column holds a label of this codebook (role, root");
  const keyless = await importJudgeLabels(command, { studyId, files: [file("k.csv", "role\nME\n")] });
  expect(keyless.faults[0]).toMatchObject({ line: 2, column: "context_id" });
  const probability = await importJudgeLabels(command, {
    studyId,
    files: [file("p.csv", "context_id,role,probability\na,ME,1.5\n")],
  });
  expect(probability.faults[0]).toMatchObject({ line: 2, column: "probability" });
  const twice = importJudgeLabels(command, {
    studyId,
    files: [file("p.csv", "a,b\n1,2\n")],
    options: { labels: { a: "role", b: "role" } },
  });
  await expect(twice).rejects.toMatchObject({ code: "bad_input" });
});

test("a label column is told on import: any name for any label", async () => {
  const studyId = await citationStudy(["a"]);
  const result = await importJudgeLabels(command, {
    studyId,
    files: [file("r.tsv", "who\tverdict\tp\na\tBackground context\t0.5\n")],
    options: { run: "j", map: { key: "who", probability: "p" }, labels: { verdict: "role" } },
  });
  expect(result).toMatchObject({ state: "done", added: 1 });
  expect(brief(await labels(studyId))).toEqual(["a j role BC false", "a j root WEED true"]);
});
