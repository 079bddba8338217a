import type { CorpusReference } from "./document";

/** Hyphens and dashes of a range, for a character class. */
export const RANGE_DASH = "\\-\\u2010-\\u2015\\u2212";

/** A number of a mark, or a range of them, with its span in UTF-16 units. */
export type NumberMember = { first: number; last: number; start: number; end: number };

const filler = "[\\s[\\](){}.,;:^]";
const between = `(?:${filler}+(?:[${RANGE_DASH}]${filler}*)?|[${RANGE_DASH}]${filler}*)`;
const numbersOnly = new RegExp(`^${filler}*\\d{1,4}(?:${between}\\d{1,4})*${filler}*$`);
const member = new RegExp(`(\\d{1,4})(?:[\\s\\])]*[${RANGE_DASH}][\\s[(]*(\\d{1,4}))?`, "g");
/** Most marks are one number; the pattern for lists is slower. */
const oneNumber = new RegExp(`^(${filler}*)(\\d{1,4})${filler}*$`);
/** Larger numbers are years. No list of references is longer, and no printed range. */
const LARGEST = 1500;
const LONGEST_RANGE = 100;

/**
 * The numbers that a mark of reference prints: `[3, 5-7]` has 3 and 5 to 7. A range that runs backwards or is very long is two numbers.
 *
 * @param marker the mark as printed; @param offset where it stands, added to each span
 * @returns members in order; none where the mark is no list of numbers. O(marker)
 * @example numbersIn("[3, 5-7]", 0) // [{ first: 3, last: 3, start: 1, end: 2 }, { first: 5, last: 7, start: 4, end: 7 }]
 */
export function numbersIn(marker: string, offset: number): NumberMember[] {
  const lone = oneNumber.exec(marker);
  if (lone) {
    const first = Number(lone[2]);
    const start = offset + (lone[1]?.length ?? 0);
    return first > 0 && first <= LARGEST ? [{ first, last: first, start, end: start + (lone[2]?.length ?? 0) }] : [];
  }
  if (!numbersOnly.test(marker)) return [];
  const members = [...marker.matchAll(member)].flatMap((match) => {
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    const start = offset + match.index;
    const end = start + match[0].length;
    if (last >= first && last - first <= LONGEST_RANGE) return [{ first, last, start, end }];
    return [
      { first, last: first, start, end: start + (match[1]?.length ?? 0) },
      { first: last, last, start: end - (match[2]?.length ?? 0), end },
    ];
  });
  return members.every(({ last }) => last > 0 && last <= LARGEST) ? members : [];
}

/** The list of references as printed numbers point into it. */
export type NumberedList = {
  /** The id of a printed number, undefined where it cannot be told. */
  idOf: (printed: number) => string | undefined;
  /** The id so many entries further down the list. */
  after: (id: string, steps: number) => string | undefined;
};

/**
 * Which reference a printed number means: by the labels of the list where it has numbers, else by the place in the list, where nine in ten of the
 * marks with one number and one target agree how the two differ. Nothing where they do not: lists that lost an entry drift.
 *
 * @param references in the order of the list; @param labels their printed labels by id; @param seen marks with one number and one target
 * @returns O(1) a question. O(references + seen) to build
 * @example numberReferences(refs, new Map(), [{ number: 3, id: "b2" }]).idOf(5) // "b4"
 */
export function numberReferences(
  references: readonly CorpusReference[],
  labels: ReadonlyMap<string, string>,
  seen: Iterable<{ number: number; id: string }>,
): NumberedList {
  const place = new Map(references.map(({ id }, i) => [id, i]));
  function after(id: string, steps: number): string | undefined {
    const at = place.get(id);
    return at === undefined ? undefined : references[at + steps]?.id;
  }

  const byLabel = new Map<number, string>();
  for (const { id } of references) {
    const number = /^\W*(\d{1,4})\W*$/.exec(labels.get(id) ?? "")?.[1];
    if (number !== undefined && !byLabel.has(Number(number))) byLabel.set(Number(number), id);
  }
  if (byLabel.size > references.length / 2) return { idOf: (printed) => byLabel.get(printed), after };

  const votes = new Map<number, number>();
  let cast = 0;
  for (const { number, id } of seen) {
    const at = place.get(id);
    if (at === undefined) continue;
    votes.set(at - number, (votes.get(at - number) ?? 0) + 1);
    cast++;
  }
  const [shift, most] = [...votes].reduce((best, vote) => (vote[1] > best[1] ? vote : best), [0, 0]);
  const agreed = most > 0 && most >= cast * 0.9;
  return { idOf: (printed) => (agreed ? references[printed + shift]?.id : undefined), after };
}
