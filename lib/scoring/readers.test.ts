import { describe, expect, it } from "vitest";
import { QrelsRecords, RunRecords } from "./collect-records";
import { readJsonRun } from "./read-json-run";
import { QrelsReader } from "./read-qrels";
import { TrecRunReader } from "./read-trec-run";

const qrels = (text: string) => new QrelsReader().pushAll(text).finish();
const run = (text: string) => new TrecRunReader().pushAll(text).finish();
const plain = (value: ReadonlyMap<string, ReadonlyMap<string, number>>) =>
  Object.fromEntries([...value].map(([query, documents]) => [query, Object.fromEntries(documents)]));

describe("judgements", () => {
  it("TREC and BEIR, line ends and marks of other systems", () => {
    expect(plain(qrels("01 0 10.1/a 1\r\n1 0 b -1").value)).toEqual({ "01": { "10.1/a": 1 }, "1": { b: -1 } });
    const beir = qrels("\uFEFFquery-id\tcorpus-id\tscore\nq 1\td 1\t2\n\n");
    expect(plain(beir.value)).toEqual({ "q 1": { "d 1": 2 } });
    expect(beir.warnings.join("\n")).toMatch(/byte order mark.*line 3.*BEIR/s);
    expect(beir.faults).toEqual([]);
  });

  it.each([
    ["q1 0 d1 0.7", 1, /not an integer/],
    ["q1 0 d1 1\nq1 0 d1 1", 2, /lines 1 and 2/],
    ["q1 0 d1 1\nq1 0 d2", 2, /3 fields/],
    ["q1 0 d1 1 x", 1, /5 fields/],
    ["q1 0 d1 yes", 1, /not an integer/],
    ["query-id\tcorpus-id\tscore\nq1\td1", 2, /2 fields/],
    ["q1 0 d1 99999999999", 1, /beyond/],
    ["", 1, /no judgements/],
  ])("refuses %j", (text, line, reason) => {
    const { faults } = qrels(text);
    expect(faults[0]?.line).toBe(line);
    expect(faults[0]?.reason).toMatch(reason);
  });

  it("records: MUSES' targets without grades, ids beyond 2^53 as bigints only", () => {
    const targets = new QrelsRecords();
    targets.add({ focal_corpusid: 9007199254740993n, target_corpusid: 1n, is_influential: true }, 1);
    expect(plain(targets.finish().value)).toEqual({ "9007199254740993": { "1": 1 } });
    const lossy = new QrelsRecords();
    lossy.add({ "query-id": 2 ** 53, "corpus-id": "d", score: 1 }, 4);
    expect(lossy.finish().faults[0]).toMatchObject({ line: 4, reason: expect.stringContaining("no id of a query") });
  });
});

describe("runs", () => {
  it("TREC: the score counts, ids are as they stand, a tag may have blanks", () => {
    const { value, warnings } = run("q1\tQ0  d1 1 1e-3 my tag \n q1 Q0 d2 2 -.5 t\n");
    expect(plain(value.scores)).toEqual({ q1: { d1: 0.001, d2: -0.5 } });
    expect(warnings).toEqual([]);
  });

  it.each([
    ["q1 Q0 d1 1 3.0", 1, /5 fields/],
    ["q1 Q0 d1 1 nan t", 1, /not finite/],
    ["q1 Q0 d1 1 -Infinity t", 1, /not finite/],
    ["q1 Q0 d1 1 1e999 t", 1, /not finite/],
    ["q1 Q0 d1 1 0x10 t", 1, /not a number/],
    ["q1 Q0 d1 1 1,5 t", 1, /not a number/],
    ["q1 Q0 d1 1 3 t\n\nq1 Q0 d1 2 2 t", 3, /lines 1 and 3/],
    ["q1 Q0 d1 1 3 t\rq1 Q0 d2 2 2 t", 1, /Lines end in/],
    ["\n\n", 1, /empty/],
  ])("refuses %j", (text, line, reason) => {
    const { faults } = run(text);
    expect(faults[0]?.line).toBe(line);
    expect(faults[0]?.reason).toMatch(reason);
  });

  it("counts all faults and keeps the first hundred", () => {
    const { faults, totalFaults } = run("q1 Q0\n".repeat(250));
    expect([faults.length, totalFaults]).toEqual([100, 250]);
  });

  it("warns where ranks and scores differ", () => {
    expect(run("q Q0 a 1 1 t\nq Q0 b 2 3 t\nq Q0 c 3 2 t").warnings).toEqual([
      "In 1 of 1 query the rank column contradicts the scores; the scores count.",
    ]);
    expect(run("q Q0 a 1 .1 t\nq Q0 b 2 7 t").warnings.join("\n")).toMatch(/look like distances/);
    expect(run("q Q0 a 1 1 t\nq Q0 b 2 1 t").warnings.join("\n")).toMatch(/equal scores/);
  });

  it("BEIR's JSON, with the line of what is wrong", () => {
    expect(plain(readJsonRun('\uFEFF{"q\\u0031": {"d\\"1": 0.5,\n"d2": -1e2}, "q2": {}}').value.scores)).toEqual({
      q1: { 'd"1': 0.5, d2: -100 },
    });
    expect(readJsonRun('{"q": {"d": 1,\n"d": 2}}').faults[0]).toMatchObject({ line: 2 });
    expect(readJsonRun('{"q": {"d": 1},\n\n"q": {"e": 2}}').faults[0]).toMatchObject({ line: 3 });
    expect(readJsonRun('{"q": {"d":\nNaN}}').faults[0]).toMatchObject({ line: 2 });
    expect(readJsonRun('{"q": {"d": "1"}}').faults[0]).toMatchObject({ line: 1 });
    for (const text of [
      "{}",
      "",
      "[1]",
      '{"q": 1}',
      '{"q": {"d": 1}',
      '{"q": {"d": 1}} x',
      '{"q": {"d": 1',
      '{"q',
      "{q: 1}",
    ]) {
      expect(readJsonRun(text).totalFaults, text).toBe(1);
    }
  });

  it("records with scores, or with ranks from 0 or 1", () => {
    const ranks = (...all: number[]) => {
      const records = new RunRecords();
      for (const [at, rank] of all.entries()) records.add({ qid: "q", docid: `d${at}`, rank }, at + 1);
      return records.finish();
    };
    expect(ranks(0, 1).value.firstRank).toBe(0);
    expect(ranks(1, 2).value.firstRank).toBe(1);
    expect(ranks(0, 12).warnings.join("\n")).toMatch(/gaps in 1 of 1/);
    expect(ranks(3, 3).faults[0]?.reason).toMatch(/two documents at rank 3/);
    expect(ranks(-1).faults[0]?.reason).toMatch(/not an integer from 0/);
    const mixed = new RunRecords();
    mixed.add({ qid: "q", docid: "a", score: 1 }, 1);
    mixed.add({ qid: "q", docid: "b", rank: 1 }, 2);
    mixed.add({ qid: "q", docid: "c", score: Number.NaN }, 3);
    mixed.add({ qid: "q", docid: "a", score: 2 }, 4);
    expect(mixed.finish().faults.map(({ line }) => line)).toEqual([2, 3, 4]);
  });
});
