import { describe, expect, it } from "vitest";
import type { Run } from "./data";
import { drawRankings, placeJudged, type RatedPair } from "./draw-rankings";
import { seededNumbers } from "./fixtures/seeded-numbers";
import { metricNamed } from "./metric-named";
import { orderFlips } from "./order-flips";
import { gradePairs } from "./pair-grades";

const metric = (name: string) => {
  const found = metricNamed(name);
  if (!found) throw new Error(name);
  return found;
};
const run = (rows: Record<string, string[]>): Run => ({
  scores: new Map(
    Object.entries(rows).map(([query, ids]) => [query, new Map(ids.map((id, at) => [id, ids.length - at]))]),
  ),
});
const place = (one: Run, rated: readonly RatedPair[]) =>
  placeJudged(one, (query) => new Set(rated.filter((pair) => pair.query === query).map(({ document }) => document)));
const pair = (query: string, document: string, ...grades: number[]): RatedPair => ({ query, document, grades });

describe("gradePairs", () => {
  it("k ≥ 1 and k ≥ 2 over contexts", () => {
    const given = [1, 0, 1].map((grade) => ({ query: "q", document: "d", grade }));
    const more = [...given, { query: "q", document: "e", grade: 1 }];
    expect(gradePairs(more).get("q")).toEqual(
      new Map([
        ["d", 1],
        ["e", 1],
      ]),
    );
    expect(gradePairs(more, 2).get("q")).toEqual(
      new Map([
        ["d", 1],
        ["e", 0],
      ]),
    );
  });
});

describe("drawRankings", () => {
  const a = run({ q1: ["x", "y"], q2: ["x", "y"] });
  const b = run({ q1: ["y", "x"], q2: ["x", "y"] });

  it("without disagreement nothing turns, and no draw is taken", () => {
    const rated = [pair("q1", "x", 1, 1), pair("q1", "y", 0, 0)];
    const reference = gradePairs(
      rated.map(({ query, document, grades }) => ({ query, document, grade: grades[0] ?? 0 })),
    );
    const never = () => {
      throw new Error("nothing is to be drawn");
    };
    const plan = { random: never, draws: 20, rule: "panel" as const };
    const found = drawRankings(reference, rated, [place(a, rated), place(b, rated)], metric("recip_rank"), plan);
    expect(found).toMatchObject({
      draws: 20,
      queries: ["q1"],
      things: 2,
      disputed: 0,
      base: [1, 0.5],
      pairs: [{ a: 0, b: 1, flipped: 0, tied: 0 }],
      otherTop: 0,
    });
    expect([...found.taus]).toEqual(Array.from({ length: 20 }, () => 1));
  });

  // x is 1 with probability 2/3 (one rater) or 7/27·… (panel: at least 2 of 3 draws: 20/27); y is 0 for all. Where x is 0 both runs have
  // nothing and tie; where x is 1 run a leads as on the reference.
  it.each([
    ["rater", 1 / 3],
    ["panel", 7 / 27],
  ] as const)("%s: the two tie as often as x is drawn as 0", (rule, share) => {
    const rated = [pair("q1", "x", 1, 1, 0), pair("q1", "y", 0, 0, 0)];
    const reference = new Map([
      [
        "q1",
        new Map([
          ["x", 1],
          ["y", 0],
        ]),
      ],
    ]);
    const draws = 20_000;
    const plan = { random: seededNumbers(7), draws, rule };
    const found = drawRankings(reference, rated, [place(a, rated), place(b, rated)], metric("recip_rank"), plan);
    expect(found.pairs[0]?.flipped).toBe(0);
    // Within five standard errors.
    expect(Math.abs((found.pairs[0]?.tied ?? 0) / draws - share)).toBeLessThan(
      5 * Math.sqrt((share * (1 - share)) / draws),
    );
    expect(found.otherTop).toBe(found.pairs[0]?.tied);
    expect([...found.taus].filter(Number.isNaN)).toHaveLength(found.otherTop);
  });

  // x and y are both 1 for one rater and 0 for the other, independently drawn: x alone (a leads) ¼, y alone (b leads) ¼, both or none ½.
  it("an order on a knife's edge turns in a quarter of the draws", () => {
    const rated = [pair("q1", "x", 1, 0), pair("q1", "y", 0, 1)];
    const reference = new Map([
      [
        "q1",
        new Map([
          ["x", 1],
          ["y", 0],
        ]),
      ],
    ]);
    const plan = { random: seededNumbers(3), draws: 20_000, rule: "rater" as const };
    const found = drawRankings(reference, rated, [place(a, rated), place(b, rated)], metric("recip_rank"), plan);
    expect(Math.abs((found.pairs[0]?.flipped ?? 0) / 20_000 - 0.25)).toBeLessThan(0.016);
    expect(Math.abs((found.pairs[0]?.tied ?? 0) / 20_000 - 0.5)).toBeLessThan(0.018);
  });

  it("a panel of two that differ leaves a pair unjudged half of the time", () => {
    const rated = [pair("q1", "x", 1, 0), pair("q1", "y", 1, 1)];
    const reference = new Map([
      [
        "q1",
        new Map([
          ["x", 1],
          ["y", 1],
        ]),
      ],
    ]);
    const plan = { random: seededNumbers(5), draws: 20_000, rule: "panel" as const };
    // recall@1 of run a (x first): ½ where x is 1 (¼), 0 where it is 0 or unjudged (¾): mean ⅛.
    const found = drawRankings(reference, rated, [place(a, rated)], metric("recall_1"), plan);
    const mean = (found.means[0] ?? new Float64Array()).reduce((sum, value) => sum + value, 0) / 20_000;
    expect(Math.abs(mean - 0.125)).toBeLessThan(5 * Math.sqrt((0.25 * 0.75 * 0.25) / 20_000));
  });

  it("equals orderFlips, which scores whole runs, draw by draw", () => {
    const rated = [pair("q1", "x", 1, 0), pair("q1", "y", 0, 1), pair("q2", "x", 1, 0), pair("q2", "y", 1, 0)];
    const rater = (index: number) =>
      gradePairs(rated.map(({ query, document, grades }) => ({ query, document, grade: grades[index] ?? 0 })));
    const reference = rater(0);
    for (const name of ["map", "ndcg_cut_1", "pair_mrr", "P_1", "bpref", "recip_rank"]) {
      const options = { draws: 300, level: 1 };
      const whole = orderFlips(reference, [rater(0), rater(1)], [a, b], metric(name), {
        ...options,
        random: seededNumbers(11),
      });
      const plan = { ...options, random: seededNumbers(11), rule: "rater" as const };
      const found = drawRankings(reference, rated, [place(a, rated), place(b, rated)], metric(name), plan);
      expect(found.pairs.map((one) => ({ ...one, flipped: one.flipped / 300, tied: one.tied / 300 }))).toEqual(whole);
    }
  });

  it("places count from the run's own ranks, gaps and all", () => {
    const ranked: Run = {
      scores: new Map([
        [
          "q",
          new Map([
            ["x", -3],
            ["y", 0],
          ]),
        ],
      ]),
      firstRank: 0,
    };
    expect(placeJudged(ranked, () => new Set(["x"])).get("q")).toEqual({ documents: ["x"], places: [4] });
  });
});
