import { expect, test } from "vitest";
import { sayNumber, sizeOf } from "./words";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [1550, "1.6 kB"],
  [12_345, "12 kB"],
  [999_600, "1.0 MB"],
  [20_000_000, "20 MB"],
])("%i bytes are %s", (bytes, words) => {
  expect(sizeOf(bytes)).toBe(words);
});

test("a number with its interval; not defined says why", () => {
  const base = { id: "q/kappa", question: "q", measure: "κ", judge: null, n: 10, method: "" };
  expect(sayNumber({ ...base, value: 0.4614, low: 0.405, high: 0.512, undefined: null })).toBe(".461 [.41, .51]");
  expect(sayNumber({ ...base, value: 1, low: null, high: null, undefined: null })).toBe("1.000");
  expect(sayNumber({ ...base, value: null, low: null, high: null, undefined: "no_variation" })).toBe(
    "not defined (no variation)",
  );
});
