import { expect, test } from "vitest";
import { decide } from "./decide";
import type { LayerLabel } from "./wire";

function labels(...values: string[]): LayerLabel[] {
  return values.map((value, i) => ({
    rater: `r${i}`,
    value,
    round: "main",
    origin: "studio",
    codebookVersion: 1,
    confidence: null,
    probability: null,
  }));
}

test.each([
  ["AAB", "A", "majority"],
  ["A", "A", "majority"],
  ["AABBC", null, "tie"],
  ["AB", null, "tie"],
  ["ABC", null, "tie"],
  ["AABBCCC", "C", "majority"],
  ["", null, "none"],
])("%s gives %s by %s", (said, label, decided) => {
  expect(decide("majority", labels(...said))).toEqual({ label, decided });
});

test("an answer that only judges may give is no label", () => {
  expect(decide("judge", labels("UNSURE"), ["UNSURE"])).toEqual({ label: null, decided: "none" });
  expect(decide("judge", labels("A"), ["UNSURE"])).toEqual({ label: "A", decided: "judge" });
});
