import { describe, expect, it } from "vitest";
import { type Agreement, numberOrUndefined } from "./agreement";
import { macroAverage, microAverage, weightedAverage } from "./class-averages";
import { cohenKappa } from "./cohen-kappa";
import { accuracy, balancedAccuracy, type Confusion, f1, precision, recall } from "./confusion";
import { confusionMatrix } from "./confusion-measure";
import { coverage } from "./coverage";
import { tableOf } from "./fixtures/shared-files";
import { judgeMeasures } from "./judge-measures";
import { matthewsCorrelation } from "./matthews-correlation";
import { evaluateMeasure } from "./measure";
import { patternTable } from "./pattern-table";
import { specificAgreement } from "./specific-agreement";

// numpy RandomState(7), 60 items, 4 classes; expected values from scikit-learn 1.6.1 (zero_division=0).
const REFERENCE = "010131100012000200201301201110000002101000100102010011000111";
const JUDGE = "000131020022001200201301201222020002101200100000010010110121";
const data = [...REFERENCE].map((label, index) => [Number(label), Number(JUDGE[index])]);
const table = tableOf(data, [0, 1, 2, 3]);

function value(result: Agreement): number {
  return numberOrUndefined(result) ?? Number.NaN;
}

describe("judge against reference", () => {
  const measures = judgeMeasures(table, { reference: "r0", judge: "r1", abstentions: "left_out" });

  it("equals scikit-learn on accuracy, balanced accuracy, MCC and kappa", () => {
    expect(value(evaluateMeasure(measures.accuracy))).toBeCloseTo(0.7333333333333333, 12);
    expect(value(evaluateMeasure(measures.balancedAccuracy))).toBeCloseTo(0.8036458333333334, 12);
    expect(value(evaluateMeasure(measures.matthewsCorrelation))).toBeCloseTo(0.5853577984589993, 12);
    expect(value(evaluateMeasure(measures.cohenKappa))).toBeCloseTo(0.574844995571302, 12);
    expect(value(cohenKappa(table, "r0", "r1", "linear"))).toBeCloseTo(0.6027742749054225, 12);
    expect(value(cohenKappa(table, "r0", "r1", "quadratic"))).toBeCloseTo(0.6455792682926829, 12);
  });

  it("equals scikit-learn on macro, weighted and micro averages", () => {
    const confusion = confusionMatrix(table, { reference: "r0", judge: "r1" });
    expect(macroAverage(confusion, "precision")).toEqual({ value: expect.closeTo(0.7544871794871795, 12) });
    expect(macroAverage(confusion, "recall")).toEqual({ value: expect.closeTo(0.8036458333333334, 12) });
    expect(macroAverage(confusion, "f1")).toEqual({ value: expect.closeTo(0.7546204220227989, 12) });
    expect(weightedAverage(confusion, "precision")).toEqual({ value: expect.closeTo(0.782905982905983, 12) });
    expect(weightedAverage(confusion, "f1")).toEqual({ value: expect.closeTo(0.7446438677338507, 12) });
    expect(microAverage(confusion, "f1")).toEqual({ value: expect.closeTo(0.7333333333333333, 12) });
  });

  it("keeps the declared square matrix, reference in rows", () => {
    expect([...confusionMatrix(table, { reference: "r0", judge: "r1" }).cells]).toEqual([
      25, 3, 4, 0, 4, 12, 4, 0, 1, 0, 5, 0, 0, 0, 0, 2,
    ]);
  });

  it("has a value for each class", () => {
    const third = measures.classes[2];
    expect(third?.category).toBe("2");
    expect(third && value(evaluateMeasure(third.precision))).toBeCloseTo(5 / 13, 12);
    expect(third && value(evaluateMeasure(third.recall))).toBeCloseTo(5 / 6, 12);
    expect(third && value(evaluateMeasure(third.f1))).toBeCloseTo(10 / 19, 12);
  });
});

describe("classes that one side does not use", () => {
  // Reference a a b c, judge a a a a; d is declared and unused.
  const cells = Float64Array.of(2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
  const confusion: Confusion = { cells, categories: 4, classes: [0, 1, 2, 3] };

  it("are undefined one by one, 0 in the macro average, and absent where nobody uses them", () => {
    expect(precision(confusion, 1)).toEqual({ reason: "no_pairable" });
    expect(recall(confusion, 1)).toEqual({ value: 0 });
    expect(f1(confusion, 1)).toEqual({ value: 0 });
    expect(f1(confusion, 3)).toEqual({ reason: "no_pairable" });
    // f1 of a: 2·2/(4 + 2) = 2/3; of b and c 0; d is left out.
    expect(macroAverage(confusion, "f1")).toEqual({ value: expect.closeTo(2 / 9, 12) });
    expect(balancedAccuracy(confusion)).toEqual({ value: expect.closeTo(1 / 3, 12) });
    expect(matthewsCorrelation(confusion)).toEqual({ reason: "no_variation", observed: 0.5 });
  });
});

describe("UNSURE", () => {
  const judged = patternTable({
    categories: ["no", "yes", "UNSURE"],
    raters: ["reference", "judge"],
    rows: [
      { labels: [0, 0], items: 4 },
      { labels: [1, 1], items: 3 },
      { labels: [1, 0], items: 1 },
      { labels: [1, 2], items: 2 },
      { labels: [null, 2], items: 5 },
    ],
  });
  const columns = { reference: "reference", judge: "judge", abstain: ["UNSURE"] };

  it("left out: 7 of 8 right; counted as wrong: 7 of 10", () => {
    const without = judgeMeasures(judged, { ...columns, abstentions: "left_out" });
    const wrong = judgeMeasures(judged, { ...columns, abstentions: "wrong" });
    expect(evaluateMeasure(without.accuracy)).toMatchObject({ value: 7 / 8, items: 8 });
    expect(evaluateMeasure(wrong.accuracy)).toMatchObject({ value: 7 / 10, items: 10 });
    expect(wrong.classes.map((one) => one.category)).toEqual(["no", "yes"]);
    // yes: 3 right of 6 actual, 3 predicted.
    expect(value(evaluateMeasure(wrong.macroF1))).toBeCloseTo((8 / 9 + 6 / 9) / 2, 12);
    expect(accuracy(confusionMatrix(judged, columns))).toEqual({ value: 7 / 10 });
  });

  it("coverage counts items with a reference", () => {
    expect(coverage(judged, columns)).toMatchObject({ value: 8 / 10, items: 10 });
    expect(coverage(judged, { judge: "judge", abstain: ["UNSURE"] })).toMatchObject({ value: 8 / 15 });
  });
});

describe("specific agreement", () => {
  it("is symmetric", () => {
    // yes: 2·9/(11 + 10)
    const pair = tableOf(
      [...Array(8).fill([0, 0]), [0, 1], [0, 1], [1, 0], ...Array(9).fill([1, 1])] as number[][],
      [0, 1],
    );
    expect(value(specificAgreement(pair, "r0", "r1", "1"))).toBeCloseTo(18 / 21, 12);
    expect(value(specificAgreement(pair, "r1", "r0", "1"))).toBeCloseTo(18 / 21, 12);
  });
});
