import { describe, expect, it } from "vitest";
import { numberOrUndefined } from "./agreement";
import { pairAlphaMeasure } from "./cross-pairs-alpha";
import { tableOf } from "./fixtures/shared-files";
import { judgeAlphas } from "./judge-alphas";
import { judgeLessHumansMeasure } from "./judge-less-humans";
import { evaluateMeasure, type Measure } from "./measure";
import { withReference } from "./with-reference";

// Eight items, three people and a judge (last column). Expected values: coincidence matrices in exact fractions (Python).
const EXPECTED = { reference: 34 / 45, pairs: 2858 / 6345, joined: 83 / 203, humans: 1 / 3, humanPairs: 584 / 1551 };

const data = [
  [1, 1, 1, 1],
  [2, 2, 3, 2],
  [3, 3, 3, 2],
  [1, 2, null, 1],
  [2, 2, 2, null],
  [null, null, 1, 1],
  [3, 3, 2, 3],
  [1, 1, 2, 1],
];

function value(measure: Measure | undefined): number {
  return (measure && numberOrUndefined(evaluateMeasure(measure))) ?? Number.NaN;
}

describe("judgeAlphas", () => {
  const humans = ["r0", "r1", "r2"];
  const { table, reference } = withReference(tableOf(data, [1, 2, 3]), { raters: humans, rule: "majority" });

  it("computes the three forms and the people alone on the items that the judge answered", () => {
    const alphas = judgeAlphas(table, { judge: "r3", humans, reference });
    expect(value(alphas.alphaReference)).toBeCloseTo(EXPECTED.reference, 12);
    expect(value(alphas.alphaPairs)).toBeCloseTo(EXPECTED.pairs, 12);
    expect(value(alphas.alphaJoined)).toBeCloseTo(EXPECTED.joined, 12);
    expect(value(alphas.alphaHumans)).toBeCloseTo(EXPECTED.humans, 12);
  });
});

describe("judgeLessHumansMeasure", () => {
  it("is the mean over judge pairs less the mean over pairs of people, on the judged items", () => {
    const humans = ["r0", "r1", "r2"];
    const table = tableOf(data, [1, 2, 3]);
    const measure = judgeLessHumansMeasure(table, { judge: "r3", humans, measure: pairAlphaMeasure });
    expect(value(measure)).toBeCloseTo(EXPECTED.pairs - EXPECTED.humanPairs, 12);
    const alone = { judge: "r3", humans: ["r0"], measure: pairAlphaMeasure };
    expect(judgeLessHumansMeasure(table, alone)).toBeUndefined();
  });
});
