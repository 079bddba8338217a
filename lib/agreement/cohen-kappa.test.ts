import { describe, expect, it } from "vitest";
import { type Agreement, numberOrUndefined } from "./agreement";
import { cohenKappa } from "./cohen-kappa";
import { cohenKappaStandardErrors } from "./cohen-kappa-standard-error";
import { cohen1960, feinsteinCicchetti, sasFreq } from "./fixtures/published";
import { contingencyOf, tableOf } from "./fixtures/shared-files";
import { kappaIndices } from "./kappa-indices";
import { scottPi } from "./scott-pi";

function value(result: Agreement | undefined): number {
  return (result && numberOrUndefined(result)) ?? Number.NaN;
}

describe("cohenKappa", () => {
  it("gives Cohen (1960): .492, and Fleiss, Cohen and Everitt's errors of SAS FREQ", () => {
    expect(value(cohenKappa(cohen1960, "r0", "r1"))).toBeCloseTo(0.492, 3);
    expect(value(cohenKappa(sasFreq, "r0", "r1"))).toBeCloseTo(0.4842, 4);
    expect(value(cohenKappa(sasFreq, "r0", "r1", "linear"))).toBeCloseTo(0.4701, 4);
    const plain = cohenKappaStandardErrors(sasFreq, "r0", "r1");
    const linear = cohenKappaStandardErrors(sasFreq, "r0", "r1", "linear");
    expect(plain.forInterval).toMatchObject({ value: expect.closeTo(0.138, 4) });
    expect(plain.forTest).toMatchObject({ value: expect.closeTo(0.1484, 4) });
    expect(linear.forInterval).toMatchObject({ value: expect.closeTo(0.1457, 4) });
    expect(linear.forTest).toMatchObject({ value: expect.closeTo(0.1426, 4) });
  });

  it("is exactly 0 for a constant rater, and for two constant ones that differ (pyirr: +1)", () => {
    const constant = tableOf(
      [
        ["a", "a"],
        ["a", "b"],
        ["a", "b"],
      ],
      ["a", "b"],
    );
    expect(value(cohenKappa(constant, "r0", "r1"))).toBe(0);
    const apart = tableOf(
      [
        ["a", "b"],
        ["a", "b"],
      ],
      ["a", "b"],
    );
    expect(value(cohenKappa(apart, "r0", "r1"))).toBe(0);
    expect(value(scottPi(apart, "r0", "r1"))).toBe(-1);
  });

  it("is undefined where both raters say one same thing (scikit-learn: NaN; irr: NaN)", () => {
    const result = cohenKappa(tableOf([["a", "a"]], ["a", "b"]), "r0", "r1");
    expect(result).toEqual({ kind: "undefined", reason: "no_variation", observed: 1, items: 1 });
  });

  it("uses items that both labelled, and no others (DKPro: .66434 with a missing value)", () => {
    const table = tableOf(
      [
        ["a", "a"],
        ["b", null],
        [null, "a"],
        ["a", "b"],
      ],
      ["a", "b"],
    );
    expect(cohenKappa(table, "r0", "r1")).toMatchObject({ items: 2, labels: 4 });
  });

  it("weights by the declared order, not the alphabet (scikit-learn without labels, irr: .16)", () => {
    const table = tableOf(
      ["ll", "mh", "hh", "lm", "mm", "mh", "ll", "hh", "hm"].map((pair) => [...pair]),
      ["l", "m", "h"],
    );
    expect(value(cohenKappa(table, "r0", "r1", "linear"))).toBeCloseTo(0.5, 12);
    expect(value(cohenKappa(table, "r0", "r1", "quadratic"))).toBeCloseTo(2 / 3, 12);
  });

  it("lets an unused declared category change weighted kappa only: .64 against .625", () => {
    const data = [
      [1, 1],
      [2, 2],
      [4, 4],
      [1, 2],
      [2, 4],
      [4, 4],
    ];
    expect(value(cohenKappa(tableOf(data, [1, 2, 3, 4, 5]), "r0", "r1", "linear"))).toBeCloseTo(0.64, 12);
    expect(value(cohenKappa(tableOf(data, [1, 2, 4]), "r0", "r1", "linear"))).toBeCloseTo(0.625, 12);
    expect(value(cohenKappa(tableOf(data, [1, 2, 3, 4, 5]), "r0", "r1"))).toBeCloseTo(0.5, 12);
  });

  it("takes counts beyond 2^32 (scikit-learn's int64 product: 25.7)", () => {
    const table = contingencyOf(
      [
        [8e9, 2e9],
        [1.6e9, 8.4e9],
      ],
      [1, 2],
    );
    expect(value(cohenKappa(table, "r0", "r1"))).toBeCloseTo(0.64, 12);
  });

  it("takes weights of one's own", () => {
    const identity = cohenKappa(cohen1960, "r0", "r1", () => 0);
    expect(value(identity)).toBe(value(cohenKappa(cohen1960, "r0", "r1")));
  });

  it("refuses a rater that is not there", () => {
    expect(() => cohenKappa(cohen1960, "r0", "r9")).toThrow(/no rater "r9"/);
  });
});

describe("kappaIndices", () => {
  it("gives Feinstein and Cicchetti's table beside its kappa of .70", () => {
    const indices = kappaIndices(feinsteinCicchetti, "r0", "r1");
    expect(value(indices.prevalence)).toBeCloseTo(5 / 100, 12);
    expect(value(indices.bias)).toBeCloseTo(3 / 100, 12);
    expect(value(indices.pabak)).toBeCloseTo(0.7, 12);
    // Margins 49 / 51 and 46 / 54: at most .97 agree, by chance .5008.
    expect(value(indices.maximum)).toBeCloseTo((0.97 - 0.5008) / (1 - 0.5008), 12);
  });

  it("has no prevalence and bias beyond two categories", () => {
    expect(kappaIndices(cohen1960, "r0", "r1").prevalence).toBeUndefined();
  });
});
