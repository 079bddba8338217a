import { expect, test } from "vitest";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND, makePerson } from "@/lib/labels/test-study";
import { loadPatterns } from "./load-patterns";
import { loadReport } from "./load-report";
import { addRater, addRound, makeReportStudy, say } from "./test-labels";
import type { AgreementReport } from "./wire";

const QUICK = { replicates: 0 };
type Study = Awaited<ReturnType<typeof makeReportStudy>>;

async function people(study: Study, question: string, answers: Record<string, string>) {
  const ids: Record<string, string> = {};
  for (const [name, said] of Object.entries(answers)) {
    ids[name] = await addRater(study.studyId, name);
    await say(study, ids[name], question, said);
  }

  return ids;
}

function measure(report: AgreementReport, id: string) {
  const found = report.measures.find((entry) => entry.id === id);
  if (!found) throw new Error(`no measure ${id}`);

  return found.result;
}

function value(report: AgreementReport, id: string): number {
  const result = measure(report, id);
  if (!("value" in result)) throw new Error(`${id} is not defined: ${result.undefined}`);

  return result.value;
}

test("one planted disagreement among ten pairs takes α from 1 to 80/99, κ to .8, percent to .9", async () => {
  const before = await makeReportStudy(10);
  await people(before, "kind", { ann: "A A A A A B B B B B", bob: "A A A A A B B B B B" });
  const whole = await loadReport(COMMAND, { studyId: before.studyId, ...QUICK });
  expect([value(whole, "alpha_nominal"), value(whole, "kappa"), value(whole, "percent")]).toEqual([1, 1, 1]);
  const after = await makeReportStudy(10);
  await people(after, "kind", { ann: "A A A A A B B B B B", bob: "A A A A B B B B B B" });
  const planted = await loadReport(COMMAND, { studyId: after.studyId, ...QUICK });
  // 9 A and 11 B among 20: De = 2·9·11/(20·19), Do = 2/20. κ: pe = .5·.4 + .5·.6.
  expect(value(planted, "alpha_nominal")).toBeCloseTo(80 / 99, 12);
  expect(value(planted, "kappa")).toBeCloseTo(0.8, 12);
  expect(value(planted, "percent")).toBeCloseTo(0.9, 12);
  expect(value(planted, "all_equal")).toBeCloseTo(0.9, 12);
  expect(planted).toMatchObject({ items: 10, labels: 20, pairableItems: 10, subject: { id: "kind" } });
});

// Krippendorff (2011), data C: 12 units, 4 observers, missing values.
const KRIPPENDORFF = {
  r1: "1 2 3 3 2 1 4 1 2 . . .",
  r2: "1 2 3 3 2 2 4 1 2 5 . .",
  r3: ". 3 3 3 2 3 4 2 2 5 1 3",
  r4: "1 2 3 3 2 4 4 1 2 5 1 .",
};

test("an ordinal question: published α, ordinal .815 and interval .849, on Krippendorff's data", async () => {
  const study = await makeReportStudy(12);
  await people(study, "grade", KRIPPENDORFF);
  const report = await loadReport(COMMAND, { studyId: study.studyId, question: "grade", ...QUICK });
  expect(value(report, "alpha_ordinal")).toBeCloseTo(0.815, 3);
  expect(value(report, "alpha_interval")).toBeCloseTo(0.849, 3);
  expect(report.pairableItems).toBe(11);
  expect([report.items, report.labels]).toEqual([12, 41]);
  expect(report.pairs.map((pair) => pair.n).sort((a, b) => a - b)).toEqual([8, 9, 9, 9, 10, 10]);
});

test("more raters than fit into a number give the same patterns by text", async () => {
  const study = await makeReportStudy(12);
  const ids = Object.values(await people(study, "grade", KRIPPENDORFF));
  const scope = {
    studyId: study.studyId,
    question: "grade",
    roundIds: [study.roundId],
    categories: ["1", "2", "3", "4", "5"],
    judgeIds: [],
    abstainSource: null,
    blindOnly: false,
    versions: null,
  };
  const byNumber = await loadPatterns(COMMAND, { ...scope, raterIds: ids });
  const many = [...Array.from({ length: 13 }, () => uuid7()), ...ids, ...Array.from({ length: 13 }, () => uuid7())];
  const byText = await loadPatterns(COMMAND, { ...scope, raterIds: many });
  const sorted = (rows: typeof byText.humans, from: number) =>
    rows.map((row) => `${row.labels.slice(from, from + 4).join()} ${row.items}`).sort();
  expect(sorted(byText.humans, 13)).toEqual(sorted(byNumber.humans, 0));
  expect(byText.humans.every((row) => row.labels.length === 30)).toBe(true);
});

test("30 raters through the report: percent as by hand, and κ of every pair", async () => {
  const study = await makeReportStudy(3);
  // Items: all 30 agree; 29 against 1; 15 against 15.
  for (let i = 0; i < 30; i += 1) {
    const rater = await addRater(study.studyId, `r${i}`);
    await say(study, rater, "kind", `A ${i === 0 ? "B" : "A"} ${i < 15 ? "A" : "B"}`);
  }
  const report = await loadReport(COMMAND, { studyId: study.studyId, ...QUICK });
  const pairs = (30 * 29) / 2;
  const agreeing = (pairs + (29 * 28) / 2 + 2 * ((15 * 14) / 2)) / pairs;
  expect(value(report, "percent")).toBeCloseTo(agreeing / 3, 12);
  expect(report.pairs).toHaveLength(pairs);
  expect(report.distribution.reduce((sum, row) => sum + (row.counts[1] ?? 0), 0)).toBe(16);
});

test("no overlap is undefined with its reason, never 0 or 1; nothing in the report is NaN", async () => {
  const study = await makeReportStudy(2);
  await people(study, "kind", { ann: "A .", bob: ". B" });
  const report = await loadReport(COMMAND, { studyId: study.studyId });
  expect(measure(report, "alpha_nominal")).toEqual({ undefined: "no_pairable", observed: null, n: 0 });
  expect(measure(report, "kappa")).toMatchObject({ undefined: "no_pairable", n: 0 });
  expect(measure(report, "percent")).toMatchObject({ undefined: "no_pairable", n: 0 });
  expect(report).toMatchObject({ items: 2, labels: 2, pairableItems: 0 });
  expect(report.pairs[0]).toMatchObject({ n: 0, kappa: { undefined: "no_pairable" } });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test("one class alone: no variation, with the agreement seen and its n beside it", async () => {
  const study = await makeReportStudy(8);
  await people(study, "kind", { ann: "A A A A A A A A", bob: "A A A A A A A ." });
  const report = await loadReport(COMMAND, { studyId: study.studyId });
  expect(measure(report, "alpha_nominal")).toEqual({ undefined: "no_variation", observed: 1, n: 7 });
  expect(measure(report, "kappa")).toMatchObject({ undefined: "no_variation" });
  expect(measure(report, "percent")).toMatchObject({ value: 1, n: 7 });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test("no labels at all, or one rater: a report that says so", async () => {
  const empty = await makeReportStudy(3);
  const none = await loadReport(COMMAND, { studyId: empty.studyId });
  expect(none).toMatchObject({ items: 0, labels: 0, raters: [], judges: [], pairs: [] });
  expect(measure(none, "kappa")).toMatchObject({ undefined: "one_rater" });
  await people(empty, "kind", { ann: "A B A" });
  const one = await loadReport(COMMAND, { studyId: empty.studyId });
  expect(measure(one, "alpha_nominal")).toMatchObject({ undefined: "no_pairable" });
  expect(one.reference.provenance).toMatchObject({ oneRater: 3, twoOrMoreRaters: 0 });
});

test("b and c share 5 of 15 items: 5 is the denominator of everything about them", async () => {
  const study = await makeReportStudy(15);
  await people(study, "kind", { b: "A A B B A A B A B A . . . . .", c: ". . . . . A B A A B A B A B A" });
  const report = await loadReport(COMMAND, { studyId: study.studyId });
  // Shared: b A B A B A, c A B A A B: po 3/5; b 3 A, c 3 A: pe .36 + .16 = .52.
  expect(report.pairs[0]).toMatchObject({ n: 5, kappa: { n: 5 } });
  expect(value(report, "kappa")).toBeCloseTo((0.6 - 0.52) / 0.48, 12);
  expect(measure(report, "percent")).toMatchObject({ value: 0.6, n: 5 });
  expect(report.pairableItems).toBe(5);
});

test("two rounds: each item in each round is a unit; one round alone by its id; practice never counts", async () => {
  const study = await makeReportStudy(4);
  const second = { ...study, roundId: await addRound(study.studyId, "second") };
  const practice = { ...study, roundId: await addRound(study.studyId, "warm-up", "practice") };
  const { ann = "", bob = "" } = await people(study, "kind", { ann: "A A B B", bob: "A A B B" });
  await say(second, ann, "kind", "A B . .");
  await say(second, bob, "kind", "B A . .");
  await say(practice, ann, "kind", "A A A A");
  await say(practice, bob, "kind", "B B B B");
  const both = await loadReport(COMMAND, { studyId: study.studyId, ...QUICK });
  expect([both.items, value(both, "percent")]).toEqual([6, 4 / 6]);
  expect(both.rounds.map((round) => round.name).sort()).toEqual(["main", "second"]);
  const one = await loadReport(COMMAND, { studyId: study.studyId, roundId: second.roundId, ...QUICK });
  // The two raters swap two labels: α = −.5, the small-sample term, κ = −1.
  expect([value(one, "alpha_nominal"), value(one, "kappa"), one.items]).toEqual([-0.5, -1, 2]);
  await expect(loadReport(COMMAND, { studyId: study.studyId, roundId: uuid7() })).rejects.toMatchObject({
    status: 404,
  });
});

test("imported labels go with blindOnly, with their raters; one codebook version alone; late extras never count", async () => {
  const study = await makeReportStudy(4);
  const [ann, bob, imported, late] = [
    await addRater(study.studyId, "ann"),
    await addRater(study.studyId, "bob"),
    await addRater(study.studyId, "imported"),
    await addRater(study.studyId, "late"),
  ];
  await say(study, ann, "kind", "A A B B");
  await say(study, bob, "kind", "A B B .");
  await say({ ...study, itemIds: study.itemIds.slice(3) }, bob, "kind", "A", { codebookVersion: 2 });
  await say(study, imported, "kind", "B B A A", { origin: "imported" });
  await say(study, late, "kind", "B B B B", { extra: true });
  const all = await loadReport(COMMAND, { studyId: study.studyId, ...QUICK });
  expect(all).toMatchObject({ items: 4, labels: 12, codebookVersions: [1, 2] });
  expect(all.raters).toHaveLength(3);
  expect(all.flow).toMatchObject({ answered: 4, imported: 4, extraLabels: 4 });
  const blind = await loadReport(COMMAND, { studyId: study.studyId, blindOnly: true, ...QUICK });
  expect([blind.labels, blind.raters.length, value(blind, "percent")]).toEqual([8, 2, 0.5]);
  const first = await loadReport(COMMAND, { studyId: study.studyId, blindOnly: true, codebookVersion: 1, ...QUICK });
  expect([first.labels, first.pairableItems, value(first, "percent")]).toEqual([7, 3, 2 / 3]);
});

test("raters see no report, strangers no study; unknown questions are 404, unknown parameters refused", async () => {
  const study = await makeReportStudy(1);
  const { studyId } = study;
  for (const role of ["researcher", "adjudicator", "auditor"] as const) {
    expect(await loadReport((await makePerson(studyId, role)).ctx, { studyId, ...QUICK })).toMatchObject({ items: 0 });
  }
  const rater = await makePerson(studyId, "rater");
  await expect(loadReport(rater.ctx, { studyId })).rejects.toMatchObject({ status: 403 });
  const stranger = await makePerson((await makeReportStudy(0)).studyId, "researcher");
  await expect(loadReport(stranger.ctx, { studyId })).rejects.toMatchObject({ status: 404 });
  await expect(loadReport(COMMAND, { studyId, question: "nothing" })).rejects.toMatchObject({ status: 404 });
  await expect(loadReport(COMMAND, { studyId, referenceRater: uuid7() })).rejects.toMatchObject({ status: 404 });
  await expect(loadReport(COMMAND, { studyId, more: 1 } as { studyId: string })).rejects.toThrow(/more/);
});
