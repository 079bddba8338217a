import { describe, expect, it } from "vitest";
import { text } from "./latex";
import { short } from "./print-report";
import { bandsBetween, readingOf } from "./reading";

describe("Landis and Koch's bands, with both ends", () => {
  it.each([
    [-0.1, -0.1, ["poor"]],
    [0, 0.2, ["slight"]],
    [0.2, 0.21, ["slight", "fair"]],
    [0.41, 0.6, ["moderate"]],
    [0.55, 0.85, ["moderate", "substantial", "almost perfect"]],
    [1, 1, ["almost perfect"]],
  ])("%f to %f", (low, high, names) => {
    expect(bandsBetween(low, high)).toEqual(names);
  });

  it("names every band that the interval spans, and the source", () => {
    const line = readingOf({ value: 0.5, low: 0.35, high: 0.65, method: "bca", n: 9 });
    expect(line).toContain("fair to substantial");
    expect(line).toContain("Landis and Koch (1977)");
  });

  it("has no band for what is not defined", () => {
    expect(readingOf({ undefined: "no_variation" })).not.toContain("Landis");
  });
});

describe("numbers and names in tables", () => {
  it("prints three digits without the leading zero, and no minus before zero", () => {
    expect([0.4999, -0.25, 1, -0.00001].map(short)).toEqual([".500", "−.250", "1.000", ".000"]);
  });

  it("escapes names for LaTeX", () => {
    expect(text("gpt_4 & 50% \\ ~")).toBe("gpt\\_4 \\& 50\\% \\textbackslash{} \\textasciitilde{}");
  });
});
