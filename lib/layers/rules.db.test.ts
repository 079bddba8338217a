import { expect, test } from "vitest";
import { dawidSkene } from "@/lib/agreement/dawid-skene";
import { patternTable } from "@/lib/agreement/pattern-table";
import { say } from "@/lib/agreement-reports/test-labels";
import { command } from "@/lib/imports/test-study";
import { resolveLayerSpec } from "./resolve-layer-spec";
import { FIVE, fiveItems, makeLabelled, rowsOf, short } from "./test-rows";
import type { LayerSpecInput } from "./wire";

test("each rule over the same five items, worked by hand", async () => {
  const { studyId, people, judges } = await fiveItems();
  const [j, k] = judges;
  const rows = async (rule: LayerSpecInput["rule"]) => short(await rowsOf(studyId, { question: "kind", rule }));
  expect(await rows({ kind: "majority" })).toEqual([
    "i1 A majority",
    "i2 null tie",
    "i3 A majority",
    "i4 B majority",
    "i5 null none",
  ]);
  expect(await rows({ kind: "majority", least: 3 })).toEqual([
    "i1 A majority",
    "i2 null too_few",
    "i3 A majority",
    "i4 null too_few",
    "i5 null none",
  ]);
  expect(await rows({ kind: "unanimous", least: 2 })).toEqual([
    "i1 A unanimous",
    "i2 null disagree",
    "i3 null disagree",
    "i4 B unanimous",
    "i5 null none",
  ]);
  expect(await rows({ kind: "rater", raterId: people[2] })).toEqual([
    "i1 A rater",
    "i2 null none",
    "i3 B rater",
    "i4 null none",
    "i5 null none",
  ]);
  expect(await rows({ kind: "judge_corrected", judgeId: j })).toEqual([
    "i1 A majority",
    "i2 A judge",
    "i3 A majority",
    "i4 B majority",
    "i5 A judge",
  ]);
  expect(await rows({ kind: "silver", judgeIds: [j, k], accept: ["A"] })).toEqual([
    "i1 null rejected",
    "i2 A silver",
    "i3 null rejected",
    "i4 null rejected",
    "i5 null too_few",
  ]);
  // RATIO's two ways over two judges: hard asks both, soft one of them.
  const virtual = (how: "both" | "any") =>
    rows({ kind: "virtual_judge", judgeIds: [j, k], accept: ["A"], combine: { how } });
  expect(await virtual("both")).toEqual([
    "i1 B virtual_judge",
    "i2 A virtual_judge",
    "i3 B virtual_judge",
    "i4 B virtual_judge",
    "i5 null too_few",
  ]);
  expect(await virtual("any")).toEqual([
    "i1 A virtual_judge",
    "i2 A virtual_judge",
    "i3 A virtual_judge",
    "i4 null too_few",
    "i5 A virtual_judge",
  ]);
  expect(await rows({ kind: "hard", accept: ["A"] })).toEqual([
    "i1 A hard",
    "i2 B hard",
    "i3 B hard",
    "i4 B hard",
    "i5 null none",
  ]);
  expect(await rows({ kind: "soft", accept: ["A"] })).toEqual([
    "i1 A soft",
    "i2 A soft",
    "i3 A soft",
    "i4 B soft",
    "i5 null none",
  ]);
});

test("a row says which labels, of whom, from where, and what each counts as", async () => {
  const { studyId, judges } = await fiveItems();
  const rule = { kind: "judge_corrected" as const, judgeId: judges[0] };
  const [first, , , fourth, fifth] = await rowsOf(studyId, { question: "kind", rule });
  expect(first?.confidence).toBe(1);
  expect(fifth).toMatchObject({ label: "A", confidence: 0.75 });
  expect(
    fourth?.labels.map(({ rater, value, counts, round, origin }) => [rater.slice(0, 2), value, counts, round, origin]),
  ).toEqual([
    ["a-", "B", "B", "main", "studio"],
    ["b-", "B", "B", "main", "studio"],
    ["j-", "UNSURE", null, "corpus", "studio"],
  ]);
  expect(JSON.stringify(first)).not.toContain(judges[0]);
});

test("Dawid and Skene: the same posteriors as the model gives for the patterns written down by hand", async () => {
  const items = Array.from({ length: 9 }, (_, i) => ({ key: `d${i}` }));
  const study = await makeLabelled(items);
  const [a, b, c] = study.people;
  // A B A|B patterns: AAA three times, BBB twice, AAB twice, BBA once, A.. once.
  await say(study, a, "kind", "A A A B B A A B A");
  await say(study, b, "kind", "A A A B B A A B .");
  await say(study, c, "kind", "A A A B B B B A .");
  const table = patternTable({
    categories: ["A", "B"],
    raters: ["a", "b", "c"],
    rows: [
      { labels: [0, 0, 0], items: 3 },
      { labels: [1, 1, 1], items: 2 },
      { labels: [0, 0, 1], items: 2 },
      { labels: [1, 1, 0], items: 1 },
      { labels: [0, null, null], items: 1 },
    ],
  });
  const { posteriors } = dawidSkene(table, { smoothing: 0.1 });
  const rule = { kind: "dawid_skene" as const, posterior: 0.5 };
  const rows = await rowsOf(study.studyId, { question: "kind", rule });
  const patterns = [0, 0, 0, 1, 1, 2, 2, 3, 4];
  for (const [i, row] of rows.entries()) {
    const [ofA = 0, ofB = 0] = posteriors.subarray((patterns[i] ?? 0) * 2, (patterns[i] ?? 0) * 2 + 2);
    expect(row.label).toBe(ofA > ofB ? "A" : "B");
    expect(row.confidence).toBeCloseTo(Math.max(ofA, ofB), 9);
  }
  const lone = rows[8]?.confidence ?? 0;
  const strict = await rowsOf(study.studyId, {
    question: "kind",
    rule: { ...rule, posterior: Math.min(1, lone + 1e-6) },
  });
  expect(strict[8]).toMatchObject({ label: null, decided: "below", confidence: lone });
  expect(await rowsOf(study.studyId, { question: "kind", rule })).toEqual(rows);
});

test("ordinal ties and medians; a question without an order has neither", async () => {
  const study = await makeLabelled(FIVE.slice(0, 3));
  const [a, b, c] = study.people;
  await say(study, a, "grade", "1 2 5");
  await say(study, b, "grade", "4 2 1");
  await say(study, c, "grade", ". 5 .");
  const rows = async (rule: LayerSpecInput["rule"]) =>
    (await rowsOf(study.studyId, { question: "grade", rule })).map((row) => row.label);
  expect(await rows({ kind: "majority", tie: "lowest" })).toEqual(["1", "2", "1"]);
  expect(await rows({ kind: "majority", tie: "highest" })).toEqual(["4", "2", "5"]);
  expect(await rows({ kind: "median", which: "upper" })).toEqual(["4", "2", "5"]);
  const nominal = resolveLayerSpec(command, study.studyId, { question: "kind", rule: { kind: "median" } });
  await expect(nominal).rejects.toMatchObject({ status: 400, message: expect.stringContaining("has no order") });
});

test("edges: contexts of one pair together, k >= 1 and k >= 2, over any rule, in key order", async () => {
  const study = await makeLabelled([
    { key: "x1", group: "10", target: "20" },
    { key: "x2", group: "10", target: "20" },
    { key: "x3", group: "10", target: "3" },
    { key: "x4", group: "9", target: "1" },
    { key: "x5", group: "9", target: "1" },
    { key: "x6", group: "10", target: "20" },
    { key: "x7" },
  ]);
  const [a] = study.people;
  await say(study, a, "side", "LEFT LEFT RIGHT LEFT . . LEFT");
  await say(study.corpus, study.judges[0], "side", ". . . . . LEFT .", { probability: 0.875 });
  await say(study.corpus, study.judges[0], "kind", "A . . . . . .", { probability: 0.25 });
  const edges = async (least: number, over?: object) => {
    const rule = { kind: "edge", least, probabilityJudgeId: study.judges[0], ...(over && { over }) };
    const rows = await rowsOf(study.studyId, { question: "side", rule } as LayerSpecInput);

    return rows.map(({ key, label, edge }) => [
      key,
      label,
      edge?.contexts,
      edge?.labelled,
      edge?.positive,
      edge?.maxProbability,
    ]);
  };
  expect(await edges(1)).toEqual([
    ["10 20", "LEFT", 3, 2, 2, 0.875],
    ["10 3", "RIGHT", 1, 1, 0, null],
    ["9 1", "LEFT", 2, 1, 1, null],
  ]);
  expect(await edges(2)).toEqual([
    ["10 20", "LEFT", 3, 2, 2, 0.875],
    ["10 3", "RIGHT", 1, 1, 0, null],
    ["9 1", "RIGHT", 2, 1, 1, null],
  ]);
  expect((await edges(2, { kind: "judge_corrected", judgeId: study.judges[0] }))[0]?.slice(1, 5)).toEqual([
    "LEFT",
    3,
    3,
    3,
  ]);
  const [edge] = await rowsOf(study.studyId, { question: "side", rule: { kind: "edge" } });
  expect(edge?.labels.map((label) => label.item)).toEqual(["x1", "x2"]);
});
