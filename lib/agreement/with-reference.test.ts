import { describe, expect, it } from "vitest";
import { patternTable } from "./pattern-table";
import { referenceLabel } from "./reference-label";
import { withReference } from "./with-reference";

describe("referenceLabel", () => {
  it("majority is a strict plurality; ties have no label unless a rule says so", () => {
    expect(referenceLabel([2, 1, 2], "majority")).toEqual({ kind: "label", label: 2, raters: 3 });
    expect(referenceLabel([2, 1], "majority")).toEqual({ kind: "tie" });
    expect(referenceLabel([0, 0, 1, 1, 2], "majority")).toEqual({ kind: "tie" });
    expect(referenceLabel([2, 1], "majority", "lowest")).toEqual({ kind: "label", label: 1, raters: 2 });
    expect(referenceLabel([2, 1], "majority", "highest")).toEqual({ kind: "label", label: 2, raters: 2 });
    expect(referenceLabel([], "majority")).toEqual({ kind: "none" });
  });

  it("medians and rounded mean differ on even numbers and halves", () => {
    expect(referenceLabel([4, 1, 0, 3], "lower_median")).toMatchObject({ label: 1 });
    expect(referenceLabel([4, 1, 0, 3], "upper_median")).toMatchObject({ label: 3 });
    expect(referenceLabel([0, 1], "rounded_mean")).toMatchObject({ label: 1 });
    expect(referenceLabel([0, 0, 1], "rounded_mean")).toMatchObject({ label: 0 });
    expect(referenceLabel([3, 0, 4], "lower_median")).toMatchObject({ label: 3 });
  });
});

describe("withReference", () => {
  const table = patternTable({
    categories: ["a", "b"],
    raters: ["ann", "bob", "cat", "settled"],
    rows: [
      { labels: [0, 0, 1, null], items: 5 },
      { labels: [0, 1, null, null], items: 4 },
      { labels: [0, 1, null, 1], items: 3 },
      { labels: [null, 1, null, null], items: 2 },
      { labels: [null, null, null, null], items: 1 },
    ],
  });

  it("says where the reference comes from, in items", () => {
    const raters = ["ann", "bob", "cat"];
    const { provenance, reference } = withReference(table, { raters, rule: "majority", adjudicated: "settled" });
    expect(reference).toBe("reference");
    expect(provenance).toEqual({ adjudicated: 3, twoOrMoreRaters: 5, oneRater: 2, ties: 4, none: 1 });
  });

  it("adds the label to each row", () => {
    const { table: referred } = withReference(table, { raters: ["ann", "bob", "cat"], rule: "majority" });
    const column = Array.from({ length: referred.rows }, (_, row) => referred.labels[row * 5 + 4]);
    expect(column).toEqual([0, -1, -1, 1, -1]);
  });
});
