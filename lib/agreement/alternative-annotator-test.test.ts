import { describe, expect, it } from "vitest";
import { alternativeAnnotatorTest } from "./alternative-annotator-test";
import { altTestTable } from "./fixtures/alt-test-table";
import { sharedFile } from "./fixtures/shared-files";
import { patternTable } from "./pattern-table";

// Printed by the authors' notebook for each data set and model, to two digits.
const printed = sharedFile("data/alttest/expected_from_notebook.txt");
const EPSILON: Record<string, number> = { wax: 0.1, lgbteen: 0.2, mtbench: 0.2, cebab_stars: 0.1 };

const lines = [
  ...(printed ?? "").matchAll(/^(\w+) (\S+) \[(\w+)\]:\s*Winning Rate=(\S+)\s+Advantage Probability=(\S+)/gm),
]
  .map(([, set, llm, verdict, rate, advantage]) => ({ set, llm, verdict, rate, advantage }))
  .filter(({ set }) => set !== undefined && sharedFile(`data/alttest/${set}/human_annotations.json`) !== undefined);

describe.skipIf(lines.length === 0)("alternative annotator test, the authors' figures (needs ../shared/data)", () => {
  it.each(lines)("$set $llm: $rate, $advantage", ({ set, llm, verdict, rate, advantage }) => {
    const humans = JSON.parse(sharedFile(`data/alttest/${set}/human_annotations.json`) ?? "");
    const judges = JSON.parse(sharedFile(`data/alttest/${set}/llm_annotations.json`) ?? "");
    const result = alternativeAnnotatorTest(altTestTable(humans, judges[llm ?? ""]), {
      judge: "llm",
      humans: Object.keys(humans),
      epsilon: EPSILON[set ?? ""] ?? 0,
      score: set === "cebab_stars" ? "neg_rmse" : "accuracy",
    });
    expect(result.kind).toBe("tested");
    if (result.kind !== "tested") return;
    expect(Math.abs(result.winningRate - Number(rate))).toBeLessThanOrEqual(0.0051);
    expect(Math.abs(result.advantage - Number(advantage))).toBeLessThanOrEqual(0.0051);
    expect(result.passed ? "PASSED" : "FAILED").toBe(verdict);
  });
});

describe("alternative annotator test, edges", () => {
  const raters = ["ann", "bob", "cat", "judge"];
  const humans = ["ann", "bob", "cat"];

  it("has no spread where all agree: p is 0 below epsilon", () => {
    const table = patternTable({ categories: ["a", "b"], raters, rows: [{ labels: [0, 0, 0, 0], items: 40 }] });
    const result = alternativeAnnotatorTest(table, { judge: "judge", humans, epsilon: 0.1 });
    expect(result).toMatchObject({ kind: "tested", winningRate: 1, advantage: 1, passed: true });
  });

  it("does not reject where every difference equals epsilon exactly", () => {
    const table = patternTable({ categories: ["a", "b"], raters, rows: [{ labels: [0, 0, 0, 0], items: 40 }] });
    const result = alternativeAnnotatorTest(table, { judge: "judge", humans, epsilon: 0 });
    expect(result).toMatchObject({ winningRate: 0, passed: false });
    expect(result.kind === "tested" && result.humans[0]?.p).toBeUndefined();
  });

  it("needs two humans, and 30 items of one of them", () => {
    const table = patternTable({ categories: ["a", "b"], raters, rows: [{ labels: [0, 1, 0, 0], items: 29 }] });
    expect(alternativeAnnotatorTest(table, { judge: "judge", humans: ["ann"], epsilon: 0.1 })).toEqual({
      kind: "undefined",
      reason: "one_rater",
    });
    expect(alternativeAnnotatorTest(table, { judge: "judge", humans, epsilon: 0.1 })).toMatchObject({
      kind: "undefined",
    });
  });
});
