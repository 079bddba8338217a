import { describe, expect, it } from "vitest";
import { type Agreement, numberOrUndefined } from "./agreement";
import { countTable } from "./count-table";
import { krippendorffExampleA, krippendorffExampleB, krippendorffExampleC } from "./fixtures/published";
import { tableOf } from "./fixtures/shared-files";
import { infinitesimalJackknife } from "./infinitesimal-jackknife";
import { krippendorffAlpha, krippendorffAlphaMeasure } from "./krippendorff-alpha";
import { patternTable } from "./pattern-table";

function value(result: Agreement): number {
  return numberOrUndefined(result) ?? Number.NaN;
}

describe("krippendorffAlpha", () => {
  it("gives the published values of Krippendorff (2011)", () => {
    expect(value(krippendorffAlpha(krippendorffExampleA))).toBeCloseTo(0.095, 3);
    expect(value(krippendorffAlpha(krippendorffExampleB))).toBeCloseTo(0.692, 3);
    expect(value(krippendorffAlpha(krippendorffExampleC))).toBeCloseTo(0.743, 3);
    expect(value(krippendorffAlpha(krippendorffExampleC, "ordinal"))).toBeCloseTo(0.815, 3);
    expect(value(krippendorffAlpha(krippendorffExampleC, "interval"))).toBeCloseTo(0.849, 3);
    expect(value(krippendorffAlpha(krippendorffExampleC, "ratio"))).toBeCloseTo(0.797, 3);
  });

  it("counts units with two labels or more, and their labels", () => {
    expect(krippendorffAlpha(krippendorffExampleC)).toMatchObject({ items: 11, labels: 40 });
  });

  it("takes a distance of one's own: the squared difference of indexes is the interval distance on 1 to 5", () => {
    const custom = krippendorffAlpha(krippendorffExampleC, (a, b) => (a - b) ** 2);
    expect(value(custom)).toBeCloseTo(0.8491071428571428, 12);
  });

  it("is undefined where nothing varies (irr, nltk, irrCAC and others say 1) with agreement 1 beside it", () => {
    const constant = tableOf(
      [
        ["a", "a"],
        ["a", "a"],
      ],
      ["a", "b"],
    );
    const expected = { kind: "undefined", reason: "no_variation", observed: 1, items: 2 };
    expect(krippendorffAlpha(constant)).toEqual(expected);
    expect(krippendorffAlpha(constant, "ordinal")).toEqual(expected);
  });

  it("is undefined without an item labelled twice", () => {
    const alone = tableOf(
      [
        ["a", null],
        [null, "b"],
      ],
      ["a", "b"],
    );
    expect(krippendorffAlpha(alone)).toEqual({ kind: "undefined", reason: "no_pairable", items: 0 });
    expect(krippendorffAlpha(patternTable({ categories: ["a"], raters: ["r"], rows: [] }))).toMatchObject({
      reason: "no_pairable",
    });
  });

  it("keeps the small-sample term: two crossed labels give -1/2, not 0", () => {
    expect(
      value(
        krippendorffAlpha(
          tableOf(
            [
              ["a", "b"],
              ["b", "a"],
            ],
            ["a", "b"],
          ),
        ),
      ),
    ).toBe(-0.5);
  });

  it("is 0 and not a bug with one deviating value (fast-krippendorff #11)", () => {
    const one = tableOf(
      [
        [3, 3, 3],
        [3, 3, 3],
        [3, 1, 3],
      ],
      [1, 3],
    );
    expect(value(krippendorffAlpha(one))).toBeCloseTo(0, 12);
  });

  it("ignores unpairable values (krippendorffsalpha counts them: .196)", () => {
    const mixed = tableOf(
      [
        [1, 1, null],
        [2, 2, 1],
        [1, 2, null],
        [9, null, null],
        [null, 9, null],
        [null, null, 2],
      ],
      [1, 2, 9],
    );
    expect(value(krippendorffAlpha(mixed))).toBeCloseTo(0, 12);
  });

  it("has distance 0 between 0 and 0 on the ratio scale", () => {
    // Pairs (0,0) and (0,1): Do = 2/4, n = (3, 1), De = 2·3·1/(4·3): alpha = 0.
    expect(
      value(
        krippendorffAlpha(
          tableOf(
            [
              [0, 0],
              [0, 1],
            ],
            [0, 1],
          ),
          "ratio",
        ),
      ),
    ).toBeCloseTo(0, 12);
  });

  it("takes 300 labels without a cube of memory", () => {
    const data = Array.from({ length: 400 }, (_, unit) => [
      unit % 300,
      (unit * 7) % 10 === 0 ? (unit + 1) % 300 : unit % 300,
    ]);
    const table = tableOf(
      data,
      Array.from({ length: 300 }, (_, label) => label),
    );
    expect(value(krippendorffAlpha(table))).toBeGreaterThan(0.85);
    expect(value(krippendorffAlpha(table, "ordinal"))).toBeGreaterThan(0.9);
  });

  it("asks for numbers on interval and ratio scales", () => {
    const words = tableOf([["low", "high"]], ["low", "high"]);
    expect(() => krippendorffAlpha(words, "interval")).toThrow(/number for each category/);
  });

  it("has the influence-function error of the formula, worked out by hand for the nominal distance", () => {
    // g = -(m·D/E + (n-1)·d/E - (n-1)·D·(2nm - 2·Σ c·n_k)/E²), SE² = N/(N-1)·Σ(g - mean g)², on example A.
    const units = [
      [1, 1],
      [0, 2],
      [1, 1],
      [2, 0],
      [2, 0],
      [1, 1],
      [2, 0],
      [2, 0],
      [1, 1],
      [2, 0],
    ];
    const totals = [14, 6];
    const n = 20;
    const disagreements = units.map(([a, b]) => 2 * (a ?? 0) * (b ?? 0));
    const D = disagreements.reduce((sum, d) => sum + d, 0);
    const E = n * n - totals.reduce((sum, total) => sum + total * total, 0);
    const g = units.map(([a, b], unit) => {
      const shared = (a ?? 0) * (totals[0] ?? 0) + (b ?? 0) * (totals[1] ?? 0);

      return -(
        (2 * D) / E +
        ((n - 1) * (disagreements[unit] ?? 0)) / E -
        ((n - 1) * D * (4 * n - 2 * shared)) / E ** 2
      );
    });
    const mean = g.reduce((sum, one) => sum + one, 0) / 10;
    const error = Math.sqrt((10 / 9) * g.reduce((sum, one) => sum + (one - mean) ** 2, 0));
    const ours = infinitesimalJackknife(krippendorffAlphaMeasure(countTable(krippendorffExampleA)));
    expect(ours).toMatchObject({ kind: "standard_error", value: expect.closeTo(error, 8) });
  });
});
