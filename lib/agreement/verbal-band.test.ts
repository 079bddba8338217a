import { describe, expect, it } from "vitest";
import { verbalBand } from "./verbal-band";

describe("verbalBand", () => {
  it("names the bands of Landis and Koch, table on page 165", () => {
    const word = (value: number) => verbalBand(value, undefined, "landis_koch").band;
    expect([-0.01, 0, 0.2, 0.21, 0.4, 0.41, 0.6, 0.61, 0.8, 0.81, 1].map(word)).toEqual([
      "poor",
      "slight",
      "slight",
      "fair",
      "fair",
      "moderate",
      "moderate",
      "substantial",
      "substantial",
      "almost perfect",
      "almost perfect",
    ]);
  });

  it("lists every band that the interval spans", () => {
    expect(verbalBand(0.61, { low: 0.15, high: 0.75 }, "landis_koch")).toEqual({
      band: "substantial",
      spans: ["slight", "fair", "moderate", "substantial"],
      source: "Landis and Koch (1977)",
    });
    expect(verbalBand(0.7, { low: 0.6, high: 0.8 }, "krippendorff").spans).toEqual([
      "not reliable",
      "tentative conclusions only",
      "reliable",
    ]);
  });
});
