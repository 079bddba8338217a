// biome-ignore lint/style/noRestrictedImports: this test reads the stylesheet that it measures.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { shade } from "./shade";

type Lab = [number, number, number];

const css = readFileSync("app/globals.css", "utf8");
const oklch = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)|oklch\(1 0 0\)`;

/** The tokens of both themes, in OKLab. */
function tokens(theme: "light" | "dark"): Map<string, Lab> {
  const found = new Map<string, Lab>();
  for (const [, name = "", pair = ""] of css.matchAll(/^\s*--([a-z0-9-]+): light-dark\((.+)\);/gm)) {
    const colours = [...pair.matchAll(new RegExp(oklch, "g"))];
    const [, l = "1", c = "0", h = "0"] = colours[theme === "light" ? 0 : 1]!;
    const angle = (Number(h) * Math.PI) / 180;
    found.set(name, [Number(l), Number(c) * Math.cos(angle), Number(c) * Math.sin(angle)]);
  }
  return found;
}

/** Relative luminance by WCAG 2 of an OKLab colour (matrices: Ottosson 2020), clipped to sRGB. */
function luminance([l, a, b]: Lab): number {
  const m = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ];
  const [x, y, z] = m.map((each) => each ** 3) as Lab;
  const rgb = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ].map((each) => Math.min(1, Math.max(0, each))) as Lab;
  return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
}

function contrast(one: Lab, other: Lab): number {
  const [high, low] = [luminance(one), luminance(other)].sort((p, q) => q - p) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** What the browser makes of `color-mix(in oklab, var(--a) p%, var(--b))`. */
function mixed(fill: string, theme: Map<string, Lab>): Lab {
  const [, colour = "", percent = "", paper = ""] = fill.match(/var\(--(\w+)\) ([\d.]+)%, var\(--(\w+)\)/)!;
  const p = Number(percent) / 100;
  return theme.get(colour)!.map((each, at) => each * p + theme.get(paper)![at]! * (1 - p)) as Lab;
}

it("measures contrast as WCAG does", () => {
  expect(contrast([1, 0, 0], [0, 0, 0])).toBeCloseTo(21, 2);
  // #777 on white is 4.48:1, the classic near miss; #777 is OKLab L = .5693.
  expect(contrast([1, 0, 0], [0.5693, 0, 0])).toBeCloseTo(4.48, 1);
});

describe.each(["light", "dark"] as const)("the %s theme", (name) => {
  const theme = tokens(name);
  const read = (token: string) => theme.get(token)!;

  it("has all tokens", () => {
    expect(theme.size).toBe(18);
  });

  it.each(["ink", "ink-2", "accent", "good", "warn", "bad", "c1", "c2", "c3", "c4", "c5", "c6"])(
    "reads %s at 4.5:1 on paper, sheet and the soft accent",
    (token) => {
      for (const under of ["paper", "sheet", "accent-soft"]) {
        expect(contrast(read(token), read(under)), under).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it("reads on filled buttons and on the mark", () => {
    expect(contrast(read("paper"), read("accent"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(read("paper"), read("bad"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(read("ink"), read("mark"))).toBeGreaterThanOrEqual(4.5);
  });

  it("shows the edges of controls at 3:1", () => {
    expect(contrast(read("ink-3"), read("paper"))).toBeGreaterThanOrEqual(3);
    expect(contrast(read("ink-3"), read("sheet"))).toBeGreaterThanOrEqual(3);
  });

  it.each(["accent", "warn"] as const)("reads ink on every shade of %s", (colour) => {
    for (const share of [0, 0.25, 0.5, 0.75, 1, 7]) {
      expect(contrast(read("ink"), mixed(shade(share, colour), theme)), `${share}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("reads ink on a hatched cell", () => {
    expect(contrast(read("ink"), read("rule"))).toBeGreaterThanOrEqual(4.5);
  });
});
