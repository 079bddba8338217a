import { describe, expect, it, test } from "vitest";
import { normaliseTitle, titleSimilarity } from "./normalise-title";

// Expected keys are written by hand from the rule, not by running it.
test.each([
  ["  “Naïve” Bayes: A Re-Examination ", "naive bayes a re examination"],
  ["Eﬃcient ﬁne-tuning", "efficient fine tuning"],
  ["Schrödinger’s cat & the BAYES’ rule", "schrodingers cat the bayes rule"],
  ["Ørsted, Łukasiewicz und Weiß", "orsted lukasiewicz und weiss"],
  ["x² — a study", "x2 a study"],
  ["İstanbul", "istanbul"],
  ["Naïve", "naive"],
  ["Naïve", "naive"],
  ["Об измерении\u00a0согласия", "об измерении согласия"],
  ["ＢＥＲＴ：  pre‑training", "bert pre training"],
  ["ΣΑΣ", "σασ"],
  ["— …", ""],
  ["", ""],
])("%j is compared as %j", (title, key) => {
  expect(normaliseTitle(title)).toBe(key);
});

it("is the same when done again", () => {
  for (const title of ["ǅ and ﬃ", "A\tB\nC", "Straße № 5", "ŉgoma"]) {
    const once = normaliseTitle(title);
    expect(normaliseTitle(once)).toBe(once);
  }
});

describe("similarity counts trigrams as pg_trgm does", () => {
  // "word" → "  w"," wo","wor","ord","rd "; "two words" → "  t"," tw","two","wo ","  w"," wo","wor","ord","rds","ds ": 4 of 11.
  it("the manual's own example: similarity('word', 'two words') = .36364", () => {
    expect(titleSimilarity("word", "two words")).toBeCloseTo(4 / 11, 12);
  });

  // random: 7 trigrams, all shared; forests: "  f"," fo","for","ore","res","est","sts","ts "; forest: … "est","st ": 6 shared.
  it("one letter more", () => {
    expect(titleSimilarity("random forests", "random forest")).toBeCloseTo(13 / (15 + 14 - 13), 12);
  });

  it("equal, unlike and empty", () => {
    expect(titleSimilarity("a b", "b a")).toBe(1);
    expect(titleSimilarity("abc", "xyz")).toBe(0);
    expect(titleSimilarity("", "xyz")).toBe(0);
  });
});
