import { expect, test } from "vitest";
import { COMMAND } from "@/lib/labels/test-study";
import { loadReport } from "./load-report";
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
