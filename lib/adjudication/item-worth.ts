import { referenceLabel } from "@/lib/agreement/reference-label";

/** What was said about one item under one question: option ids, one entry an answer, in any order. */
export type Said = { readonly people: readonly string[]; readonly judges: readonly string[] };

/** What the study says on the whole about a question: the yardstick that one item is held against. */
export type WorthBasis = {
  /** The options that people may choose, in the codebook's order. Other answers (a judge's UNSURE) do not count. */
  readonly options: readonly string[];
  /** How often people chose each option, as shares of all their answers; in the order of `options`. */
  readonly shares: readonly number[];
  /** Where each option stands on the scale, for ordinal questions: Krippendorff's middle ranks; null where nominal. */
  readonly ranks: readonly number[] | null;
  /** Krippendorff's expected disagreement (De) over items with two or more answers; 0 where nothing varies. */
  readonly expected: number;
};

/** Why an item stands where it stands. Every part lies in 0 … 1. */
export type ItemWorth = {
  /** Observed over expected disagreement of the item (0 and up): 1 is as much as chance would give. */
  readonly ratio: number;
  /** The same brought into 0 … 1: ratio / (1 + ratio). */
  readonly disagreement: number;
  /** 1 less the mean share of the options in dispute: high where the rare ones are at stake. */
  readonly rarity: number;
  /** The share of judges that contradict the people's plurality. */
  readonly contradiction: number;
  /** .5 × disagreement + .2 × rarity + .3 × contradiction; 0 where nobody disagrees. */
  readonly worth: number;
};

/** The weights of the three parts. They sum to 1; docs/adjudication.md says why. */
const WORTH_WEIGHTS = { disagreement: 0.5, rarity: 0.2, contradiction: 0.3 } as const;

/**
 * The yardstick of one question from counted patterns (items with the same answers are one row). Shares rest on all
 * people's answers; the expected disagreement on items with at least two, as in Krippendorff's α: the mean of the
 * items' ratios, weighted by their answers, is 1 − α. O(patterns × answers + options²).
 * Source: Krippendorff, K. (2011), Computing Krippendorff's alpha-reliability.
 * @example worthBasis(["A", "B"], "nominal", [{ people: ["A", "B"], items: 1 }, { people: ["A", "A"], items: 1 }]).expected // 0.5
 */
export function worthBasis(
  options: readonly string[],
  scale: "nominal" | "ordinal" | "binary",
  patterns: Iterable<{ readonly people: readonly string[]; readonly items: number }>,
): WorthBasis {
  const all = new Float64Array(options.length);
  const paired = new Float64Array(options.length);
  for (const { people, items } of patterns) {
    const places = placesOf(options, people);
    for (const place of places) {
      all[place] = (all[place] ?? 0) + items;
      if (places.length > 1) paired[place] = (paired[place] ?? 0) + items;
    }
  }
  const total = sum(all);
  const ranks = scale === "ordinal" ? middleRanks(paired) : null;
  const n = sum(paired);
  let pairs = 0;
  for (let a = 0; a < options.length; a += 1) {
    for (let b = 0; b < options.length; b += 1) pairs += (paired[a] ?? 0) * (paired[b] ?? 0) * distance(ranks, a, b);
  }

  return {
    options,
    shares: Array.from(all, (count) => (total > 0 ? count / total : 0)),
    ranks,
    expected: n > 1 ? pairs / (n * (n - 1)) : 0,
  };
}

/**
 * What deciding one item is worth, never by raw percent: disagreement corrected for chance, class balance, and the
 * judges' contradiction of people's strict plurality (none where people tie). O(answers²).
 * @example itemWorth(basis, { people: ["A", "A", "B"], judges: ["B"] }).contradiction // 1
 */
export function itemWorth(basis: WorthBasis, said: Said): ItemWorth {
  const people = placesOf(basis.options, said.people);
  const judges = placesOf(basis.options, said.judges);
  const plurality = referenceLabel(people, "majority");
  const against = plurality.kind === "label" ? judges.filter((place) => place !== plurality.label) : [];
  const disputed = new Set(new Set(people).size > 1 ? people : []);
  if (plurality.kind === "label" && against.length > 0)
    for (const place of [plurality.label, ...against]) disputed.add(place);
  if (disputed.size === 0) return { ratio: 0, disagreement: 0, rarity: 0, contradiction: 0, worth: 0 };

  const ratio = basis.expected > 0 ? observed(basis, people) / basis.expected : 0;
  const disagreement = ratio / (1 + ratio);
  const shares = [...disputed].map((place) => basis.shares[place] ?? 0);
  const rarity = 1 - sum(shares) / shares.length;
  const contradiction = judges.length > 0 ? against.length / judges.length : 0;
  const worth =
    WORTH_WEIGHTS.disagreement * disagreement +
    WORTH_WEIGHTS.rarity * rarity +
    WORTH_WEIGHTS.contradiction * contradiction;

  return { ratio, disagreement, rarity, contradiction, worth };
}

/** Mean distance over the ordered pairs of different answers: Do of this item alone. */
function observed(basis: WorthBasis, people: readonly number[]): number {
  const m = people.length;
  if (m < 2) return 0;
  let pairs = 0;
  for (const a of people) for (const b of people) pairs += distance(basis.ranks, a, b);

  return pairs / (m * (m - 1));
}

function distance(ranks: readonly number[] | null, a: number, b: number): number {
  if (a === b) return 0;

  return ranks ? ((ranks[a] ?? 0) - (ranks[b] ?? 0)) ** 2 : 1;
}

function middleRanks(counts: Float64Array): number[] {
  let before = 0;

  return Array.from(counts, (count) => {
    before += count;

    return before - count / 2;
  });
}

function placesOf(options: readonly string[], values: readonly string[]): number[] {
  return values.map((value) => options.indexOf(value)).filter((place) => place >= 0);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;

  return total;
}
