import { describe, expect, it } from "vitest";
import { combineQrels, ownCandidates } from "./combine-qrels";
import { compareRuns } from "./compare-runs";
import type { Qrels, Run } from "./data";
import { binomialTest, fisherExact } from "./fisher-exact";
import { seededNumbers } from "./fixtures/seeded-numbers";
import { goldAgainstAccepted } from "./gold-against-accepted";
import { holmAdjusted } from "./holm";
import { kendallTau } from "./kendall-tau";
import { ladder } from "./ladder";
import { metricNamed } from "./metric-named";
import { numberClusters } from "./number-clusters";
import { orderFlips } from "./order-flips";
import { summarizePreferences } from "./preference";
import { randomizationTest } from "./randomization-test";
import { rankAgreement } from "./rank-agreement";
import { percentileInterval, resampleMeans } from "./resample";
import { scoreRun } from "./score-run";
import { summarizeScores } from "./summarize-scores";
import { unsolvedAt } from "./unsolved";

function metrics(...names: string[]) {
  return names.flatMap((name) => metricNamed(name) ?? []);
}

function qrelsOf(rows: Record<string, Record<string, number>>): Qrels {
  return new Map(Object.entries(rows).map(([query, grades]) => [query, new Map(Object.entries(grades))]));
}

/** Lists, best first. */
function runOf(lists: Record<string, string[]>): Run {
  return {
    scores: new Map(Object.entries(lists).map(([query, ids]) => [query, new Map(ids.map((id, at) => [id, -at]))])),
  };
}

describe("published values", () => {
  // PROTOCOLS.md 2: RATIO's preference counts, and Fisher's tests between relations.
  const address = [240, 102] as const;
  const specify = [217, 135] as const;
  const broaden = [185, 144] as const;

  it("win rates", () => {
    const rate = ([tuned, baseline]: readonly [number, number]) =>
      summarizePreferences([
        ...Array.from({ length: tuned }, () => ({ first: "A", second: "B" }) as const),
        ...Array.from({ length: baseline }, () => ({ first: "B", second: "A" }) as const),
        { first: "A", second: "A" },
        { first: "tie", second: "tie" },
      ]);
    expect(rate(address).winRate?.toFixed(3)).toBe("0.702");
    expect(rate(specify).winRate?.toFixed(3)).toBe("0.616");
    expect(rate(broaden).winRate?.toFixed(3)).toBe("0.562");
    expect(rate(address)).toMatchObject({ n: 344, tuned: 240, baseline: 102, stable: 343 / 344 });
    expect(rate(address).slotA).toBeCloseTo((342 + 2) / (684 + 2), 12);
  });

  it("Fisher's exact tests between relations", () => {
    expect(fisherExact(...address, ...broaden)?.toFixed(4)).toBe("0.0002");
    expect(fisherExact(...address, ...specify)?.toFixed(3)).toBe("0.020");
    expect(fisherExact(...specify, ...broaden)?.toFixed(2)).toBe("0.16");
    // Fisher's tea: 34 of 70 arrangements are no more likely.
    expect(fisherExact(3, 1, 1, 3)).toBeCloseTo(34 / 70, 12);
    expect(fisherExact(5, 5, 0, 0)).toBeUndefined();
  });

  it("binomial test", () => {
    expect(binomialTest(8, 10)).toBeCloseTo(112 / 1024, 12);
    expect(binomialTest(2, 10)).toBeCloseTo(112 / 1024, 12);
    expect(binomialTest(5, 10)).toBe(1);
    expect(binomialTest(0, 0)).toBe(1);
  });

  it("Holm's correction", () => {
    // 3 · .01, 2 · .03, and .04 held at .06.
    expect(holmAdjusted([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
    expect(holmAdjusted([0.5, 0.9])).toEqual([1, 1]);
  });

  it("Kendall's τ-b", () => {
    expect(kendallTau([1, 2, 3, 4], [1, 2, 4, 3])).toMatchObject({ value: 4 / 6, concordant: 5, discordant: 1 });
    // Ties: 4 concordant, none discordant; 5 and 5 untied pairs of 6 with different ties: τ-b = 4 / 5.
    expect(kendallTau([1, 1, 2, 3], [1, 2, 2, 3])).toMatchObject({ value: 4 / 5 });
    expect(kendallTau([1, 1], [1, 2])).toEqual({ kind: "undefined", reason: "all_tied" });
    expect(kendallTau([1], [1])).toEqual({ kind: "undefined", reason: "too_few" });
  });
});

describe("randomisation test", () => {
  const random = seededNumbers(7);

  it("goes through all patterns where they are few", () => {
    // Only +++ and −−− are as large: 2 of 8.
    expect(randomizationTest([1, 1, 1, 0], { random, permutations: 1000 })).toEqual({ p: 0.25, exact: true });
    expect(randomizationTest([0, 0], { random, permutations: 1000 })).toEqual({ p: 1, exact: true });
    // |3 − 1| = 2 or more: all four patterns.
    expect(randomizationTest([3, -1], { random, permutations: 1000 }).p).toBe(1);
    // One cluster of three: both signs are as large.
    expect(randomizationTest([1, 1, 1], { random, permutations: 1000, clusters: [0, 0, 0] }).p).toBe(1);
  });

  it("drawn patterns count the one that was seen, so that p is never 0", () => {
    // All of 40 differences alike: no drawn pattern of 100 is as large (chance 2 in 2^40 each).
    expect(randomizationTest(new Float64Array(40).fill(1), { random, permutations: 100 })).toEqual({
      p: 1 / 101,
      exact: false,
    });
  });

  it("draws come near the exact value", () => {
    const differences = [0.3, -0.1, 0.2, 0.25, -0.05, 0.4, 0.1, 0.15, -0.2, 0.05];
    const exact = randomizationTest(differences, { random, permutations: 1024 });
    const drawn = randomizationTest(differences, { random, permutations: 1023 });
    expect([exact.exact, drawn.exact]).toEqual([true, false]);
    // Four standard errors of 1,023 draws.
    expect(Math.abs(drawn.p - exact.p)).toBeLessThan(4 * Math.sqrt((exact.p * (1 - exact.p)) / 1023));
  });
});

describe("resampling", () => {
  it("has the standard error of a mean, and of clusters", () => {
    const values = Float64Array.from({ length: 100 }, (_, index) => index % 2);
    const weights = values.map(() => 1);
    const deviation = (row: Float64Array | undefined) => {
      const all = [...(row ?? [])];
      const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
      return Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / all.length);
    };
    const [plain] = resampleMeans([{ values, weights }], { random: seededNumbers(1), replicates: 4000 });
    expect(deviation(plain)).toBeCloseTo(0.05, 2);
    // Ten clusters, each all 0 or all 1: the standard error is that of ten coin throws, √(.25 / 10).
    const clustered = Float64Array.from({ length: 100 }, (_, index) => Math.floor(index / 10) % 2);
    const clusters = Int32Array.from({ length: 100 }, (_, index) => Math.floor(index / 10));
    const [whole] = resampleMeans([{ values: clustered, weights }], {
      random: seededNumbers(1),
      replicates: 4000,
      clusters,
    });
    expect(deviation(whole)).toBeCloseTo(Math.sqrt(0.025), 2);
  });

  it("gives no interval where too many resamples have no value", () => {
    expect(percentileInterval(Float64Array.of(1, 2, 3), 0.5)).toEqual({ low: 1.5, high: 2.5 });
    expect(percentileInterval(Float64Array.of(1, 2, Number.NaN), 0.95)).toBeUndefined();
    expect([...numberClusters(["a", undefined, "a", "b"])]).toEqual([0, 1, 0, 2]);
  });
});

const qrels = qrelsOf({ q1: { a: 1, b: 1 }, q2: { a: 1 }, q3: { a: 1 }, q4: { a: 0 } });
const good = runOf({ q1: ["a", "b"], q2: ["a"], q3: ["x", "a"], q4: ["a"] });
const poor = runOf({ q1: ["x", "a"], q2: ["x", "a"], q3: ["a"] });
const never = () => () => 0;

it("compares two runs on common queries", () => {
  const own = metrics("recip_rank", "pair_recall_1", "num_ret");
  const [a, b] = [scoreRun(qrels, good, { metrics: own }), scoreRun(qrels, poor, { metrics: own })];
  const options = { random: never, replicates: 0, permutations: 100, level: 0.95 };
  // (1 + 1 + ½ + 0) / 4 against (½ + ½ + 1 + 0) / 4; differences ½, ½, −½: every pattern is as large.
  expect(compareRuns(a, b, [0], options)[0]).toMatchObject({
    a: 0.625,
    b: 0.5,
    difference: 0.125,
    n: 4,
    test: { p: 1 },
  });
  expect(compareRuns(a, b, [0], { ...options, cohort: "with_target" })[0]).toMatchObject({ a: 2.5 / 3, n: 3 });
  // Pairs in the first place: 2 of 4 against 1 of 4.
  expect(compareRuns(a, b, [1], options)[0]).toMatchObject({ a: 0.5, b: 0.25, n: 4 });
  expect(compareRuns(a, b, [0, 2], options)[1]).toEqual({ kind: "undefined", reason: "a_count" });
});

it("weighs queries by their targets in the test of a metric over pairs", () => {
  const judged = qrelsOf({ q1: { a: 1, b: 1, c: 1 }, q2: { a: 1 }, q3: { a: 1 } });
  const own = metrics("pair_recall_3", "recall_3");
  const [a, b] = [runOf({ q1: ["a", "b", "c"], q2: ["a"] }), runOf({ q3: ["a"] })].map((run) =>
    scoreRun(judged, run, { metrics: own }),
  );
  if (!a || !b) throw new Error("two runs");
  const compared = compareRuns(a, b, [0, 1], { random: never, replicates: 0, permutations: 100, level: 0.95 });
  // Pairs: 3, 1, −1; sums as large as 3 have 5, 3 and 3 but not 1: 6 of 8. Queries: 1, 1, −1; all are as large as 1.
  expect(compared).toMatchObject([
    { difference: expect.closeTo(3 / 5, 12), test: { p: 0.75 } },
    { difference: expect.closeTo(1 / 3, 12), test: { p: 1 } },
  ]);
});

it("unsolved at K: what no run solves, over the queries with a target", () => {
  const found = unsolvedAt(qrels, [poor, runOf({ q3: ["a"], q1: ["x"] })], 1);
  // Only q3 is solved in the first place; q4 has no target.
  expect(found).toMatchObject({ share: 2 / 3, unsolved: ["q1", "q2"], n: 3, hits: [1 / 3, 1 / 3], bestHit: 1 / 3 });
  expect(unsolvedAt(qrelsOf({ q4: { a: 0 } }), [poor], 1)).toEqual({ kind: "undefined", reason: "no_target" });
});

it("ladder: declines, leads, and where the cohort changes", () => {
  const own = metrics("hit_1");
  const tight = qrelsOf({ q1: { b: 1 }, q2: { a: 1 }, q3: { a: 1 }, q4: { a: 0 } });
  const tighter = qrelsOf({ q1: { b: 1 }, q2: { a: 0 }, q3: { a: 1 }, q4: { a: 0 } });
  const scores = [qrels, tight, tighter].map((layer) =>
    [good, poor].map((run) => scoreRun(layer, run, { metrics: own })),
  );
  const rungs = ladder(["wide", "tight", "tighter"], scores, 0, {
    random: never,
    replicates: 0,
    permutations: 0,
    level: 0.95,
  });
  expect(rungs.map(({ instances, edges }) => [instances, edges])).toEqual([
    [3, 4],
    [3, 3],
    [2, 2],
  ]);
  expect(rungs.map(({ cohortChanged }) => cohortChanged)).toEqual([false, false, true]);
  // good: 2/3, then 1/3 (q2), then 0; poor: 1/3, 1/3, 1/2.
  expect(rungs.map(({ declines }) => declines[0])).toEqual([0, 0.5, 1]);
  expect(rungs[2]?.declines[1]).toBeCloseTo(1 - 0.5 / (1 / 3), 12);
  expect(rungs[0]?.lead).toMatchObject({ difference: 2 / 3 - 1 / 3 });
  expect(rungs[2]?.lead).toMatchObject({ difference: -0.5, n: 2 });
});

it("hard, soft and own candidates: RATIO's metrics at 10 by hand", () => {
  const promptA = qrelsOf({ q: { a: 1, b: 1, c: 0, out: 1 } });
  const promptB = qrelsOf({ q: { a: 0, b: 1, c: 1, out: 1 } });
  const run = runOf({ q: ["a", "b", "c"] });
  const names = ["hit_10", "P_10", "ndcg_cut_10", "recip_rank_cut_10", "map_cut_10"];
  const values = (rule: "all" | "any") => {
    const own = ownCandidates(combineQrels([promptA, promptB], rule), run, 10);
    const scores = scoreRun(own, run, { metrics: metrics(...names) });
    return names.map((_, index) => scores.values[index]?.[0]);
  };
  // Hard: b alone, in place 2. Soft: all three; `out` is in no list.
  expect(values("all")).toEqual([1, 0.1, 1 / Math.log2(3), 0.5, 0.5]);
  expect(values("any")).toEqual([1, 0.3, 1, 1, 1]);
});

it("the mined gold against accepted candidates", () => {
  const gold = qrelsOf({ q1: { g: 1 }, q2: { g: 1 }, q3: { g: 1 }, q4: { g: 1 } });
  const accepted = qrelsOf({ q1: { g: 1, a: 1 }, q2: { a: 1, g: 0 }, q3: { g: 0 }, q4: { a: 0 } });
  const run = runOf({ q1: ["a", "g"], q2: ["a", "x", "g"], q3: ["g"], q4: ["a"] });
  // Within two places: q1 both, q2 an alternative alone, q3 the gold alone (rejected), q4 neither; 3 accepted in 4 lists.
  expect(goldAgainstAccepted(gold, accepted, run, 2)).toEqual({
    n: 4,
    bothFound: 1,
    goldAlone: 1,
    acceptedAlone: 1,
    neither: 1,
    acceptedPerList: 3 / 4,
  });
});

it("says whether a leaderboard stands, and how often orders turn", () => {
  expect(
    rankAgreement(
      ["x", "y"],
      ["r", "s"],
      [
        [0.3, 0.4],
        [0.5, 0.4],
      ],
    ),
  ).toMatchObject([{ tau: { value: -1 }, topOfA: ["s"], topOfB: ["r"], sameTop: false }]);
  const [mrr] = metrics("recip_rank");
  if (!mrr) throw new Error("recip_rank");
  const [left, right] = [runOf({ q: ["a", "b"] }), runOf({ q: ["b", "a"] })];
  const [a, b] = [qrelsOf({ q: { a: 1, b: 0 } }), qrelsOf({ q: { a: 0, b: 1 } })];
  // Grades are drawn pair by pair: (1,0) ¼ stands, (0,1) ¼ turned, (1,1) and (0,0) tie.
  const [flip] = orderFlips(a, [a, b], [left, right], mrr, { random: seededNumbers(3), draws: 4000 });
  expect(flip?.flipped).toBeCloseTo(0.25, 1);
  expect(flip?.tied).toBeCloseTo(0.5, 1);
  expect(orderFlips(a, [a, a], [left, right], mrr, { random: seededNumbers(3), draws: 10 })).toEqual([
    { a: 0, b: 1, flipped: 0, tied: 0 },
  ]);
  expect(summarizeScores(scoreRun(a, left, { metrics: [mrr] }), 0)).toMatchObject({ value: 1 });
});
