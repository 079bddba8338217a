import { expect, test } from "vitest";
import { krippendorffAlpha } from "@/lib/agreement/krippendorff-alpha";
import { patternTable } from "@/lib/agreement/pattern-table";
import { itemWorth, worthBasis } from "./item-worth";

const people = (text: string) => text.split("");

/*
 * Ten items, two answers each, by hand: AA × 7, AB × 1, AC × 1, BC × 1. Of 20 answers A has 16, B 2, C 2.
 * De = (20² − 16² − 2² − 2²) / (20 · 19) = 136/380. A split item has Do = 1, so its ratio is 380/136 = 2.794….
 */
const TEN = [
  { people: people("AA"), items: 7 },
  { people: people("AB"), items: 1 },
  { people: people("AC"), items: 1 },
  { people: people("BC"), items: 1 },
];
const basis = worthBasis(["A", "B", "C"], "nominal", TEN);

test("a split is held against what chance would give; the rarer the options in dispute, the more it is worth", () => {
  expect(basis.shares).toEqual([0.8, 0.1, 0.1]);
  expect(basis.expected).toBeCloseTo(136 / 380, 12);
  const frequent = itemWorth(basis, { people: people("AB"), judges: [] });
  const rare = itemWorth(basis, { people: people("BC"), judges: [] });
  expect(frequent.ratio).toBeCloseTo(380 / 136, 12);
  expect(frequent.disagreement).toBeCloseTo(380 / 516, 12);
  expect(frequent.rarity).toBeCloseTo(1 - 0.45, 12);
  expect(rare.rarity).toBeCloseTo(1 - 0.1, 12);
  expect(frequent.worth).toBeCloseTo((0.5 * 380) / 516 + 0.2 * 0.55, 12);
  expect(rare.worth).toBeCloseTo((0.5 * 380) / 516 + 0.2 * 0.9, 12);
});

test("the same raw percent on a question where nearly all agree is worth more than where they rarely do", () => {
  const even = worthBasis(["A", "B"], "binary", [
    { people: people("AA"), items: 2 },
    { people: people("BB"), items: 2 },
    { people: people("AB"), items: 6 },
  ]);
  // Ten answers each: De = 2 · 100 / 380.
  expect(even.expected).toBeCloseTo(200 / 380, 12);
  const here = itemWorth(even, { people: people("AB"), judges: [] });
  expect(here.ratio).toBeCloseTo(1.9, 12);
  expect(here.worth).toBeLessThan(itemWorth(basis, { people: people("AB"), judges: [] }).worth);
});

test("the judges' contradiction of the plurality: their share, none over a tie, and UNSURE is no contradiction", () => {
  const agreed = itemWorth(basis, { people: people("AA"), judges: people("BA") });
  expect(agreed).toMatchObject({ ratio: 0, disagreement: 0, contradiction: 0.5 });
  expect(agreed.worth).toBeCloseTo(0.2 * 0.55 + 0.3 * 0.5, 12);
  expect(itemWorth(basis, { people: people("AB"), judges: people("C") }).contradiction).toBe(0);
  expect(itemWorth(basis, { people: people("AA"), judges: ["UNSURE"] }).worth).toBe(0);
  // Two of three people against one, and the judge with the one: Do = 2/3, all three parts count.
  const all = itemWorth(basis, { people: people("AAB"), judges: people("B") });
  expect(all.ratio).toBeCloseTo(((2 / 3) * 380) / 136, 12);
  expect(all.contradiction).toBe(1);
  // One answer alone cannot disagree with itself, but a judge can contradict it.
  expect(itemWorth(basis, { people: people("C"), judges: people("B") })).toMatchObject({ ratio: 0, contradiction: 1 });
});

test("nobody disagrees: worth nothing; nothing varies: no division by zero", () => {
  expect(itemWorth(basis, { people: people("AAA"), judges: people("A") }).worth).toBe(0);
  expect(itemWorth(basis, { people: [], judges: people("A") }).worth).toBe(0);
  const same = worthBasis(["A", "B"], "nominal", [{ people: people("AA"), items: 3 }]);
  expect(same.expected).toBe(0);
  expect(itemWorth(same, { people: people("AA"), judges: people("B") })).toMatchObject({ ratio: 0, contradiction: 1 });
  expect(worthBasis(["A"], "nominal", [])).toMatchObject({ shares: [0], expected: 0 });
});

test.each(["nominal", "ordinal"] as const)(
  "the items' %s ratios, weighted by their answers, average to 1 − α of lib/agreement",
  (scale) => {
    const patterns = ["1123", "22", "15", "333", "34", "1", "444", "2355", "5511"].map((text, i) => ({
      people: people(text),
      items: i + 1,
    }));
    const options = people("12345");
    const found = worthBasis(options, scale, patterns);
    const paired = patterns.filter((row) => row.people.length > 1);
    const weight = paired.reduce((total, row) => total + row.items * row.people.length, 0);
    const mean =
      paired.reduce(
        (total, row) =>
          total + row.items * row.people.length * itemWorth(found, { people: row.people, judges: [] }).ratio,
        0,
      ) / weight;
    const table = patternTable({
      categories: options,
      raters: ["a", "b", "c", "d"],
      rows: patterns.map((row) => ({
        labels: [0, 1, 2, 3].map((at) => (row.people[at] === undefined ? null : options.indexOf(row.people[at] ?? ""))),
        items: row.items,
      })),
    });
    const alpha = krippendorffAlpha(table, scale);
    if (alpha.kind === "undefined") throw new Error("α is not defined");
    expect(1 - mean).toBeCloseTo(alpha.value, 12);
  },
);

test("on an ordinal scale far apart weighs more than side by side, and inputs are left alone", () => {
  const patterns = Object.freeze([
    Object.freeze({ people: Object.freeze(people("12")), items: 1 }),
    Object.freeze({ people: Object.freeze(people("35")), items: 1 }),
    Object.freeze({ people: Object.freeze(people("44")), items: 1 }),
  ]);
  const ordinal = worthBasis(people("12345"), "ordinal", patterns);
  const near = itemWorth(ordinal, { people: people("12"), judges: [] });
  const far = itemWorth(ordinal, { people: people("15"), judges: [] });
  expect(far.disagreement).toBeGreaterThan(near.disagreement);
  expect([near.rarity, far.rarity]).toEqual([1 - 1 / 6, 1 - 1 / 6]);
});
