import { expect, test } from "vitest";
import { chiSquareTail, chiSquareTest, upperGamma } from "./chi-square";

// Printed tables of the χ² distribution (upper 5 % and 1 % points), and closed forms for even degrees.
test.each([
  [3.841458820694124, 1, 0.05],
  [5.991464547107979, 2, 0.05],
  [6.634896601021213, 1, 0.01],
  [18.307038053275146, 10, 0.05],
  [43.77297182574219, 30, 0.05],
])("χ² ≥ %d with %d degrees of freedom", (x, degrees, p) => {
  expect(chiSquareTail(x, degrees)).toBeCloseTo(p, 10);
});

test("with an even number of degrees the tail is a Poisson sum", () => {
  for (const x of [0.1, 1, 2.5, 9, 40]) {
    const half = x / 2;
    expect(chiSquareTail(x, 2)).toBeCloseTo(Math.exp(-half), 13);
    expect(chiSquareTail(x, 6)).toBeCloseTo(Math.exp(-half) * (1 + half + half ** 2 / 2), 13);
  }
  expect(upperGamma(1, 0)).toBe(1);
});

test("a table worked by hand: 10 of 30 against 20 of 30", () => {
  // Expected 15 in all four cells: 4 × 25/15 = 6.6667; p = erfc(√(6.6667/2)) = .00982.
  const result = chiSquareTest([
    { yes: 10, no: 20 },
    { yes: 20, no: 10 },
    { yes: 0, no: 0 },
  ]);
  expect(result).toMatchObject({ kind: "test", degrees: 1, smallExpected: false });
  if (result.kind !== "test") throw new Error("no test");
  expect(result.statistic).toBeCloseTo(20 / 3, 12);
  expect(result.p).toBeCloseTo(0.009823, 6);
});

test("small groups are said to be small; one group, nobody and everybody have no test", () => {
  expect(
    chiSquareTest([
      { yes: 1, no: 3 },
      { yes: 3, no: 1 },
    ]),
  ).toMatchObject({ kind: "test", smallExpected: true });
  expect(chiSquareTest([{ yes: 1, no: 3 }])).toMatchObject({ kind: "undefined" });
  expect(
    chiSquareTest([
      { yes: 0, no: 3 },
      { yes: 0, no: 1 },
    ]),
  ).toMatchObject({ reason: "Nobody has answered yet." });
});
