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

  it("finds each sentence of a long text, wherever it is cut for the segmenter", () => {
    const lengths = Array.from({ length: 400 }, (_, i) => 1 + ((i * 7919) % 97));
    const long = lengths.map((length, i) => `No ${i % 3 === 0 ? "e.g. 😀" : "(a. B)"} ${"word ".repeat(length)}end.`);
    expect(sentences(long.join(" "))).toEqual(long);
  });

  it.each([
    "The cat sat on the mat. ".repeat(20_000),
    "A. ".repeat(100_000),
    `et${" ".repeat(300_000)}`,
    `. ${" ".repeat(300_000)}`,
    "(".repeat(300_000),
    '"a. '.repeat(100_000),
    "[1, ".repeat(100_000),
  ])("ends in time on hostile text %#", { timeout: 10_000 }, (text) => {
    expect(splitSentences(text).at(-1)?.end).toBe(text.length);
  });

  it.each([
    ["The U.S. Census was used.", "It is large."],
    ["He lives in the U.S.", "She does not."],
    ["We use Yahoo! Answers and all n! orders.", "They are noisy."],
    ["It is based on .NET and Node.js.", "Both work."],
    ["They proposed method A.", "We compare with it."],
    ["It is due to J. Kim and A. B. Diaz.", "They wrote it."],
    ["This was shown before.[12]", "We extend it."],
    ["This was shown before.1,2", "However, it fails."],
    ["Speed rose in all cases.", "[9], in contrast, studied accuracy."],
    ["The p-value is 0.05.", "95 % of the cases agree."],
    ["We used approx. 10 items, incl. two new ones.", "25 people took part."],
    ["Ito, K., and Diaz, R. 2019. Counting birds. In Proc. of Wings."],
  ])("ends sentences where a reader does: %s", (...expected) => {
    expect(sentences(expected.join(" "))).toEqual(expected);
  });

  it.skipIf(!hasShared)("agrees with the sentences that people marked in ACM-CR at F1 .995 or more", () => {
    const gold = Object.values(JSON.parse(readShared("data/acm-cr/gold_sentences.json")) as Record<string, string[]>);
    expect(gold).toHaveLength(330);
    let agreed = 0;
    let wanted = 0;
    let found = 0;
    for (const marked of gold) {
      const starts = marked.map((_, i) => countCodePoints(`${marked.slice(0, i).join(" ")} `)).slice(1);
      const split = new Set(splitSentences(marked.join(" ")).map(({ start }) => start));
      wanted += starts.length;
      found += split.size - 1;
      agreed += starts.filter((start) => split.has(start)).length;
    }
    expect(wanted).toBe(1457);
    expect((2 * agreed) / (wanted + found)).toBeGreaterThanOrEqual(0.995);
  });

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
