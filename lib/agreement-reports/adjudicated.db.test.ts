import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND } from "@/lib/labels/test-study";
import { loadReport } from "./load-report";
import { loadStudyPatterns } from "./load-study-patterns";
import { addRater, addRound, makeReportStudy, say } from "./test-labels";

/*
 * By hand. Three people A A B B tie B A (as majorities), the judge A A B A A; items 4 and 5 are settled as A and B.
 * Reference by majority on the judge's items: A A B B –, 3 of 4 right. Adjudicated first: A A B A B, 4 of 5 right.
 */
async function study() {
  const made = await makeReportStudy(7);
  const corpus = { ...made, roundId: await addRound(made.studyId, "corpus", "corpus") };
  for (const [name, answers] of [
    ["h1", "A A B B A B A"],
    ["h2", "A A B B B B A"],
    ["h3", "A B B A . B A"],
  ] as const) {
    await say(made, await addRater(made.studyId, name), "kind", answers);
  }
  await say(corpus, await addRater(made.studyId, "gpt", "judge"), "kind", "A A B A A . .", { origin: "imported" });

  return made;
}

test("settled labels go before the majority, and their rater is none of the raters", async () => {
  const made = await study();
  const before = await loadReport(COMMAND, { studyId: made.studyId, replicates: 0 });
  expect(before.adjudicated).toBe(false);
  await say(made, await addRater(made.studyId, "adjudicated"), "kind", ". . . A B . .", { origin: "imported" });

  const majority = await loadReport(COMMAND, { studyId: made.studyId, replicates: 0 });
  expect(majority.adjudicated).toBe(true);
  expect(majority.raters).toEqual(before.raters);
  expect(majority.measures).toEqual(before.measures);
  expect([majority.items, majority.labels]).toEqual([7, 20]);
  expect(majority.judges[0]?.report.accuracy).toMatchObject({ value: 3 / 4, n: 4 });

  const settled = await loadReport(COMMAND, { studyId: made.studyId, replicates: 0, reference: "adjudicated" });
  expect(settled.judges[0]?.report.accuracy).toMatchObject({ value: 4 / 5, n: 5 });
  expect(settled.reference.provenance).toMatchObject({ adjudicated: 2, twoOrMoreRaters: 5, ties: 0 });
});

test("without settled labels the reference cannot be adjudicated", async () => {
  const { studyId } = await study();
  const report = loadReport(COMMAND, { studyId, replicates: 0, reference: "adjudicated" });
  await expect(report).rejects.toMatchObject({ code: "bad_input" });
});

/*
 * The same by decisions made here: item 4 as A, item 5 as B by two people alike; item 2 is decided as B and A and is
 * open; item 6, where judge and majority say nothing and B, as A. The imported rater's label of item 5 gives way.
 */
test("the studio's own decisions are the reference too; what is not settled is none; imported ones give way", async () => {
  const made = await study();
  const { studyId, roundId, itemIds } = made;
  const [ann, bob] = [uuid7(), uuid7()];
  const decided = (item: number, userId: string, value: string) => ({
    ...{ studyId, roundId, itemId: itemIds[item] ?? "", question: "kind", userId, value, basisHash: "" },
    ...{ reason: "rater_slip" as const, opId: uuid7(), codebookVersion: 1 },
  });
  await prisma().adjudication.createMany({
    data: [
      decided(3, ann, "A"),
      decided(4, ann, "B"),
      decided(4, bob, "B"),
      decided(1, ann, "B"),
      decided(1, bob, "A"),
      decided(5, ann, "A"),
    ],
  });
  await say(made, await addRater(studyId, "adjudicated"), "kind", ". . . . A . .", { origin: "imported" });
  const report = await loadReport(COMMAND, { studyId, replicates: 0, reference: "adjudicated" });
  expect(report.raters).toHaveLength(3);
  expect(report.judges[0]?.report.accuracy).toMatchObject({ value: 4 / 5, n: 5 });
  expect(report.reference.provenance).toMatchObject({ adjudicated: 3, twoOrMoreRaters: 4, ties: 0 });
  expect([report.items, report.labels]).toEqual([7, 20]);
  const patterns = await loadStudyPatterns(COMMAND, { studyId });
  expect([patterns.settled, patterns.raters.length]).toEqual([true, 3]);
  // Three people and the settled column; item 5 (A B .) carries B, which has the index 1.
  expect(patterns.humans).toContainEqual({ labels: expect.arrayContaining([0, 1, null]), items: 1 });
  const column = patterns.humans.flatMap((row) => (row.labels[3] === null ? [] : [row.labels[3]]));
  expect(column.toSorted()).toEqual([0, 0, 1]);
});
