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

/** OKLab to linear sRGB (matrices: Ottosson 2020), clipped to the screen's range. */
function toRgb([l, a, b]: Lab): Lab {
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
  ];
  return rgb.map((each) => Math.min(1, Math.max(0, each))) as Lab;
}

function toLab([r, g, b]: Lab): Lab {
  const [l, m, s] = [
    0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
    0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
    0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
  ].map(Math.cbrt) as Lab;
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Linear sRGB as it is seen with no working cones of one kind (Machado, Oliveira & Fernandes 2009, severity 1). */
const deficiencies: Record<string, [Lab, Lab, Lab]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seenWith(matrix: [Lab, Lab, Lab], colour: Lab): Lab {
  const rgb = toRgb(colour);
  return toLab(matrix.map((row) => Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])) as Lab);
}

/** Relative luminance by WCAG 2. */
function luminance(colour: Lab): number {
  const [red, green, blue] = toRgb(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
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

  // OKLab distance; .02 is about the least that side by side is seen at all.
  it.each(Object.keys(deficiencies))("keeps the option colours apart in %s", (kind) => {
    const seen = [1, 2, 3, 4, 5, 6].map((n) => seenWith(deficiencies[kind]!, read(`c${n}`)));
    for (const [at, one] of seen.entries()) {
      for (const other of seen.slice(at + 1)) {
        const distance = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
        expect(distance).toBeGreaterThanOrEqual(0.075);
      }
    }
  });
});
