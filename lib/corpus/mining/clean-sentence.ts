/** Shorter sentences carry no proposition to judge. */
export const LEAST_LENGTH = 35;
const MOST_LENGTH = 1_000;

/** Why a sentence is left out of a pair. */
export type SentenceFault = "short" | "long" | "malformed";

// "1. ", "2) ", "(iii) ", "a) ", "• ", "- "; a bare "2019. " or "I. " is text.
const listPrefix = /^(?:[•▪◦‣∙·*–—-]\s+|\(?(?:\d{1,2}|[ivx]{1,4}|[a-h])\)\s+|\d{1,2}\.\s+(?=\p{Lu}))+/u;

/**
 * How many UTF-16 units of a sentence are white space and the mark of a list's item. O(prefix)
 * @example listPrefixLength("(2) To fix this, we prune.") // 4
 */
export function listPrefixLength(sentence: string): number {
  // most sentences begin with a word of two letters or more, and are not looked at further
  if (isLetter(sentence.charCodeAt(0)) && isLetter(sentence.charCodeAt(1)) && isLetter(sentence.charCodeAt(2)))
    return 0;
  const space = sentence.length - sentence.trimStart().length;

  return space + (listPrefix.exec(sentence.slice(space, space + 40))?.[0].length ?? 0);
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

/**
 * A sentence as it is compared and shown: compatibility forms composed (NFKC), soft hyphens and zero-width characters out, typographic
 * quotes plain, white space single, list prefix off. Case stays. O(n)
 *
 * @example normaliseSentence("(2)  The ﬁlter “works”.") // 'The filter "works".'
 */
export function normaliseSentence(sentence: string): string {
  const plain = /^[\x20-\x7e]*$/.test(sentence)
    ? sentence
    : sentence
        .normalize("NFKC")
        .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "")
        .replace(/[\u2018\u2019\u02bc]/g, "'")
        .replace(/[\u201c\u201d]/g, '"');
  const single = plain.replace(/\s+/g, " ").trim();

  return single.slice(listPrefixLength(single));
}

/**
 * A sentence with its first letter as a capital: for display only, what is stored stays. O(1)
 * @example capitalise("we prune it.") // "We prune it."
 */
export function capitalise(sentence: string): string {
  const first = /^["'([]*\p{Ll}/u.exec(sentence)?.[0];
  if (first === undefined || /^["'([]*\p{Ll}+\p{Lu}/u.test(sentence)) return sentence;

  return first.toUpperCase() + sentence.slice(first.length);
}

/**
 * Why a normalised sentence cannot stand in a pair, or undefined. Malformed: damaged characters, fewer than half of its signs letters,
 * brackets that do not match, an opening that is no letter, digit, quote or bracket, or no stop at its end.
 *
 * @param sentence normalised; @param start for S1: whether a small first letter says that it was cut. O(n)
 * @example sentenceFault("Too short.") // "short"
 */
export function sentenceFault(sentence: string, start: "any" | "capital" = "any"): SentenceFault | undefined {
  if (sentence.length < LEAST_LENGTH) return "short";
  if (sentence.length > MOST_LENGTH) return "long";
  if (start === "capital" && /^\p{Ll}(?!\p{Lu})/u.test(sentence)) return "malformed";
  if (!/^["'([$]*[\p{L}\p{N}$]/u.test(sentence) || !/[.!?:;]["')\]]*$/.test(sentence)) return "malformed";

  return hasDamage(sentence) ? "malformed" : undefined;
}

function hasDamage(sentence: string): boolean {
  let letters = 0;
  let signs = 0;
  const open = { round: 0, square: 0 };
  for (const character of sentence) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0xfffd || code < 0x20) return true;
    if (code === 0x20) continue;
    signs++;
    if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) letters++;
    else if (code > 0x7f && /\p{L}/u.test(character)) letters++;
    else if (code === 0x28) open.round++;
    else if (code === 0x29) open.round--;
    else if (code === 0x5b) open.square++;
    else if (code === 0x5d) open.square--;
  }

  return letters * 2 < signs || open.round !== 0 || open.square !== 0;
}
