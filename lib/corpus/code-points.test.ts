import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countCodePoints, sliceByCodePoints, toCodePointOffset, toCodePointRanges, toUtf16Offset } from "./code-points";

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom("a", "é", "e\u0301", "😀", "👩‍🔬", "\u{10ffff}", "\ud83c", "\udf89", "中"),
    fc.string({ unit: "binary", maxLength: 1 }),
  ),
});

describe("code points", () => {
  it("agree with Array.from", () => {
    fc.assert(
      fc.property(text, fc.nat(30), fc.nat(30), (value, a, b) => {
        const points = Array.from(value);
        const [start, end] = a < b ? [a, b] : [b, a];
        expect(countCodePoints(value)).toBe(points.length);
        expect(sliceByCodePoints(value, start, end)).toBe(points.slice(start, end).join(""));
        expect(sliceByCodePoints(value, start)).toBe(points.slice(start).join(""));
      }),
    );
  });

  it("go there and back", () => {
    fc.assert(
      fc.property(text, fc.nat(40), (value, raw) => {
        const point = Math.min(raw, countCodePoints(value));
        const unit = toUtf16Offset(value, point);
        expect(unit).toBe(Array.from(value).slice(0, point).join("").length);
        expect(toCodePointOffset(value, unit)).toBe(point);
      }),
    );
  });

  it("map many ranges at once as one by one", () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(20), { maxLength: 8 }), (value, cuts) => {
        const points = [...new Set(cuts.map((cut) => Math.min(cut, countCodePoints(value))))].sort((a, b) => a - b);
        const wanted = points.slice(1).map((end, i) => ({ start: points[i] ?? 0, end }));
        const units = wanted.map(({ start, end }) => ({
          start: toUtf16Offset(value, start),
          end: toUtf16Offset(value, end),
        }));
        expect(toCodePointRanges(value, units)).toEqual(wanted);
      }),
    );
  });

  it("know the edges", () => {
    expect(sliceByCodePoints("a😀b", 1, 2)).toBe("😀");
    expect(toUtf16Offset("😀b", 1)).toBe(2);
    expect(toCodePointOffset("😀b", 2)).toBe(1);
    expect(toUtf16Offset("ab", 9)).toBe(2);
    expect(toUtf16Offset("😀", 9)).toBe(2);
    expect(toCodePointOffset("ab", -1)).toBe(0);
  });
});
