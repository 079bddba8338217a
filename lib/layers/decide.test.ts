import { expect, test } from "vitest";
import { decideItem, type ItemSubject, type Said, type Settled } from "./decide";
import type { ItemRule } from "./wire";

const OPTIONS = ["A", "B", "C"];
const setting = { options: OPTIONS, posteriors: new Map() };
const majority = (more: object = {}) =>
  ({ kind: "majority", tie: "no_label", least: 1, ...more }) as Extract<ItemRule, { kind: "majority" }>;

/** "AB?" : r0 says A, r1 B, r2 something that counts as none; j: a judge of that name. */
function subject(people: string, judges: Record<string, string> = {}, settled: Settled[] = []): ItemSubject {
  const said = (raterId: string, kind: Said["kind"], value: string, probability: number | null): Said => ({
    raterId,
    kind,
    question: "q",
    value: value === "?" ? null : value,
    round: "main",
    probability,
  });

  return {
    labels: [
      ...[...people].flatMap((value, i) => (value === "." ? [] : [said(`r${i}`, "human", value, null)])),
      ...Object.entries(judges).map(([id, value]) => said(id, "judge", value, 0.75)),
    ],
    settled,
  };
}

const short = (rule: ItemRule, given: ItemSubject) => {
  const { label, decided, confidence } = decideItem(rule, given, setting);

  return [label, decided, confidence];
};

test.each([
  ["AAB", {}, "A", "majority", 2 / 3],
  ["A", {}, "A", "majority", 1],
  ["AABBC", {}, null, "tie", 2 / 5],
  ["ABC", {}, null, "tie", 1 / 3],
  ["AABBCCC", {}, "C", "majority", 3 / 7],
  ["", {}, null, "none", null],
  ["?", {}, null, "none", null],
  ["A?", {}, "A", "majority", 1],
  ["AA", { least: 3 }, null, "too_few", null],
  ["AC", { tie: "lowest" }, "A", "tie_broken", 1 / 2],
  ["CA", { tie: "highest" }, "C", "tie_broken", 1 / 2],
  // Two each of A and C, one B: the median of A A B C C is B, though B is not among the first.
  ["AACCB", { tie: "lower_median" }, "B", "tie_broken", 1 / 5],
  ["AC", { tie: "lower_median" }, "A", "tie_broken", 1 / 2],
  ["AC", { tie: "upper_median" }, "C", "tie_broken", 1 / 2],
])("majority: %s %o gives %s by %s", (said, more, label, decided, confidence) => {
  expect(short(majority(more), subject(said))).toEqual([label, decided, confidence]);
});

test.each([
  ["ABC", "lower", "B", 1 / 3],
  ["ABCC", "lower", "B", 1 / 4],
  ["ABCC", "upper", "C", 1 / 2],
])("median: %s %s is %s", (said, which, label, confidence) => {
  const rule = { kind: "median", which, least: 1 } as ItemRule;
  expect(short(rule, subject(said))).toEqual([label, "median", confidence]);
});

test("unanimous: all of at least so many; who differs is told apart from who is missing", () => {
  const rule: ItemRule = { kind: "unanimous", least: 2 };
  expect(short(rule, subject("BB"))).toEqual(["B", "unanimous", 1]);
  expect(short(rule, subject("BBA"))).toEqual([null, "disagree", 2 / 3]);
  expect(short(rule, subject("B"))).toEqual([null, "too_few", null]);
  expect(short(rule, subject(""))).toEqual([null, "none", null]);
});

test("hard and soft: three-valued, so that a missing answer settles nothing that it could turn", () => {
  const hard: ItemRule = { kind: "hard", accept: ["A"], reject: "B", raterIds: ["r0", "r1"] };
  const soft: ItemRule = { ...hard, kind: "soft" };
  const rows = ["AA", "AB", "BB", "A.", "B.", ".."].map((said) => [
    said,
    decideItem(hard, subject(said), setting).label,
    decideItem(soft, subject(said), setting).label,
  ]);
  expect(rows).toEqual([
    ["AA", "A", "A"],
    ["AB", "B", "A"],
    ["BB", "B", "B"],
    ["A.", null, "A"],
    ["B.", "B", null],
    ["..", null, null],
  ]);
  expect(decideItem(hard, subject("A."), setting).decided).toBe("too_few");
  expect(decideItem({ ...hard, raterIds: undefined }, subject("A."), setting).label).toBe("A");
});

test("silver: what all judges accept, and no label where one does not", () => {
  const rule: ItemRule = { kind: "silver", judgeIds: ["j", "k"], accept: ["A", "B"] };
  expect(short(rule, subject("C", { j: "A", k: "A" }))).toEqual(["A", "silver", 1]);
  expect(short(rule, subject("", { j: "B", k: "A" }))).toEqual(["A", "silver", 1]);
  expect(short(rule, subject("", { j: "B", k: "B" }))).toEqual(["B", "silver", 1]);
  expect(short(rule, subject("", { j: "A", k: "C" }))).toEqual([null, "rejected", 1 / 2]);
  expect(short(rule, subject("", { j: "A" }))).toEqual([null, "too_few", 1]);
});

test("a virtual judge of weights 3, 2, 1: accepted from the threshold's share of the weight on", () => {
  const rule: ItemRule = {
    kind: "virtual_judge",
    judgeIds: ["j", "k", "l"],
    accept: ["A"],
    reject: "B",
    combine: { how: "weighted", weights: [3, 2, 1], threshold: 0.5 },
  };
  // 3 of 6 is half; 2 + 1 as well; 2 alone is a third, and l could still make it a half.
  expect(short(rule, subject("", { j: "A", k: "B", l: "B" }))).toEqual(["A", "virtual_judge", 1 / 2]);
  expect(short(rule, subject("", { j: "B", k: "A", l: "A" }))).toEqual(["A", "virtual_judge", 1 / 2]);
  expect(short(rule, subject("", { j: "B", k: "A", l: "B" }))).toEqual(["B", "virtual_judge", 1 / 3]);
  expect(short(rule, subject("", { j: "B", k: "A" }))).toEqual([null, "too_few", 2 / 5]);
  expect(short(rule, subject("", { j: "B", l: "A", k: "B" }))).toEqual(["B", "virtual_judge", 1 / 6]);
});

test("one judge; a judge corrected by people says whose label it is", () => {
  const judge: ItemRule = { kind: "judge", judgeId: "j" };
  expect(short(judge, subject("AA", { j: "B" }))).toEqual(["B", "judge", 0.75]);
  expect(short(judge, subject("AA", { j: "?" }))).toEqual([null, "none", null]);
  const rule: ItemRule = { kind: "judge_corrected", judgeId: "j", people: majority() };
  expect(short(rule, subject("AAC", { j: "B" }))).toEqual(["A", "majority", 2 / 3]);
  expect(short(rule, subject("AC", { j: "B" }))).toEqual(["B", "judge", 0.75]);
  expect(short(rule, subject("", { j: "B" }))).toEqual(["B", "judge", 0.75]);
});

test("what is settled goes before the vote; what adjudicators left open is not voted on", () => {
  const settled = (value: string | null): Settled[] => [
    {
      question: "q",
      value,
      by: value ? "unanimous" : "unsettled",
      adjudicators: 2,
      reason: "rater_slip",
      codebookVersion: 1,
    },
  ];
  const first: ItemRule = { kind: "adjudicated_first", otherwise: majority() };
  expect(decideItem(first, subject("AAA", {}, settled("B")), setting)).toEqual({
    label: "B",
    decided: "adjudicated",
    confidence: null,
    adjudication: { by: "unanimous", adjudicators: 2, reason: "rater_slip" },
  });
  expect(short(first, subject("AAA", {}, settled(null)))).toEqual([null, "unsettled", null]);
  expect(short(first, subject("AAB"))).toEqual(["A", "majority", 2 / 3]);
  expect(short({ kind: "adjudicated_only" }, subject("AAA"))).toEqual([null, "none", null]);
});

test("Dawid and Skene: the likeliest option from the bound on; equal posteriors are a tie", () => {
  const key = JSON.stringify([
    ["r0", "main", 0],
    ["r1", "main", 1],
  ]);
  const decide = (posteriors: number[], posterior: number) => {
    const model = { options: OPTIONS, posteriors: new Map([[key, Float64Array.from(posteriors)]]) };
    const rule: ItemRule = { kind: "dawid_skene", posterior, smoothing: 0.1, judgeIds: [] };
    const { label, decided, confidence } = decideItem(rule, subject("AB", { j: "C" }), model);

    return [label, decided, confidence];
  };
  expect(decide([0.75, 0.25, 0], 0.75)).toEqual(["A", "dawid_skene", 0.75]);
  expect(decide([0.75, 0.25, 0], 0.8)).toEqual([null, "below", 0.75]);
  expect(decide([0.5, 0.5, 0], 0.1)).toEqual([null, "tie", 0.5]);
});
