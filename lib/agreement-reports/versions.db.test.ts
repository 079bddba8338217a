import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND, makeStudy } from "@/lib/labels/test-study";
import { addCodebookVersion } from "@/lib/studies/add-codebook-version";
import { listItems } from "@/lib/studies/list-items";
import { loadReport } from "./load-report";
import { loadStudyPatterns } from "./load-study-patterns";
import { addRater, addRound, say } from "./test-labels";

/** A codebook with one question and the side that each of its options is on. */
function book(question: string, sides: Record<string, "LEFT" | "RIGHT">) {
  const unsure = { id: "UNSURE", label: "Unsure", askedOf: "judge" };
  const side = (id: string) => ({ id, label: id });

  return {
    assay: 1,
    id: "versions",
    title: "Versions",
    item: { fields: [{ id: "passage", label: "Passage", type: "text", showTo: "both" }] },
    questions: [
      {
        ...{ id: question, title: "Kind", text: "Which kind?", scale: "nominal" },
        options: [...Object.keys(sides).map((id) => ({ id, label: `option ${id}` })), unsure],
      },
    ],
    derived: [
      {
        ...{ id: "side", title: "Side", scale: "binary", options: [side("LEFT"), side("RIGHT")] },
        rule: { map: { question, to: { ...sides, UNSURE: null } as Record<string, string | null> } },
      },
    ],
  };
}

const FIRST = book("kind", { A: "LEFT", B: "LEFT", C: "RIGHT", D: "RIGHT", E: "RIGHT" });
const SECOND = book("sort", { AA: "LEFT", BC: "RIGHT", D1: "LEFT", D2: "RIGHT", F: "RIGHT" });
const MAPPING = [
  {
    from: "kind",
    to: "sort",
    options: [
      { from: ["A"], to: ["AA"] },
      { from: ["B", "C"], to: ["BC"] },
      { from: ["D"], to: ["D1", "D2"] },
      { from: ["E"], to: [] },
      { from: [], to: ["F"] },
    ],
  },
];

type ItemFilter = Parameters<typeof listItems>[1]["filter"];

const QUICK = { replicates: 0 };
const sides = (answers: string, map: Record<string, string | null>) =>
  answers
    .split(" ")
    .map((value) => map[value] ?? ".")
    .join(" ");

/*
 * By hand. Under version 1, r1: A B C D E A and r2: A C B D A E; under version 2, r3: AA BC D1 D1 BC AA.
 * Read in version 2: r1 AA BC BC . . AA, r2 AA BC BC . AA ., so 8 of their 12 labels; D is split (2), E dropped (2).
 */
async function mixed() {
  const made = await makeStudy(6, FIRST);
  const { studyId } = made;
  const roundId = await addRound(studyId, "main");
  const corpus = await addRound(studyId, "corpus", "corpus");
  const study = { ...made, roundId };
  for (const [name, answers] of [
    ["r1", "A B C D E A"],
    ["r2", "A C B D A E"],
  ] as const) {
    const rater = await addRater(studyId, name);
    await say(study, rater, "kind", answers);
    await say(study, rater, "side", sides(answers, FIRST.derived[0]!.rule.map.to));
  }
  const judge = await addRater(studyId, "gpt", "judge");
  await say({ ...study, roundId: corpus }, judge, "kind", "A B D E UNSURE A", { origin: "imported" });
  const text = JSON.stringify(SECOND);
  await addCodebookVersion(COMMAND, { studyId, text, mapping: MAPPING });
  const last = await addRater(studyId, "r3");
  await say(study, last, "sort", "AA BC D1 D1 BC AA", { codebookVersion: 2 });
  const left = sides("AA BC D1 D1 BC AA", SECOND.derived[0]!.rule.map.to);
  await say(study, last, "side", left, { codebookVersion: 2 });

  return study;
}

/** The same labels, all given under version 2 in the first place. */
async function plain() {
  const made = await makeStudy(6, SECOND);
  const study = { ...made, roundId: await addRound(made.studyId, "main") };
  const corpus = { ...made, roundId: await addRound(made.studyId, "corpus", "corpus") };
  for (const [name, answers] of [
    ["r1", "AA BC BC . . AA"],
    ["r2", "AA BC BC . AA ."],
    ["r3", "AA BC D1 D1 BC AA"],
  ] as const) {
    await say(study, await addRater(made.studyId, name), "sort", answers);
  }
  const judge = await addRater(made.studyId, "gpt", "judge");
  await say(corpus, judge, "sort", "AA BC . . UNSURE AA", { origin: "imported" });

  return study;
}

test("labels of the older version are read in the newer one where there is no doubt, else left out and counted", async () => {
  const { studyId } = await mixed();
  const report = await loadReport(COMMAND, { studyId, ...QUICK });
  expect(report).toMatchObject({
    items: 6,
    labels: 14,
    pairableItems: 5,
    codebookVersion: 2,
    codebookVersions: [1, 2],
  });
  const none = { asTheyAre: 0, mapped: 0, split: 0, dropped: 0, newer: 0, resting: 0 };
  expect(report.versions).toEqual([
    { ...none, version: 1, mapped: 8, split: 2, dropped: 2 },
    { ...none, version: 2, asTheyAre: 6 },
  ]);
  expect(report.flow.answered).toBe(6);
  // The judge under version 1: D and E are gone; of AA BC . . UNSURE AA the three answers are the majority's.
  expect(report.judges[0]?.report.accuracy).toMatchObject({ value: 1, n: 3 });
});

test("every coefficient is that of the same labels given under the newer version", async () => {
  const [mapped, same] = [await mixed(), await plain()];
  const [a, b] = [
    await loadReport(COMMAND, { ...QUICK, studyId: mapped.studyId }),
    await loadReport(COMMAND, { ...QUICK, studyId: same.studyId }),
  ];
  expect(a.measures).toEqual(b.measures);
  expect(a.distribution.map((row) => row.counts)).toEqual(b.distribution.map((row) => row.counts));
  expect(a.judges[0]?.report).toEqual(b.judges[0]?.report);
  expect(a.measures.some((entry) => "value" in entry.result)).toBe(true);
  const patterns = await Promise.all([mapped, same].map(({ studyId }) => loadStudyPatterns(COMMAND, { studyId })));
  const sorted = patterns.map((entry) => entry.humans.map((row) => JSON.stringify(row)).toSorted());
  expect(sorted[0]).toEqual(sorted[1]);
  expect(patterns[0]?.versions[0]).toMatchObject({ version: 1, mapped: 8, split: 2, dropped: 2 });
});

test("one version alone, in its own options", async () => {
  const { studyId } = await mixed();
  const first = await loadReport(COMMAND, { studyId, codebookVersion: 1, ...QUICK });
  expect(first).toMatchObject({ labels: 12, versionOnly: true, codebookVersion: 1, subject: { id: "kind" } });
  expect(first.raters).toHaveLength(2);
  expect(first.subject.options.map((option) => option.id)).toEqual(["A", "B", "C", "D", "E", "UNSURE"]);
  // A=A and D=D of six items.
  expect(first.measures.find((entry) => entry.id === "percent")?.result).toMatchObject({ value: 2 / 6, n: 6 });
  const second = await loadReport(COMMAND, { studyId, codebookVersion: 2, ...QUICK });
  expect([second.labels, second.raters.length, second.pairableItems]).toEqual([6, 1, 0]);
  const patterns = await loadStudyPatterns(COMMAND, { studyId, codebookVersion: 1 });
  expect([patterns.raters.length, patterns.humans.reduce((sum, row) => sum + (row.items ?? 1), 0)]).toEqual([2, 6]);
  await expect(loadReport(COMMAND, { studyId, codebookVersion: 3 })).rejects.toMatchObject({ status: 404 });
});

test("a derived label stands where the newer rule says the same of its answer", async () => {
  const { studyId } = await mixed();
  const report = await loadReport(COMMAND, { studyId, question: "side", ...QUICK });
  // B was LEFT and is RIGHT now, D may be either, E is nothing: of A B C D E A stand A, C, A; of A C B D A E stand A, C, A.
  expect(report.versions).toMatchObject([
    { version: 1, asTheyAre: 6, resting: 6 },
    { version: 2, asTheyAre: 6 },
  ]);
  expect([report.labels, report.items]).toEqual([12, 6]);
});

test("who said it under both names counts once, with the newer answer", async () => {
  const study = await mixed();
  const both = await addRater(study.studyId, "both");
  await say(study, both, "kind", "A . . . . .");
  await say(study, both, "sort", "BC . . . . .", { codebookVersion: 2 });
  const report = await loadReport(COMMAND, { studyId: study.studyId, ...QUICK });
  expect(report.labels).toBe(15);
  const place = report.raters.findIndex((rater) => rater.name === "both");
  const at = report.subject.options.findIndex((option) => option.id === "BC");
  expect(report.distribution[place]?.counts).toEqual(
    report.subject.options.slice(0, 5).map((_, i) => (i === at ? 1 : 0)),
  );
});

test("decisions made under the older version are read alike", async () => {
  const { studyId, roundId, itemIds } = await mixed();
  const decided = (item: number, value: string) => ({
    ...{ studyId, roundId, itemId: itemIds[item] ?? "", question: "kind", userId: uuid7(), value, basisHash: "" },
    ...{ reason: "rater_slip" as const, opId: uuid7(), codebookVersion: 1 },
  });
  // Item 5, a tie, is settled as A; item 4 as D, which is open again.
  await prisma().adjudication.createMany({ data: [decided(4, "A"), decided(3, "D")] });
  const report = await loadReport(COMMAND, { studyId, reference: "adjudicated", ...QUICK });
  expect(report.reference.provenance).toMatchObject({ adjudicated: 1, ties: 0 });
});

test("what the report leaves out for its version is found in the items table, and nothing else", async () => {
  const { studyId, itemIds } = await mixed();
  const found = async (question: string, filter: ItemFilter, more: object = {}) => {
    const { rows, total } = await listItems(COMMAND, { studyId, question, filter, ...more });
    expect(rows).toHaveLength(total);

    return rows.map((row) => itemIds.indexOf(row.itemId)).toSorted();
  };
  // D of both raters at 3; E of r1 at 4 and of r2 at 5; sides that rest on B, D or E at all but 0.
  expect(await found("sort", "split-since")).toEqual([3]);
  expect(await found("sort", "dropped-since")).toEqual([4, 5]);
  expect(await found("sort", "derived-otherwise")).toEqual([]);
  expect(await found("side", "derived-otherwise")).toEqual([1, 2, 3, 4, 5]);
  expect(await found("side", "split-since")).toEqual([]);
  expect(await found("side", "other-version", { version: 2 })).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await found("sort", "other-version", { version: 2 })).toEqual([]);
});
