import { describe, expect, it } from "vitest";
import { predictionPoweredMean } from "./prediction-powered";
import { predictionPoweredStratified } from "./prediction-powered-stratified";
import { roganGladen } from "./rogan-gladen";
import { stratifiedRate } from "./stratified-rate";

describe("stratifiedRate", () => {
  it("gives R survey's svymean: .929 (SE .0258), where the unweighted .750 is wrong", () => {
    // 9,000 / 800 / 200 items, 60 audited in each. 135 of 180 are right; the split that gives .929: 57, 45, 33.
    const result = stratifiedRate([
      { size: 9000, audited: 60, positive: 57 },
      { size: 800, audited: 60, positive: 45 },
      { size: 200, audited: 60, positive: 33 },
    ]);
    expect(result).toMatchObject({ value: expect.closeTo(0.9 * 0.95 + 0.08 * 0.75 + 0.02 * 0.55, 12) });
    expect(result.kind === "estimate" && result.standardError).toBeCloseTo(0.0258, 3);
  });

  it("has no variance from one item of a larger stratum, and no need of one where all were audited", () => {
    const lone = { size: 10, audited: 1, positive: 1 };
    expect(stratifiedRate([{ size: 90, audited: 9, positive: 5 }, lone])).toEqual({
      kind: "undefined",
      reason: "one_item",
      stratum: 1,
    });
    expect(stratifiedRate([{ size: 1, audited: 1, positive: 1 }])).toMatchObject({ value: 1, standardError: 0 });
    expect(stratifiedRate([])).toMatchObject({ kind: "undefined" });
    expect(stratifiedRate([{ size: 5, audited: 0, positive: 0 }])).toMatchObject({ reason: "no_pairable" });
  });
});

describe("roganGladen", () => {
  it("corrects by hand: (.3 + .9 - 1)/(.8 + .9 - 1)", () => {
    const result = roganGladen({
      items: 1000,
      judgedPositive: 300,
      humanPositive: 50,
      judgedPositiveOfPositive: 40,
      humanNegative: 100,
      judgedNegativeOfNegative: 90,
    });
    expect(result).toMatchObject({ kind: "estimate", naive: 0.3, value: expect.closeTo(0.2 / 0.7, 12) });
    const theta = 0.2 / 0.7;
    const variance = (0.3 * 0.7) / 1000 + (theta ** 2 * 0.16) / 50 + ((1 - theta) ** 2 * 0.09) / 100;
    expect(result.kind === "estimate" && result.standardError).toBeCloseTo(Math.sqrt(variance) / 0.7, 12);
  });

  it("is undefined for a judge no better than chance, or without a calibration set", () => {
    const coin = {
      items: 100,
      judgedPositive: 50,
      humanPositive: 10,
      judgedPositiveOfPositive: 5,
      humanNegative: 10,
      judgedNegativeOfNegative: 5,
    };
    expect(roganGladen(coin)).toEqual({ kind: "undefined", reason: "judge_no_better_than_chance" });
    expect(roganGladen({ ...coin, humanPositive: 0 })).toEqual({ kind: "undefined", reason: "no_pairable" });
  });
});

describe("predictionPoweredMean", () => {
  const human = [1, 0, 1, 1, 0, 0, 1, 0];

  it("is people alone where the judge never varies, or labelled nothing else", () => {
    const constant = predictionPoweredMean({ human, judge: human.map(() => 1), judgeOnly: [1, 1, 1] });
    expect(constant).toMatchObject({ lambda: 0, value: 0.5 });
    const nothing = predictionPoweredMean({ human, judge: human, judgeOnly: [] });
    expect(nothing).toMatchObject({ lambda: 0, value: 0.5, humanOnly: { value: 0.5 } });
  });

  it("with a perfect judge takes the corpus: lambda = (N/(n + N)) × (n + N - 1)/(n + N) × var ratio", () => {
    const judgeOnly = Array.from({ length: 800 }, (_, index) => (index % 4 === 0 ? 1 : 0));
    const result = predictionPoweredMean({ human, judge: human, judgeOnly });
    expect(result.kind).toBe("estimate");
    if (result.kind !== "estimate") return;
    expect(result.lambda).toBeGreaterThan(0.9);
    expect(result.standardError).toBeLessThan(result.humanOnly.standardError / 3);
  });

  it("refuses unequal lengths and has no value from one label", () => {
    expect(() => predictionPoweredMean({ human, judge: [1], judgeOnly: [] })).toThrow(RangeError);
    expect(predictionPoweredMean({ human: [1], judge: [1], judgeOnly: [0] })).toEqual({
      kind: "undefined",
      reason: "one_item",
    });
    const strata = predictionPoweredStratified([
      { human, judge: human, judgeOnly: [0] },
      { human: [], judge: [], judgeOnly: [1] },
    ]);
    expect(strata).toEqual({ kind: "undefined", reason: "no_pairable", stratum: 1 });
  });
});
