import { describe, expect, it } from "vitest";
import { type Agreement, numberOrUndefined } from "./agreement";
import { brennanPrediger } from "./brennan-prediger";
import { cohenKappa } from "./cohen-kappa";
import { congerKappa } from "./conger-kappa";
import { contingencyOf, tableOf } from "./fixtures/shared-files";
import { fleissKappa } from "./fleiss-kappa";
import { gwetAgreement } from "./gwet-agreement";
import { gwetStandardError } from "./gwet-standard-error";
import { AgreementInputError } from "./input-error";
import { krippendorffAlpha } from "./krippendorff-alpha";
import { patternTableFromLabels } from "./pattern-table-from-labels";
import { percentAgreement } from "./percent-agreement";
import { scottPi } from "./scott-pi";

// Edge cases on which published implementations disagree; the others' answers stand in the titles.

function value(result: Agreement): number {
  return numberOrUndefined(result) ?? Number.NaN;
}

describe("one item on which two raters differ (irrCAC: an error or a division by zero)", () => {
  const table = tableOf([["a", "b"]], ["a", "b"]);

  it("alpha 0, kappa 0, pi -1: the formulas hold; an interval is another matter", () => {
    expect(value(krippendorffAlpha(table))).toBe(0);
    expect(value(cohenKappa(table, "r0", "r1"))).toBe(0);
    expect(value(scottPi(table, "r0", "r1"))).toBe(-1);
    expect(gwetStandardError(table, "gwet")).toEqual({ kind: "undefined", reason: "one_item" });
  });
});

describe("skew of 998 / 1 / 1 / 0, the kappa paradox", () => {
  const table = contingencyOf(
    [
      [998, 1],
      [1, 0],
    ],
    [1, 2],
  );

  it("kappa -.0010, AC1 .998, percent .998: all three are right, so print them together", () => {
    expect(value(cohenKappa(table, "r0", "r1"))).toBeCloseTo(-0.001001, 6);
    expect(value(gwetAgreement(table))).toBeCloseTo(0.997996, 6);
    expect(value(percentAgreement(table))).toBeCloseTo(0.998, 12);
  });
});

describe("systematic disagreement on 50 items (pyirr: +1)", () => {
  const table = tableOf(
    Array.from({ length: 50 }, (_, item) => (item % 2 === 0 ? [1, 2] : [2, 1])),
    [1, 2],
  );

  it("alpha -.98, kappa and pi -1", () => {
    expect(value(krippendorffAlpha(table))).toBeCloseTo(-0.98, 12);
    expect(value(cohenKappa(table, "r0", "r1"))).toBe(-1);
    expect(value(scottPi(table, "r0", "r1"))).toBe(-1);
  });
});

describe("an item that nobody labelled (irrCAC: NaN for AC1 and Fleiss; DKPro's Fleiss .301 for .100)", () => {
  const data = [
    ["a", "a"],
    ["b", "a"],
    ["b", "b"],
  ];
  const full = tableOf(data, ["a", "b"]);
  const padded = tableOf([...data, [null, null]], ["a", "b"]);

  it("is dropped everywhere", () => {
    for (const measure of [
      krippendorffAlpha,
      fleissKappa,
      gwetAgreement,
      brennanPrediger,
      percentAgreement,
      congerKappa,
    ]) {
      expect((measure as (table: typeof full) => Agreement)(padded)).toEqual(
        (measure as (table: typeof full) => Agreement)(full),
      );
    }
    expect(gwetStandardError(padded, "percent")).toEqual(gwetStandardError(full, "percent"));
  });
});

describe("raters who share no item (DKPro's weighted kappa: 1.0)", () => {
  const table = tableOf(
    [
      ["a", null],
      [null, "b"],
    ],
    ["a", "b"],
  );

  it("has no pairable label, for every coefficient", () => {
    const expected = { kind: "undefined", reason: "no_pairable", items: 0 };
    expect(krippendorffAlpha(table)).toEqual(expected);
    expect(cohenKappa(table, "r0", "r1", "quadratic")).toEqual(expected);
    expect(fleissKappa(table)).toEqual(expected);
    expect(congerKappa(table)).toEqual(expected);
    expect(gwetAgreement(table)).toEqual(expected);
    expect(brennanPrediger(table)).toEqual(expected);
    expect(percentAgreement(table)).toEqual(expected);
  });
});

describe("numbers as labels", () => {
  it("takes ranks from the declared list: 2, 9, 10 and not 10, 2, 9 (irr sorts text)", () => {
    const data = [
      ["2", "2"],
      ["9", "10"],
      ["10", "10"],
      ["2", "9"],
    ];
    const declared = value(krippendorffAlpha(tableOf(data, ["2", "9", "10"]), "ordinal"));
    const sorted = value(krippendorffAlpha(tableOf(data, ["10", "2", "9"]), "ordinal"));
    expect(declared).toBeGreaterThan(sorted);
  });

  it("does not overflow on an interval scale up to 1e9", () => {
    const table = tableOf(
      [
        [0, 1e9],
        [0, 0],
        [1e9, 1e9],
        [1e9, 999_999_999],
      ],
      [0, 999_999_999, 1e9],
    );
    const small = tableOf(
      [
        [0, 1],
        [0, 0],
        [1, 1],
        [1, 0.999999999],
      ],
      [0, 0.999999999, 1],
    );
    expect(value(krippendorffAlpha(table, "interval"))).toBeCloseTo(value(krippendorffAlpha(small, "interval")), 9);
  });

  it("refuses .1 + .2 where .3 is declared (others take them for two labels)", () => {
    const rows = [
      { item: 1, rater: "a", label: 0.3 },
      { item: 1, rater: "b", label: 0.1 + 0.2 },
    ];
    expect(() => patternTableFromLabels({ categories: ["0.3"], rows })).toThrow(AgreementInputError);
  });
});
