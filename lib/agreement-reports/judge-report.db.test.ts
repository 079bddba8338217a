import { expect, test } from "vitest";
import { COMMAND } from "@/lib/labels/test-study";
import { loadReport } from "./load-report";
import { addRater, addRound, makeReportStudy, say } from "./test-labels";
import type { AgreementReport, Measured } from "./wire";

/*
 * Worked by hand. Seven items, three people, one judge:
 *   people  AAA AAB BBB BBA AB  BBB AAA    (item 5 has two labels: a tie)
 *   judge   A   A   B   A   A   UNSURE –
 */
const PEOPLE = { h1: "A A B B A B A", h2: "A A B B B B A", h3: "A B B A . B A" };
const JUDGE = "A A B A A UNSURE .";
const SIDE: Record<string, string> = { A: "LEFT", B: "RIGHT", ".": ".", UNSURE: "." };
const sides = (answers: string) =>
  answers
    .split(" ")
    .map((word) => SIDE[word])
    .join(" ");

async function judged() {
  const study = await makeReportStudy(7);
  const corpus = { ...study, roundId: await addRound(study.studyId, "corpus", "corpus") };
  const ids: Record<string, string> = {};
  for (const [name, answers] of Object.entries(PEOPLE)) {
    ids[name] = await addRater(study.studyId, name);
    await say(study, ids[name], "kind", answers);
    await say(study, ids[name], "side", sides(answers));
  }
  const judge = await addRater(study.studyId, "gpt", "judge");
  await say(corpus, judge, "kind", JUDGE, { origin: "imported" });
  await say(corpus, judge, "side", sides(JUDGE), { origin: "imported" });

  return { ...study, corpus, ids, judge };
}

function only(report: AgreementReport) {
  const [entry] = report.judges;
  if (!entry) throw new Error("no judge");

  return entry.report;
}

function number(result: Measured | null): number {
  if (!result || !("value" in result)) throw new Error(`not defined: ${JSON.stringify(result)}`);

  return result.value;
}

test("a judge against the majority: ties out, UNSURE apart, every number as by hand", async () => {
  const { studyId } = await judged();
  const report = await loadReport(COMMAND, { studyId, replicates: 0 });
  expect(report.subject).toMatchObject({
    options: [{ id: "A" }, { id: "B" }, { id: "UNSURE" }],
    judgeOnly: ["UNSURE"],
  });
  expect(report.reference).toMatchObject({ rule: "majority", rater: null });
  expect(report.reference.provenance).toEqual({ adjudicated: 0, twoOrMoreRaters: 6, oneRater: 0, ties: 1, none: 0 });
  const judge = only(report);
  expect(number(judge.coverage)).toBeCloseTo(4 / 6, 12);
  expect(judge.accuracy).toMatchObject({ value: 0.75, n: 4 });
  expect(judge.accuracyUnsureWrong).toMatchObject({ value: 0.6, n: 5 });
  expect(number(judge.kappa)).toBeCloseTo(0.5, 12);
  expect(number(judge.macroF1)).toBeCloseTo((4 / 5 + 2 / 3) / 2, 12);
  expect(number(judge.alphaReference)).toBeCloseTo(8 / 15, 12);
  expect(number(judge.alphaPairs)).toBeCloseTo((4 / 7 + 1 / 4 + 8 / 15) / 3, 12);
  expect(number(judge.alphaJoined)).toBeCloseTo(7 / 22, 12);
  expect(number(judge.alphaHumans)).toBeCloseTo(10 / 49, 12);
  expect(judge.kappaQuadratic).toBeNull();
  expect(judge.confusion).toEqual([
    [2, 0, 0],
    [1, 1, 1],
    [0, 0, 0],
  ]);
  const classes = judge.classes.map((row) => [
    row.category,
    number(row.precision),
    number(row.recall),
    number(row.f1),
    row.support,
  ]);
  expect(classes).toEqual([
    ["A", expect.closeTo(2 / 3, 12), 1, expect.closeTo(0.8, 12), 2],
    ["B", 1, 0.5, expect.closeTo(2 / 3, 12), 3],
  ]);
});

test("the derived label: the same numbers, and the judge's UNSURE still counts as one", async () => {
  const { studyId } = await judged();
  const [kind, side] = [
    await loadReport(COMMAND, { studyId, replicates: 0 }),
    await loadReport(COMMAND, { studyId, question: "side", replicates: 0 }),
  ];
  expect(side.subject).toMatchObject({ id: "side", derived: true, judgeOnly: ["UNSURE"] });
  expect(side.measures.map((entry) => entry.result)).toEqual(kind.measures.map((entry) => entry.result));
  const { classes: kindClasses, ...kindNumbers } = only(kind);
  const { classes: sideClasses, ...sideNumbers } = only(side);
  expect(sideNumbers).toEqual(kindNumbers);
  const named = { A: "LEFT", B: "RIGHT" } as Record<string, string>;
  expect(sideClasses).toEqual(kindClasses.map((row) => ({ ...row, category: named[row.category] })));
});

test("a designated rater as the reference: no ties, and the number rests on that rater alone", async () => {
  const { studyId, ids } = await judged();
  const report = await loadReport(COMMAND, { studyId, replicates: 0, referenceRater: ids.h3 });
  expect(report.reference).toMatchObject({ rule: "rater", rater: { id: ids.h3, name: "h3" } });
  expect(report.reference.provenance).toMatchObject({ oneRater: 6, ties: 0, none: 1 });
  // h3 against the judge on items 1–4: A B B A and A A B A.
  expect(only(report).accuracy).toMatchObject({ value: 0.75, n: 4 });
  expect(number(only(report).alphaReference)).toBeCloseTo(8 / 15, 12);
});

test("the rounded mean and the medians stay on the scale, although UNSURE stands between its steps", async () => {
  const study = await makeReportStudy(4);
  const corpus = { ...study, roundId: await addRound(study.studyId, "corpus", "corpus") };
  // Pairs 2|4, 1|5, 3|3, 2|3: lower medians 2 1 3 2, upper 4 5 3 3, rounded means 3 3 3 3 (halves up).
  await say(study, await addRater(study.studyId, "a"), "grade", "2 1 3 2");
  await say(study, await addRater(study.studyId, "b"), "grade", "4 5 3 3");
  const references = {
    lower_median: "2 1 3 2",
    upper_median: "4 5 3 3",
    rounded_mean: "3 3 3 3",
  };
  for (const [rule, labels] of Object.entries(references)) {
    await say(corpus, await addRater(study.studyId, rule, "judge"), "grade", labels, { origin: "imported" });
  }
  for (const rule of ["lower_median", "upper_median", "rounded_mean"] as const) {
    const report = await loadReport(COMMAND, {
      studyId: study.studyId,
      question: "grade",
      reference: rule,
      replicates: 0,
    });
    const right = report.judges.filter((entry) => number(entry.report.accuracy) === 1).map((entry) => entry.name);
    expect(right).toEqual([rule]);
    expect(report.judges.every((entry) => entry.report.kappaQuadratic !== null)).toBe(true);
  }
  const majority = await loadReport(COMMAND, { studyId: study.studyId, question: "grade", replicates: 0 });
  expect(majority.reference.provenance).toMatchObject({ ties: 3, twoOrMoreRaters: 1 });
});

test("intervals: every number with a value has both ends about it, from one seed the same twice", async () => {
  const study = await makeReportStudy(60);
  const corpus = { ...study, roundId: await addRound(study.studyId, "corpus", "corpus") };
  const words = (seed: number, wrong: number) =>
    study.itemIds.map((_, i) => ((i * seed) % 10 < wrong === (i % 2 === 0) ? "B" : "A")).join(" ");
  for (const [i, name] of ["a", "b", "c"].entries()) {
    await say(study, await addRater(study.studyId, name), "kind", words(i * 2 + 3, 2));
  }
  await say(corpus, await addRater(study.studyId, "j", "judge"), "kind", words(9, 3), { origin: "imported" });
  const query = { studyId: study.studyId, replicates: 500, seed: "one" };
  const report = await loadReport(COMMAND, query);
  const { accuracy, kappa, alphaReference, alphaPairs, alphaJoined, macroF1 } = only(report);
  const all = [
    ...report.measures.map((entry) => entry.result),
    accuracy,
    kappa,
    alphaReference,
    alphaPairs,
    alphaJoined,
  ];
  for (const result of [...all, macroF1]) {
    expect(result).toMatchObject({ method: "bootstrap over items, BCa" });
    if (!("value" in result)) throw new Error("not defined");
    expect(result.low).toBeLessThan(result.value);
    expect(result.high).toBeGreaterThan(result.value);
  }
  expect(await loadReport(COMMAND, query)).toEqual(report);
  const other = await loadReport(COMMAND, { ...query, seed: "two" });
  expect(other.measures[0]?.result).not.toEqual(report.measures[0]?.result);
});
