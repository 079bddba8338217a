import { expect, it } from "vitest";
import type { Run } from "@/lib/scoring/data";
import { metricNamed } from "@/lib/scoring/metric-named";
import { computeLeaderboard } from "./compute-leaderboard";

const metric = metricNamed("recip_rank");
if (!metric) throw new Error("recip_rank");

const run = (rows: Record<string, string[]>): Run => ({
  scores: new Map(
    Object.entries(rows).map(([query, ids]) => [query, new Map(ids.map((id, at) => [id, ids.length - at]))]),
  ),
});
const qrels = (rows: Record<string, Record<string, number>>) =>
  new Map(Object.entries(rows).map(([query, documents]) => [query, new Map(Object.entries(documents))]));

const good = run({ q1: ["d1", "d2"], q2: ["d1"] });
const poor = run({ q1: ["d2", "d1"], q2: ["x", "d1"], q3: ["d1"] });
const runs = [
  { name: "good", load: async () => good },
  { name: "poor", load: async () => poor },
];
const settings = {
  relevance_level: 1,
  least: 1,
  bootstrap: 500,
  draws: 400,
  rule: "panel" as const,
  seed: "s",
  level: 0.95,
};
const wide = { name: "wide", kind: "file" as const, qrels: qrels({ q1: { d1: 1, d2: 0 }, q2: { d1: 1 } }) };
const other = { name: "other", kind: "file" as const, qrels: qrels({ q1: { d2: 1 }, q3: { d1: 1 } }) };

// By hand: wide: good (1 + 1)/2, poor (½ + ½)/2; other: good (½ + 0)/2, poor (1 + 1)/2. Both judge q1 alone: good 1 : ½, poor ½ : 1.
it("values over each layer's own queries, τ over those that both judge", async () => {
  const board = await computeLeaderboard({ layers: [wide, other], runs, metric, settings });
  expect(board.layers).toMatchObject([
    {
      name: "wide",
      queries: 2,
      with_target: 2,
      judgements: 3,
      values: [{ value: 1, low: 1, high: 1, n: 2 }, { value: 0.5 }],
    },
    { name: "other", queries: 2, with_target: 2, judgements: 2, values: [{ value: 0.25 }, { value: 1 }] },
  ]);
  expect(board.agreements).toEqual([
    {
      a: "wide",
      b: "other",
      n: 1,
      tau: { value: -1, concordant: 0, discordant: 1 },
      top_of_a: ["good"],
      top_of_b: ["poor"],
      same_top: false,
    },
  ]);
  expect(board.flips).toBeUndefined();
  expect(board.warnings).toEqual([
    "good has nothing for 1 of the 2 queries of other; they count as 0.",
    "Layers judge different queries in 1 of 1 pairs: values stand over each layer’s own queries, τ over those that both judge.",
  ]);
  expect(board.sentence).toBe(
    "Ranked by recip_rank, 2 runs under 2 layers agree at Kendall’s τ = −1.00. 1 of 1 pair of layers has different leaders.",
  );
});

// Two raters differ on both documents of q1: a panel of two is of one mind in half of the draws (¼ for each), else unjudged. d1 alone leads
// for good, d2 alone for poor. P(d1 = 1, d2 ≠ 1) = ¼ · ¾, and the same turned round: flipped 3/16; both 1: good leads still by d1 at place 1.
it("what drawn labels do to the order, with n of draws and intervals", async () => {
  const rated = {
    raters: 2,
    pairs: [
      { query: "q1", document: "d1", grades: [1, 0] },
      { query: "q1", document: "d2", grades: [0, 1] },
    ],
  };
  const one = { ...wide, qrels: qrels({ q1: { d1: 1, d2: 0 } }) };
  const board = await computeLeaderboard({
    layers: [one],
    runs,
    rated,
    metric,
    settings: { ...settings, draws: 5000 },
  });
  const { flips } = board;
  expect(flips).toMatchObject({
    reference: "wide",
    rule: "panel",
    raters: 2,
    queries: 1,
    labelled: 2,
    disputed: 2,
    draws: 5000,
  });
  const [pair] = flips?.pairs ?? [];
  expect(pair).toMatchObject({ a: "good", b: "poor", difference: 0.5 });
  expect(Math.abs((pair?.flipped.value ?? 0) - 3 / 16)).toBeLessThan(5 * Math.sqrt(((3 / 16) * (13 / 16)) / 5000));
  expect(pair?.flipped.low).toBeLessThan(pair?.flipped.value ?? 0);
  expect(pair?.flipped.high).toBeGreaterThan(pair?.flipped.value ?? 1);
  // Tied: neither is 1 (¾ · ¾) or both are (1/16): then each run has a hit at place 1.
  expect(Math.abs((pair?.tied ?? 0) - 10 / 16)).toBeLessThan(0.035);
  expect(flips?.other_top.value).toBeCloseTo((pair?.flipped.value ?? 0) + (pair?.tied ?? 0), 12);
  expect(flips?.tau).toMatchObject({ undefined: Math.round((pair?.tied ?? 0) * 5000) });
  const again = await computeLeaderboard({
    layers: [one],
    runs,
    rated,
    metric,
    settings: { ...settings, draws: 5000 },
  });
  expect(again).toEqual(board);
});

it("layers without a common query have no τ, and no leaders are compared", async () => {
  const apart = { ...other, qrels: qrels({ q9: { d1: 1 } }) };
  const board = await computeLeaderboard({ layers: [wide, apart], runs, metric, settings });
  expect(board.agreements[0]).toMatchObject({ n: 0, tau: { undefined: "no_common_query" } });
  expect(board.sentence).toContain("τ is not defined");
});
