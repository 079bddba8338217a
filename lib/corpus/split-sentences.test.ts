import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countCodePoints, sliceByCodePoints } from "./code-points";
import { hasShared, readShared } from "./fixtures/shared-files";
import { splitSentences } from "./split-sentences";

function sentences(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => sliceByCodePoints(text, start, end).trim());
}

describe("splitSentences", () => {
  it("keeps abbreviations, initials, numbers and citations whole", () => {
    expect(sentences("We follow A. B. Lee et al. (2019, p. 3) at 0.5. See Fig. 2, e.g. its inset. Done!")).toEqual([
      "We follow A. B. Lee et al. (2019, p. 3) at 0.5.",
      "See Fig. 2, e.g. its inset.",
      "Done!",
    ]);
    expect(sentences("")).toEqual([]);
    expect(sentences("😀 One. 😀 Two.")).toEqual(["😀 One.", "😀 Two."]);
  });

  it("covers any text without gap or overlap", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("et al. ", "[1]", ". ", "(a. b)", "😀. ", "Fig. ")),
        ),
        (parts) => {
          const text = parts.join("");
          const ranges = splitSentences(text);
          let at = 0;
          for (const { start, end } of ranges) {
            expect(start).toBe(at);
            expect(end).toBeGreaterThan(start);
            at = end;
          }
          expect(at).toBe(countCodePoints(text));
        },
      ),
    );
  });

  it.each([
    "A. ".repeat(100_000),
    `et${" ".repeat(300_000)}`,
    `. ${" ".repeat(300_000)}`,
    "(".repeat(300_000),
    '"a. '.repeat(100_000),
    "[1, ".repeat(100_000),
  ])("ends in time on hostile text %#", { timeout: 10_000 }, (text) => {
    expect(splitSentences(text).at(-1)?.end).toBe(text.length);
  });

  // The later issue on sentence splitting asks for 18 of 22.
  it.skipIf(!hasShared)("passes at least 18 of the 22 hard cases", () => {
    const cases = JSON.parse(readShared("cases/sentence/hard-cases.json")) as string[][];
    expect(cases).toHaveLength(22);
    const failed = cases.filter((expected) => {
      const joined = expected.join(/\p{Script=Han}/u.test(expected[0] ?? "") ? "" : " ");
      return JSON.stringify(sentences(joined)) !== JSON.stringify(expected);
    });
    const shown = failed.map(
      (expected) => `${JSON.stringify(expected)} -> ${JSON.stringify(sentences(expected.join(" ")))}`,
    );
    expect(failed.length, shown.join("\n")).toBeLessThanOrEqual(4);
  });
});
