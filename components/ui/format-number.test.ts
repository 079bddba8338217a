import { describe, expect, it } from "vitest";
import { formatCount, formatDecimal, formatInterval, formatOf, formatPercent } from "./format-number";

describe("numbers as a paper prints them", () => {
  it.each([
    [0.461, 3, ".461"],
    [0.49, 2, ".49"],
    [1, 3, "1.000"],
    [0, 2, ".00"],
    [0.9996, 3, "1.000"],
    [-0.12, 3, "\u2212.120"],
    [-1, 2, "\u22121.00"],
    [-0.0004, 3, ".000"],
    [12.5, 1, "12.5"],
    [0.4375 - 2 ** -54, 3, ".438"],
  ])("%d at %d digits is %s", (value, digits, text) => {
    expect(formatDecimal(value, digits)).toBe(text);
  });

  it("writes intervals, counts, shares", () => {
    expect(formatInterval(0.4118, 0.5083)).toBe("[.41, .51]");
    expect(formatInterval(-0.05, 0.1)).toBe("[\u2212.05, .10]");
    expect(formatCount(1712)).toBe("1,712");
    expect(formatCount(2_000_000)).toBe("2,000,000");
    expect(formatPercent(0.8712)).toBe("87\u202f%");
    expect(formatPercent(-0.051, 1)).toBe("\u22125.1\u202f%");
    expect(formatOf(510, 1510)).toBe("510 of 1,510");
  });
});
