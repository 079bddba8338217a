import { describe, expect, it } from "vitest";
import { BLOCK, bootstrapBlock, bootstrapReplicates } from "./bootstrap";
import { biasCorrection, bootstrapInterval } from "./bootstrap-interval";
import { cohenKappaMeasure } from "./cohen-kappa";
import { compactMeasure } from "./compact-measure";
import { countTable } from "./count-table";
import { differenceMeasure, testDifference } from "./difference";
import { cohen1960, krippendorffExampleC } from "./fixtures/published";
import { tableOf } from "./fixtures/shared-files";
import { infinitesimalJackknife } from "./infinitesimal-jackknife";
import { jackknife } from "./jackknife";
import { krippendorffAlphaMeasure } from "./krippendorff-alpha";
import { evaluateMeasure } from "./measure";
import { type PatternTable, patternTable } from "./pattern-table";
import { percentAgreementMeasure } from "./percent-agreement";

const measure = krippendorffAlphaMeasure(countTable(krippendorffExampleC));

function scaled(table: PatternTable, factor: number): PatternTable {
  return { ...table, items: table.items.map((items) => items * factor) };
}

describe("bootstrap", () => {
  it("depends on the seed alone, not on how blocks are spread", () => {
    const whole = bootstrapReplicates(measure, { seed: "s", replicates: 2 * BLOCK });
    const second = bootstrapBlock(compactMeasure(measure), 1, BLOCK, { seed: "s" });
    expect(whole.subarray(BLOCK)).toEqual(second);
    expect(bootstrapReplicates(measure, { seed: "s", replicates: 2 * BLOCK })).toEqual(whole);
    expect(bootstrapReplicates(measure, { seed: "t", replicates: 2 * BLOCK })).not.toEqual(whole);
  });

  it("takes an injected generator", () => {
    const streams: string[] = [];
    const random = (stream: string) => {
      streams.push(stream);

      return () => 0.5;
    };
    const values = bootstrapReplicates(measure, { seed: "s", replicates: 300, random });
    expect(streams).toEqual(["s/0", "s/1"]);
    expect(new Set(values).size).toBe(1);
  });

  it("shrinks like one over the root of n (the KALPHA scheme does not)", () => {
    const width = (factor: number) => {
      const table = countTable(scaled(krippendorffExampleC, factor));
      const interval = bootstrapInterval(krippendorffAlphaMeasure(table), { seed: "w", replicates: 4000 });

      return interval.kind === "interval" ? interval.high - interval.low : Number.NaN;
    };
    expect(width(100) / width(10_000)).toBeGreaterThan(9);
    expect(width(100) / width(10_000)).toBeLessThan(11);
  });

  it("agrees with the infinitesimal jackknife on large samples", () => {
    for (const distance of ["nominal", "ordinal", "interval"] as const) {
      const large = krippendorffAlphaMeasure(countTable(scaled(krippendorffExampleC, 50)), distance);
      const interval = bootstrapInterval(large, { seed: "ij", replicates: 8000 });
      const error = infinitesimalJackknife(large);
      expect(interval.kind === "interval" && error.kind === "standard_error").toBe(true);
      if (interval.kind !== "interval" || error.kind !== "standard_error") continue;
      expect(Math.abs(interval.standardError / error.value - 1)).toBeLessThan(0.04);
    }
  });

  it("gives no interval for a measure without value, for one item, and where too many resamples have none", () => {
    const constant = krippendorffAlphaMeasure(
      tableOf(
        [
          ["a", "a"],
          ["a", "a"],
        ],
        ["a", "b"],
      ),
    );
    expect(bootstrapInterval(constant, { seed: "1" })).toMatchObject({ kind: "none", reason: "not_defined" });
    const single = krippendorffAlphaMeasure(tableOf([["a", "b"]], ["a", "b"]));
    expect(bootstrapInterval(single, { seed: "1" })).toMatchObject({ kind: "none", reason: "one_item" });
    const rare = tableOf([...Array(59).fill(["a", "a"]), ["a", "b"]], ["a", "b"]);
    const share = bootstrapInterval(krippendorffAlphaMeasure(rare), { seed: "1" });
    // A resample lacks the one differing item with chance (59/60)^60 = .365.
    expect(share).toMatchObject({ kind: "none", reason: "undefined_resamples" });
    expect(share.undefinedShare).toBeCloseTo(0.365, 1);
  });

  it("falls back to percentiles, and says so, where a leave-one-out value is undefined", () => {
    const table = tableOf(
      [
        ["a", "a"],
        ["a", "a"],
        ["b", "b"],
        ["b", "b"],
        ["b", "b"],
      ],
      ["a", "b"],
    );
    const perfect = patternTable({
      categories: ["a", "b"],
      raters: ["r", "s"],
      rows: [
        { labels: [0, 0], items: 1 },
        { labels: [1, 1], items: 1 },
      ],
    });
    expect(jackknife(krippendorffAlphaMeasure(perfect))).toMatchObject({ reason: "leave_one_out_undefined" });
    const interval = bootstrapInterval(krippendorffAlphaMeasure(table), { seed: "1" });
    expect(interval.kind === "none" || interval.warnings.includes("few_patterns")).toBe(true);
  });

  it("has no bias where half of the replicates lie below, ties by half", () => {
    expect(biasCorrection(2, Float64Array.of(1, 2, 3))).toBe(0);
    expect(biasCorrection(2, Float64Array.of(1, 1, 2, 2))).toBeCloseTo(0.6744897501960817, 12);
  });
});

describe("compactMeasure", () => {
  it("merges rows that bring the same, and changes no value", () => {
    const table = patternTable({
      categories: ["a", "b"],
      raters: ["r", "s", "t"],
      rows: [0, 1, null].flatMap((third) => [
        { labels: [0, 0, third], items: 5 },
        { labels: [0, 1, third], items: 2 },
        { labels: [1, 1, third], items: 4 },
        { labels: [null, 1, third], items: 3 },
      ]),
    });
    const kappa = cohenKappaMeasure(table, "r", "s");
    const compact = compactMeasure(kappa);
    expect([kappa.rows, compact.rows]).toEqual([12, 4]);
    expect(evaluateMeasure(compact)).toEqual(evaluateMeasure(kappa));
    const [one, other] = [jackknife(compact), jackknife(kappa)];
    expect(one.kind === "jackknife" && other.kind === "jackknife").toBe(true);
    if (one.kind === "undefined" || other.kind === "undefined") return;
    expect(one.standardError).toBeCloseTo(other.standardError, 12);
    expect(one.acceleration).toBeCloseTo(other.acceleration, 12);
    expect(infinitesimalJackknife(compact)).toMatchObject({ items: 33 });
  });

  it("keeps clusters and strata apart", () => {
    const rows = [0, 1].map((cluster) => ({ labels: [0, 0], cluster }));
    const table = patternTable({ categories: ["a", "b"], raters: ["r", "s"], rows });
    expect(compactMeasure(percentAgreementMeasure(table)).rows).toBe(2);
  });
});

describe("strata and clusters", () => {
  const rows = [
    { labels: [0, 0], items: 30, stratum: "x" },
    { labels: [0, 1], items: 10, stratum: "x" },
    { labels: [1, 1], items: 15, stratum: "y" },
    { labels: [1, 0], items: 5, stratum: "y" },
  ];
  const shape = { categories: ["a", "b"], raters: ["r", "s"] };

  it("keeps the size of each stratum: percent agreement has the stratified error", () => {
    const stratified = percentAgreementMeasure(patternTable({ ...shape, rows }));
    const interval = bootstrapInterval(stratified, { seed: "s", replicates: 20_000 });
    // Σ (nₕ/n)²·pₕqₕ/nₕ with p = .75 in both: √(.1875/60).
    const expected = Math.sqrt(0.1875 / 60);
    expect(interval.kind === "interval" && interval.standardError / expected).toBeCloseTo(1, 1);
  });

  it("weights by inclusion: 3/4 of the weight on a stratum with .9 against .5", () => {
    const weighted = patternTable({
      ...shape,
      rows: [
        { labels: [0, 0], items: 9, weight: 6, stratum: "x" },
        { labels: [0, 1], items: 1, weight: 6, stratum: "x" },
        { labels: [1, 1], items: 5, weight: 2, stratum: "y" },
        { labels: [1, 0], items: 5, weight: 2, stratum: "y" },
      ],
    });
    expect(evaluateMeasure(percentAgreementMeasure(weighted))).toMatchObject({
      value: expect.closeTo(0.75 * 0.9 + 0.25 * 0.5, 12),
      items: 20,
    });
  });

  it("equals the unweighted result with equal weights, in value and replicates", () => {
    const equal = patternTable({ ...shape, rows: rows.map((row) => ({ ...row, weight: 7 })) });
    const plain = patternTable({ ...shape, rows });
    for (const of of [cohenKappaMeasure, (table: PatternTable) => krippendorffAlphaMeasure(table)] as const) {
      expect(evaluateMeasure(of(equal, "r", "s"))).toEqual(evaluateMeasure(of(plain, "r", "s")));
      const options = { seed: "e", replicates: 100 };
      expect(bootstrapReplicates(of(equal, "r", "s"), options)).toEqual(
        bootstrapReplicates(of(plain, "r", "s"), options),
      );
    }
  });

  it("resamples whole clusters: clones of an item do not narrow the interval", () => {
    const clustered = (copies: number) =>
      patternTable({
        ...shape,
        rows: Array.from({ length: 40 }, (_, cluster) => ({
          labels: cluster % 4 === 0 ? [0, 1] : [cluster % 2, cluster % 2],
          items: copies,
          cluster,
        })),
      });
    const errorOf = (copies: number) => {
      const interval = bootstrapInterval(percentAgreementMeasure(clustered(copies)), { seed: "c", replicates: 5000 });

      return interval.kind === "interval" ? interval.standardError : Number.NaN;
    };
    expect(errorOf(10)).toBe(errorOf(1));
    expect(errorOf(1)).toBeCloseTo(Math.sqrt((0.75 * 0.25) / 40), 2);
    const left = jackknife(percentAgreementMeasure(clustered(10)));
    // The jackknife of a mean of 40 equal clusters: √(pq/39).
    expect(left.kind === "jackknife" && left.standardError).toBeCloseTo(Math.sqrt((0.75 * 0.25) / 39), 10);
    const influence = infinitesimalJackknife(percentAgreementMeasure(clustered(10)));
    expect(influence.kind === "standard_error" && influence.value).toBeCloseTo(Math.sqrt((0.75 * 0.25) / 39), 8);
  });
});

describe("difference of two dependent kappas", () => {
  const table = patternTable({
    categories: ["a", "b"],
    raters: ["gold", "one", "two"],
    rows: [
      { labels: [0, 0, 0], items: 40 },
      { labels: [1, 1, 1], items: 30 },
      { labels: [0, 0, 1], items: 15 },
      { labels: [1, 0, 1], items: 5 },
      { labels: [1, 1, 0], items: 10 },
    ],
  });
  const one = cohenKappaMeasure(table, "gold", "one");
  const two = cohenKappaMeasure(table, "gold", "two");

  it("is the difference of the two values, resampled together", () => {
    const { difference, interval, p } = testDifference(one, two, { seed: "d", replicates: 4000 });
    const [first, second] = [evaluateMeasure(one), evaluateMeasure(two)];
    expect(difference).toMatchObject({
      value: (first as { value: number }).value - (second as { value: number }).value,
    });
    expect(interval.kind === "interval" && interval.low > 0).toBe(true);
    expect(p).toBeLessThan(0.01);
  });

  it("is 0 without doubt for a measure against itself", () => {
    const { difference, p } = testDifference(one, one, { seed: "d", replicates: 500 });
    expect(difference).toMatchObject({ value: 0 });
    expect(p).toBe(1);
  });

  it("cannot be taken across tables", () => {
    expect(() => differenceMeasure(one, cohenKappaMeasure(cohen1960, "r0", "r1"))).toThrow(RangeError);
  });
});
