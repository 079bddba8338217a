import fc from "fast-check";
import { expect, test } from "vitest";
import { combinedInclusion } from "./combined-inclusion";
import { draw, type FrameItem } from "./draw";

const PLAN = { size: 10, seed: "s", allocation: "proportional", minimum: 0, onePerWindow: false, k: 1 } as const;

type Spec = Partial<FrameItem>;
const frameOf = (specs: readonly Spec[]): FrameItem[] =>
  specs.map((spec, i) => ({ id: `i${i}`, focalKey: null, windowHash: null, cell: "all", ...spec }));
const times = (n: number, spec: (i: number) => Spec = () => ({})) => Array.from({ length: n }, (_, i) => spec(i));

test("stratified by hand: n_h / N_h, and the frame's probabilities sum to n", () => {
  const frame = frameOf(times(100, (i) => ({ cell: i < 60 ? "a" : i < 90 ? "b" : "c" })));
  const { items, strata } = draw(frame, { ...PLAN, size: 30, allocation: "equal" });
  expect(strata.map(({ stratum, available, drawn }) => [stratum, available, drawn])).toEqual([
    ["a", 60, 10],
    ["b", 30, 10],
    ["c", 10, 10],
  ]);
  const inclusion = { a: 10 / 60, b: 10 / 30, c: 1 };
  for (const item of items) expect(item.inclusionProbability).toBeCloseTo(inclusion[item.stratum as "a"], 12);
  expect(60 * inclusion.a + 30 * inclusion.b + 10 * inclusion.c).toBeCloseTo(30, 12);
  // Weighted, each stratum's drawn items stand for the whole of it.
  const weights = items.filter((item) => item.stratum === "a").map((item) => 1 / item.inclusionProbability);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(60, 9);
});

test("at most m a focal key, one per window; items without either are untouched", () => {
  const frame = frameOf([
    ...times(8, () => ({ focalKey: "f" })),
    ...times(4, () => ({ windowHash: "w" })),
    ...times(3),
  ]);
  const { items, strata } = draw(frame, { ...PLAN, size: 100, perFocal: 2, onePerWindow: true });
  const drawn = items.map((item) => Number(item.id.slice(1)));
  expect(drawn.filter((i) => i < 8)).toHaveLength(2);
  expect(drawn.filter((i) => i >= 8 && i < 12)).toHaveLength(1);
  expect(drawn.filter((i) => i >= 12)).toHaveLength(3);
  expect(strata).toEqual([{ stratum: "all", frame: 15, available: 6, drawn: 6, overlap: 0 }]);
  const probability = Object.fromEntries(items.map((item) => [item.id, item.inclusionProbability]));
  for (const i of drawn) expect(probability[`i${i}`]).toBeCloseTo(i < 8 ? 2 / 8 : i < 12 ? 1 / 4 : 1, 12);
});

test("the overlap is shared over strata in proportion to what was drawn", () => {
  const frame = frameOf(times(2000, (i) => ({ cell: i % 4 === 0 ? "rare" : "common" })));
  const { items, strata } = draw(frame, { ...PLAN, size: 1900, overlap: { size: 200, k: 3, reservedFor: [] } });
  expect(strata.map(({ drawn, overlap }) => [drawn, overlap])).toEqual([
    [1425, 150],
    [475, 50],
  ]);
  expect(items.filter((item) => item.k === 3)).toHaveLength(200);
  expect(items.reduce((sum, item) => sum + item.k, 0)).toBe(1900 + 200 * 2);
});

test("the same seed draws the same; another seed another; the frame is not changed", () => {
  const frame = Object.freeze(frameOf(times(50)));
  const ids = (seed: string) => draw(frame, { ...PLAN, seed }).items.map((item) => item.id);
  expect(ids("one")).toEqual(ids("one"));
  expect(ids("one")).not.toEqual(ids("two"));
});

/** How often each item is drawn in `runs` draws of different seeds. */
function frequencies(frame: FrameItem[], plan: Parameters<typeof draw>[1], runs: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let run = 0; run < runs; run += 1) {
    for (const item of draw(frame, { ...plan, seed: `mc ${run}` }).items) {
      counts.set(item.id, (counts.get(item.id) ?? 0) + 1);
    }
  }
  return counts;
}

test("Monte Carlo: with strata each item is drawn as often as its probability says", () => {
  const runs = 4000;
  const frame = frameOf(times(30, (i) => ({ cell: i < 20 ? "a" : "b" })));
  const counts = frequencies(frame, { ...PLAN, size: 9, allocation: "equal" }, runs);
  for (const [i, item] of frame.entries()) {
    const probability = i < 20 ? 5 / 20 : 4 / 10;
    // Five standard deviations: with fixed seeds this passes or fails for ever.
    const limit = 5 * Math.sqrt(runs * probability * (1 - probability));
    expect(Math.abs((counts.get(item.id) ?? 0) - runs * probability)).toBeLessThan(limit);
  }
});

test("Monte Carlo: with focal caps and windows in one stratum the stored probability is the exact one", () => {
  const runs = 4000;
  const frame = frameOf([
    ...times(6, () => ({ focalKey: "f", windowHash: null })),
    ...times(3, () => ({ focalKey: "g", windowHash: "w" })),
    ...times(5),
  ]);
  const plan = { ...PLAN, size: 4, perFocal: 2, onePerWindow: true };
  const counts = frequencies(frame, plan, runs);
  // 2 of 6 (f), one of the three of w (g), five alone: 8 are left, of which 4 are drawn.
  const expected = (i: number) => (i < 6 ? (2 / 6) * 0.5 : i < 9 ? (1 / 3) * 0.5 : 0.5);
  for (const [i, item] of frame.entries()) {
    const probability = expected(i);
    const limit = 5 * Math.sqrt(runs * probability * (1 - probability));
    expect(Math.abs((counts.get(item.id) ?? 0) - runs * probability)).toBeLessThan(limit);
  }
  for (const item of draw(frame, plan).items) {
    expect(item.inclusionProbability).toBeCloseTo(expected(Number(item.id.slice(1))), 12);
  }
  expect(frame.reduce((sum, _, i) => sum + expected(i), 0)).toBeCloseTo(4, 12);
});

test("Monte Carlo: where caps and strata cross, weights still estimate totals without bias", () => {
  const runs = 6000;
  const value = (id: string) => (Number(id.slice(1)) % 7) + 1;
  const frame = frameOf(times(24, (i) => ({ focalKey: `f${i % 3}`, cell: i % 5 < 3 ? "a" : "b" })));
  const total = frame.reduce((sum, item) => sum + value(item.id), 0);
  const plan = { ...PLAN, size: 8, perFocal: 5, allocation: "equal" as const };
  const estimates = times(runs).map((_, run) =>
    draw(frame, { ...plan, seed: `ht ${run}` }).items.reduce(
      (sum, item) => sum + value(item.id) / item.inclusionProbability,
      0,
    ),
  );
  const mean = estimates.reduce((sum, one) => sum + one, 0) / runs;
  const variance = estimates.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (runs - 1);
  expect(Math.abs(mean - total)).toBeLessThan(4 * Math.sqrt(variance / runs));
});

test("any plan: sizes, caps and probabilities hold", () => {
  const spec = fc.record({
    focalKey: fc.option(fc.constantFrom("f", "g", "h")),
    windowHash: fc.option(fc.constantFrom("u", "v", "w")),
    cell: fc.constantFrom("a", "b", "c"),
  });
  const plans = fc.record({
    size: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant("all" as const)),
    seed: fc.string({ minLength: 1 }),
    allocation: fc.constantFrom("proportional" as const, "equal" as const),
    minimum: fc.integer({ min: 0, max: 20 }),
    perFocal: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    onePerWindow: fc.boolean(),
    k: fc.constant(1),
  });
  fc.assert(
    fc.property(fc.array(spec, { maxLength: 60 }), plans, (specs, plan) => {
      const frame = frameOf(specs);
      const { items, strata } = draw(frame, plan);
      const available = strata.reduce((sum, stratum) => sum + stratum.available, 0);
      expect(items).toHaveLength(plan.size === "all" ? available : Math.min(plan.size, available));
      expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
      expect(strata.reduce((sum, stratum) => sum + stratum.frame, 0)).toBe(frame.length);
      const byId = new Map(frame.map((item) => [item.id, item]));
      for (const key of ["f", "g", "h"]) {
        const drawn = items.filter((item) => byId.get(item.id)?.focalKey === key);
        if (plan.perFocal !== undefined) expect(drawn.length).toBeLessThanOrEqual(plan.perFocal);
      }
      const windows = items.flatMap((item) => byId.get(item.id)?.windowHash ?? []);
      if (plan.onePerWindow) expect(new Set(windows).size).toBe(windows.length);
      for (const item of items) {
        expect(item.inclusionProbability).toBeGreaterThan(0);
        expect(item.inclusionProbability).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("samples together, by hand: a sample and its extension", () => {
  expect(combinedInclusion([0.5, 0.5])).toBe(0.75);
  expect(combinedInclusion([0.1, 0.2, 0.3])).toBeCloseTo(1 - 0.9 * 0.8 * 0.7, 12);
  expect(combinedInclusion([])).toBe(0);
  expect(combinedInclusion([1, 0.2])).toBe(1);
  // 6 of 20, then 7 of the 14 that are left: 13 of 20 in all.
  expect(combinedInclusion([6 / 20, 7 / 14])).toBeCloseTo(13 / 20, 12);
});
