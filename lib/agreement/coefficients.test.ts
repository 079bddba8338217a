import { describe, expect, it } from "vitest";
import { type Agreement, numberOrUndefined } from "./agreement";
import { allEqual } from "./all-equal";
import { alphaWithoutRater } from "./alpha-without-rater";
import { averageSpread } from "./average-spread";
import { brennanPrediger } from "./brennan-prediger";
import { categoryAlpha } from "./category-alpha";
import { congerKappa } from "./conger-kappa";
import { fleiss1971, krippendorffExampleC } from "./fixtures/published";
import { tableOf } from "./fixtures/shared-files";
import { fleissKappa } from "./fleiss-kappa";
import { fleissKappaNullError } from "./fleiss-kappa-null-error";
import { gwetAgreement } from "./gwet-agreement";
import { gwetStandardError } from "./gwet-standard-error";
import { krippendorffAlphaStandardError } from "./krippendorff-alpha-standard-error";
import { observedAgreementByLabels } from "./observed-agreement-by-labels";
import { percentAgreement } from "./percent-agreement";
import { agreementWeights } from "./weights";
import { withinOne } from "./within-one";

function value(result: Agreement): number {
  return numberOrUndefined(result) ?? Number.NaN;
}

describe("published values", () => {
  it("Fleiss (1971): kappa .430, z 17.65; Conger's kappa .442", () => {
    expect(value(fleissKappa(fleiss1971))).toBeCloseTo(0.4302445, 7);
    const error = fleissKappaNullError(fleiss1971);
    expect(error.kind === "standard_error" && value(fleissKappa(fleiss1971)) / error.value).toBeCloseTo(17.65, 2);
    expect(value(congerKappa(fleiss1971))).toBeCloseTo(0.4418085, 7);
  });

  it("Gwet's figures on Krippendorff's example C, with errors", () => {
    const table = krippendorffExampleC;
    expect(value(percentAgreement(table))).toBeCloseTo(0.81818, 5);
    expect(value(gwetAgreement(table))).toBeCloseTo(0.77544, 5);
    expect(value(fleissKappa(table))).toBeCloseTo(0.76117, 5);
    expect(value(congerKappa(table))).toBeCloseTo(0.76282, 5);
    expect(value(brennanPrediger(table))).toBeCloseTo(0.77273, 5);
    const error = (coefficient: "percent" | "gwet" | "fleiss" | "brennan_prediger") =>
      gwetStandardError(table, coefficient);
    expect(error("percent")).toMatchObject({ value: expect.closeTo(0.12561, 5) });
    expect(error("gwet")).toMatchObject({ value: expect.closeTo(0.14295, 5) });
    expect(error("fleiss")).toMatchObject({ value: expect.closeTo(0.15302, 5) });
    expect(error("brennan_prediger")).toMatchObject({ value: expect.closeTo(0.14472, 5) });
    expect(krippendorffAlphaStandardError(table)).toMatchObject({ value: expect.closeTo(0.14548, 5) });
  });

  it("two things are called percent agreement: .8182 over items, .8000 over labels", () => {
    expect(value(percentAgreement(krippendorffExampleC))).toBeCloseTo(9 / 11, 12);
    expect(value(observedAgreementByLabels(krippendorffExampleC))).toBeCloseTo(0.8, 12);
  });
});

describe("plain measures, by hand", () => {
  // Spreads of the 11 pairable units: 0, 1, 0, 0, 0, 3, 0, 1, 0, 0, 0.
  it("all equal, within one, average spread", () => {
    expect(value(allEqual(krippendorffExampleC))).toBeCloseTo(8 / 11, 12);
    expect(value(withinOne(krippendorffExampleC))).toBeCloseTo(10 / 11, 12);
    expect(value(averageSpread(krippendorffExampleC))).toBeCloseTo(5 / 11, 12);
  });
});

describe("declared categories", () => {
  const data = [
    [1, 1],
    [2, 2],
    [4, 4],
    [1, 2],
    [2, 4],
    [4, 4],
  ];

  it("one more changes Brennan–Prediger and AC1, not Fleiss", () => {
    expect(value(brennanPrediger(tableOf(data, [1, 2, 4])))).toBeCloseTo(0.5, 12);
    expect(value(brennanPrediger(tableOf(data, [1, 2, 3, 4, 5])))).toBeCloseTo(0.58333333, 8);
    expect(value(gwetAgreement(tableOf(data, [1, 2, 4])))).toBeCloseTo(0.50515464, 8);
    expect(value(gwetAgreement(tableOf(data, [1, 2, 3, 4, 5])))).toBeCloseTo(0.60165975, 8);
    expect(value(fleissKappa(tableOf(data, [1, 2, 4])))).toBe(value(fleissKappa(tableOf(data, [1, 2, 3, 4, 5]))));
  });

  it("AC1 and Brennan–Prediger are 1 on constant data with two declared, undefined with one", () => {
    const two = tableOf(
      [
        ["a", "a"],
        ["a", "a"],
      ],
      ["a", "b"],
    );
    const one = tableOf(
      [
        ["a", "a"],
        ["a", "a"],
      ],
      ["a"],
    );
    for (const measure of [gwetAgreement, brennanPrediger]) {
      expect(value(measure(two))).toBe(1);
      expect(measure(one)).toMatchObject({ kind: "undefined", reason: "no_variation", observed: 1 });
    }
    expect(fleissKappa(two)).toMatchObject({ kind: "undefined", reason: "no_variation", observed: 1 });
    expect(congerKappa(two)).toMatchObject({ kind: "undefined", reason: "no_variation", observed: 1 });
  });
});

describe("agreementWeights", () => {
  it("follows Gwet's families on 1 to 4", () => {
    const first = (family: Parameters<typeof agreementWeights>[0]) => [...agreementWeights(family, 4).subarray(0, 4)];
    expect(first("identity")).toEqual([1, 0, 0, 0]);
    expect(first("linear")).toEqual([1, 1 - 1 / 3, 1 - 2 / 3, 0]);
    expect(first("quadratic")).toEqual([1, 1 - (1 / 3) ** 2, 1 - (2 / 3) ** 2, 0]);
    // Pairs within 1..k: C(2,2), C(3,2), C(4,2) of C(4,2).
    expect(first("ordinal")).toEqual([1, 1 - 1 / 6, 1 - 3 / 6, 0]);
    expect(first("radical")).toEqual([1, 1 - Math.sqrt(1 / 3), 1 - Math.sqrt(2 / 3), 0]);
    expect(first("ratio").map((weight) => Number(weight.toFixed(6)))).toEqual([1, 0.691358, 0.305556, 0]);
    expect(first("circular").map((weight) => Number(weight.toFixed(6)))).toEqual([1, 0.5, 0, 0.5]);
    expect(first("bipolar").map((weight) => Number(weight.toFixed(6)))).toEqual([1, 0.8, 0.5, 0]);
  });
});

describe("α in parts", () => {
  it("leaves each rater out in turn", () => {
    const [without] = alphaWithoutRater(krippendorffExampleC);
    expect(without?.rater).toBe("r0");
    // Columns 2 to 4 of example C alone, exact fraction.
    expect(without && value(without.agreement)).toBeCloseTo(263 / 368, 12);
    const two = tableOf([["a", "b"]], ["a", "b"]);
    expect(alphaWithoutRater(two)[0]?.agreement).toMatchObject({ kind: "undefined", reason: "one_rater" });
  });

  it("sets one category against the rest", () => {
    expect(value(categoryAlpha(krippendorffExampleC, "2"))).toBeCloseTo(2 / 3, 12);
    const unused = tableOf(
      [
        ["a", "a"],
        ["b", "a"],
      ],
      ["a", "b", "c"],
    );
    expect(categoryAlpha(unused, "c")).toMatchObject({ kind: "undefined", reason: "no_variation" });
    expect(() => categoryAlpha(unused, "d")).toThrow(RangeError);
  });
});
