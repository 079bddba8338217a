import { expect, test } from "vitest";
import { checkClaims } from "./check-claims";
import { readClaims, readPrinted } from "./claims";
import { roundDecimal } from "./round-decimal";
import { makeRelease, sourceOf } from "./test-release";

const { files } = await makeRelease();
const noRun = async () => ({ scores: new Map() });

/** Printed numbers by hand from the table in Krippendorff (2011) and from the fixture's lists. */
const HOLD = `
claims:
  - { name: units, sentence: 14 items., printed: "14", query: { kind: count, file: items.jsonl } }
  - { name: labels, sentence: 41 grades by people., printed: "41", query: { kind: count, file: labels.jsonl, where: { question: grade, kind: human } } }
  - { name: parquet, sentence: The same from Parquet., printed: "41", query: { kind: count, file: labels.parquet, where: { question: grade, kind: human } } }
  - { name: alpha, sentence: "α = .743", printed: ".743", query: { kind: agreement, id: grade/alpha_nominal } }
  - { name: alpha n, sentence: 11 units., printed: "11", query: { kind: agreement, id: grade/alpha_nominal, part: n } }
  - { name: raters, sentence: Four raters., printed: "4", query: { kind: distinct, file: labels.jsonl, column: rater, where: { kind: human } } }
  - { name: share, sentence: A quarter is threes., printed: "25.0 %", query: { kind: share, file: layers/grade-judge.jsonl, where: { label: "3" }, among: { label: ["1", "2", "3", "4", "5"] } } }
  - { name: within, sentence: Edges of two contexts., printed: "1", query: { kind: count, file: layers/match-edges.jsonl, where: { n_items: { at_least: 2 } } } }
  - { name: none, sentence: One tie and two without labels., printed: "3", query: { kind: count, file: layers/grade-majority.jsonl, where: { label: null } } }
  - { name: whose, sentence: Rows that rest on r-b., printed: "11", query: { kind: count, file: layers/grade-majority.jsonl, where: { raters: r-b } } }
  - { name: mean, sentence: Mean mentions., printed: "2.00", query: { kind: mean, file: tables/rhetoric_labels_paper_level.jsonl, column: n_mentions } }
  - { name: median, sentence: Median mentions., printed: "2", query: { kind: median, file: tables/rhetoric_labels_paper_level.jsonl, column: n_mentions } }
  - { name: grade, sentence: Judged fives., printed: "1", query: { kind: count, file: qrels/judge-r-judge.qrels, where: { grade: 5 } } }
  - { name: pool, sentence: A pool of 13., printed: "13", query: { kind: manifest, path: pool.size } }
`;

function claimsIn(text: string) {
  const read = readClaims(text);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));

  return read.claims;
}

test("claims that hold, each computed from the release’s files", async () => {
  const results = await checkClaims({ release: sourceOf(files), run: noRun }, claimsIn(HOLD));
  expect(results.filter((result) => !result.holds)).toEqual([]);
  expect(results).toHaveLength(14);
});

test.each([
  ["a count that is off", `printed: "15", query: { kind: count, file: items.jsonl }`, "14"],
  [
    "a coefficient rounded the wrong way",
    `printed: ".744", query: { kind: agreement, id: grade/alpha_nominal }`,
    "0.743",
  ],
  ["a column that is not there", `printed: "1", query: { kind: distinct, file: items.jsonl, column: colour }`, null],
  ["a file that is not there", `printed: "1", query: { kind: count, file: other.jsonl }`, null],
  ["a share of nothing", `printed: "0", query: { kind: share, file: items.jsonl, among: { stratum: none } }`, null],
  ["a mean of texts", `printed: "0", query: { kind: mean, file: items.jsonl, column: item }`, null],
])("%s fails by its name", async (_, query, computed) => {
  const claims = claimsIn(`claims: [{ name: wrong, sentence: x, ${query} }]`);
  const [result] = await checkClaims({ release: sourceOf(files), run: noRun }, claims);
  expect(result).toMatchObject({ name: "wrong", holds: false, computed });
  expect(result?.problem === undefined).toBe(computed !== null);
});

test("a run beside the claims is scored under the release’s qrels", async () => {
  // u10 has grade 5; every document has a grade of 1 or more, so the reciprocal rank is that of the first one.
  const scores = new Map([
    [
      "9007199254740993",
      new Map([
        ["other", 3],
        ["1009", 2],
        ["1000", 1],
      ]),
    ],
  ]);
  const text = `claims: [{ name: mrr, sentence: x, printed: ".50", query: { kind: score, qrels: qrels/grade-settled.qrels, run: a.run, metric: recip_rank } }]`;
  const [result] = await checkClaims({ release: sourceOf(files), run: async () => ({ scores }) }, claimsIn(text));
  expect(result).toMatchObject({ holds: true, value: 0.5 });
});

test("faults of the file come with line and column", () => {
  const read = readClaims(
    `claims:\n  - name: a\n    sentence: x\n    printed: about 5\n    query: { kind: count, file: a.jsonl }\n`,
  );
  expect(read).toMatchObject({ ok: false, faults: [{ line: 4, column: 5 }] });
  expect(readClaims("claims: []")).toMatchObject({ ok: false });
  expect(
    readClaims("claims: [{ name: a, sentence: x, printed: '1', query: { kind: count, file: ../a } }]"),
  ).toMatchObject({ ok: false });
});

test.each([
  ["1,202", 1202, 0, false],
  ["3\u202f017\u202f476", 3_017_476, 0, false],
  [".461", 0.461, 3, false],
  ["\u2212.05", -0.05, 2, false],
  ["69.0 %", 69, 1, true],
  ["84.1%", 84.1, 1, true],
])("%s is a printed number", (text, value, digits, percent) => {
  expect(readPrinted(text)).toEqual({ value, digits, percent });
});

test.each(["", ".", "1,20", "12 of 13", "1e3", "%"])("%j is none", (text) => expect(readPrinted(text)).toBeUndefined());

test.each([
  [0.43749999999999994, 3, "half_up", "0.438"],
  [0.4375, 3, "half_even", "0.438"],
  [0.4385, 3, "half_even", "0.438"],
  [0.4385, 3, "half_up", "0.439"],
  [0.4389, 3, "down", "0.438"],
  [-0.0004, 3, "half_up", "0.000"],
  [-1.5, 0, "half_up", "-2"],
  [999.96, 1, "half_up", "1000.0"],
  [1234567, 0, "half_up", "1234567"],
  [0.00004, 3, "half_up", "0.000"],
] as const)("%d to %d digits %s is %s", (value, digits, rounding, text) => {
  expect(roundDecimal(value, digits, rounding)).toBe(text);
});
