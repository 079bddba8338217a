import { expect, test } from "vitest";
import { answersIn, categoryCodes } from "./rank-patterns";

test("counts of options travel as one number and come back, whatever their number", () => {
  const options = Array.from({ length: 12 }, (_, i) => `o${i}`);
  const asked = [{ id: "q", title: "Q", scale: "nominal" as const, options }];
  const rows = options.map((id) => ({ question: "q", version: 1, from: id, to: id, why: null }));
  const { values, powers } = categoryCodes(asked, [{ question: "q", rows }]);
  const powerOf = (value: string) => BigInt(powers[values.indexOf(value)] ?? 0);
  expect(powerOf("o2")).toBe(1_000_000n);
  const said = ["o0", "o3", "o3", "o11", "o11", "o11"];
  const sum = said.reduce((total, value) => total + powerOf(value), 0n);
  expect(answersIn(String(sum), options)).toEqual(said);
  expect(answersIn("0", options)).toEqual([]);
  expect(answersIn("2001", ["A", "B"])).toEqual(["A", "B", "B"]);
});
