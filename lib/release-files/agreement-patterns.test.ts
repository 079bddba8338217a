import { expect, test } from "vitest";
import { patternCounter } from "./agreement-patterns";

const SCOPE = {
  ...{ question: "kind", categories: ["A", "B"], abstain: ["UNSURE"], abstainQuestion: null, rounds: ["main"] },
  ...{ raters: ["r-1", "r-2"], origins: ["studio" as const], judge: "r-j" },
};

function label(item: string, rater: string, value: string, version: number) {
  const round = rater === "r-j" ? "corpus" : "main";
  const row = { item, unit: "", question: "kind", round, rater, value, counted: true, origin: "studio" };

  return { ...row, codebook_version: version };
}

const ROWS = [
  ...[label("i1", "r-1", "A", 2), label("i1", "r-2", "B", 1), label("i1", "r-j", "B", 1)],
  ...[label("i2", "r-1", "A", 2), label("i2", "r-2", "A", 2), label("i2", "r-j", "UNSURE", 2)],
];

// Places: A 0, B 1, UNSURE 2, none −1; the raters, what is settled, the judge.
test.each([
  [null, ["0,1,-1,1", "0,0,-1,2"]],
  [2, ["0,-1,-1,-1", "0,0,-1,2"]],
])("under version %s neither a person's nor the judge's labels of another count", (codebookVersion, expected) => {
  const counter = patternCounter({ ...SCOPE, codebookVersion }, new Map());
  for (const row of ROWS) counter.add(row);
  expect(
    counter
      .finish()
      .map(({ labels }) => labels.join(","))
      .toSorted(),
  ).toEqual(expected.toSorted());
});
