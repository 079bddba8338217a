import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePattern, patternPowers } from "./pattern-key";

describe("pattern keys", () => {
  it("reads a key computed by hand: labels 2, none, 0 of three categories are 3 + 0·4 + 1·16 = 19", () => {
    expect(patternPowers(3, 3)).toEqual([1n, 4n, 16n]);
    expect(decodePattern("19", 3, 3)).toEqual([2, null, 0]);
  });

  it("reads the text form, where numbers would overflow", () => {
    expect(patternPowers(33, 4)).toBeNull();
    expect(decodePattern("0:2,3:1", 4, 3)).toEqual([1, null, null, 0]);
  });

  it("comes back to any pattern", () => {
    const pattern = fc.array(fc.option(fc.integer({ min: 0, max: 5 })), { minLength: 1, maxLength: 22 });
    fc.assert(
      fc.property(pattern, (labels) => {
        const powers = patternPowers(labels.length, 6);
        const key = labels.reduce((sum, label, place) => sum + BigInt((label ?? -1) + 1) * (powers?.[place] ?? 0n), 0n);
        expect(decodePattern(key.toString(), labels.length, 6)).toEqual(labels);
      }),
    );
  });
});
