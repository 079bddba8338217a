import { expect, test } from "vitest";
import { mergeStrata } from "./merge-strata";

test("the smallest cell goes to the next smallest, until none is below the minimum", () => {
  const cells = new Map([
    ["a", 2],
    ["b", 40],
    ["c", 3],
    ["d", 9],
  ]);
  const { merged, merges } = mergeStrata(cells, 10);
  // a (2) + c (3) = 5, below 10: with d (9) = 14.
  expect(merges).toEqual([
    { from: "a", size: 2, into: "a + c" },
    { from: "a + c", size: 5, into: "a + c + d" },
  ]);
  expect(Object.fromEntries(merged)).toEqual({ a: "a + c + d", b: "b", c: "a + c + d", d: "a + c + d" });
});

test("ties go by name; one cell may stay below the minimum; 0 merges nothing", () => {
  const equal = new Map([
    ["y", 1],
    ["x", 1],
    ["z", 1],
  ]);
  expect(mergeStrata(equal, 2).merges[0]).toEqual({ from: "x", size: 1, into: "x + y" });
  expect(mergeStrata(new Map([["x", 1]]), 5)).toEqual({ merged: new Map([["x", "x"]]), merges: [] });
  expect(mergeStrata(equal, 0).merges).toEqual([]);
});
