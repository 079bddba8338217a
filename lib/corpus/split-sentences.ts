import { type TextRange, toCodePointRanges } from "./code-points";

const MASK = "x";

/** Words that open sentences in papers: after a short form that may end one, they say that it did. */
const opener =
  "(?:We|Our|I|It|Its|The|They|Their|This|These|That|Those|There|Then|Thus|Therefore|Here|Hence|However|In|On|At|By|From|With|For|To|As|An?|And|But|Or|So|If|When|While|Where|Since|Because|Although|After|Before|Both|All|Some|Most|Many|Others?|Another|Each|Such|No|Not|Moreover|Furthermore|Finally|First|Second|Next|He|She|His|Her|Elsewhere)\\b";

/** Short forms that are never the last word: their stop, and what follows, belong to the sentence. */
const shortForms =
  /\b(?:e\.\s?g|i\.\s?e|w\.\s?r\.\s?t|a\.\s?k\.\s?a|w\.\s?l\.\s?o\.\s?g|viz|cf|vs|ca|approx|resp|incl|Suppl|Figs?|Fig|Tabs?|Secs?|Eqs?|Eqns?|Refs?|Chaps?|Ch|App|Alg|Thm|Def|Lem|Prop|Cor|Vol|Nos?(?=\.\s?\d)|pp?|Dr|Prof|Mr|Mrs|Ms|St|Jr|Dept|Univ|Ed|Eds|Proc|Conf|Trans|Int)\./gi;

/** Each match is masked, so that the stop inside it ends no sentence. */
const inside: RegExp[] = [
  // numbers, versions, addresses, file names; .NET
  /\.(?<=[\p{L}\p{N}]\.)(?=[\p{L}\p{N}])/gu,
  /\.(?<=\s\.)(?=\p{L})/gu,
  // initials: J. Smith, A. B. Jones, Zhang, Y., Manning, C. D. 2017; but "method A. We"
  new RegExp(String.raw`\.(?<=(?<![\p{L}\p{N}])\p{Lu}\.)(?=[\s-]*(?!${opener})(?:\p{Lu}|,|and\b|&|\(?\d{4}))`, "gu"),
  // U.S. Census; but "in the U.S. We"
  new RegExp(String.raw`\.(?<=\b\p{Lu}[.x]\p{Lu}\.)(?=\s(?!${opener})\p{Lu})`, "gu"),
  new RegExp(String.raw`\bet\s+al\.(?!\s+${opener})`, "g"),
  /\betc\.(?=\s*[\p{Ll},;)])/gu,
  // n! orders, Yahoo! Answers, "did you mean A?" as an example: no sentence goes on in small letters
  /[!?](?=["\u201d')]?\s+(?!\p{Ll}\p{Lu})\p{Ll})/gu,
  new RegExp(String.raw`\bYahoo!(?!\s+${opener})`, "g"),
];

/** Citations printed behind the stop, [12] or as a raised number: the sentence ends after them. */
const citedBehind =
  /[.!?](?:\[\d[\d,;\s\u2013-]{0,40}\]|(?<=\p{Ll}{3}\.)\d{1,3}(?:[,\u2013-]\d{1,3}){0,9})\s+(?=\p{Lu})/gu;

/** An entry of a list of references is one sentence: Zhang, Y., and Diaz, C. 2017. Title. In Venue. */
const bibliographyEntry =
  /^\s*\p{Lu}[\p{L}'\u2019-]{1,40},\s(?:\p{Lu}\.[\s-]?){1,4},?\s.{0,300}?\(?\d{4}[a-z]?\)?\.\s/u;
const LONGEST_ENTRY = 500;

/** Brackets: their stops belong to them. */
const brackets = [/\([^()]{0,300}\)/g, /\[[^[\]]{0,300}\]/g];

/** Quotations: only a stop before the closing mark may end the sentence. */
const quotations = [
  /\u201c[^\u201c\u201d]{0,300}\u201d/g,
  /(?<![\p{L}\p{N}])"(?=\S)[^"]{0,300}(?<=\S)"(?![\p{L}\p{N}])/gu,
];

/** Sentences that open with a small letter or a number: eBay …, [4] extends …, [9], in contrast, …, 25 people were …. */
const smallStart =
  /[.!?](?:["\u201d')]?\s+(?=\p{Ll}\p{Lu}\p{L}|\[\d[\d,\s\u2013-]{0,40}\],?\s\p{Ll})|(?<=(?:\p{L}{4}|[\d\])%])\.)\s+(?=\d{1,3}(?:[.,]\d{1,3}){0,3}(?:\s?%)?\s\p{Ll}{2}))/gu;

const stops = /[.!?]/g;

/**
 * Splits a text into sentences for reading: ranges follow each other and cover the text, each with the white space behind it.
 * Stops in abbreviations, initials, numbers, brackets and citations end nothing; the rest is left to Unicode's rules (UAX 29).
 *
 * @param text at most a few paragraphs; the text is masked unit for unit, never changed
 * @returns ranges in code points; none for an empty text. O(n)
 * @example splitSentences("As in Fig. 2. It helps.") // [{ start: 0, end: 14 }, { start: 14, end: 23 }]
 */
export function splitSentences(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  if (text.length <= LONGEST_ENTRY && bibliographyEntry.test(text))
    return toCodePointRanges(text, [{ start: 0, end: text.length }]);
  const { masked, ends } = mask(text);
  const forced = [...ends, ...endsOf(masked, smallStart)];
  forced.sort((a, b) => a - b);
  let start = 0;
  for (const index of boundaries(masked)) {
    if (!startsSentence(text, index)) continue;
    ranges.push({ start, end: index });
    start = index;
  }
  if (text.length > 0) ranges.push({ start, end: text.length });
  return toCodePointRanges(text, cutAt(ranges, forced));
}

function cutAt(ranges: readonly TextRange[], cuts: readonly number[]): TextRange[] {
  let next = 0;
  return ranges.flatMap(({ start, end }) => {
    const pieces: TextRange[] = [];
    let from = start;
    for (; (cuts[next] ?? Number.POSITIVE_INFINITY) < end; next++) {
      const cut = cuts[next] ?? end;
      if (cut <= from) continue;
      pieces.push({ start: from, end: cut });
      from = cut;
    }
    return [...pieces, { start: from, end }];
  });
}

/** The segmenter costs the square of the length that it is given. */
const WINDOW = 1024;

/**
 * Where sentences begin by Unicode's rules, without 0. Text is given to the segmenter in windows; the last beginning in a window is found again in
 * the next, because what decides it may not have been seen whole. The result is that of the whole text. O(n)
 */
function* boundaries(text: string): Generator<number> {
  let from = 0;
  let size = WINDOW;
  while (from < text.length) {
    const whole = from + size >= text.length;
    const window = whole && from === 0 ? text : text.slice(from, from + size);
    const starts: number[] = [];
    for (const { index } of segmenter.segment(window)) if (index > 0) starts.push(from + index);
    if (whole) {
      yield* starts;
      return;
    }
    if (starts.length < 2) {
      size *= 2;
      continue;
    }
    starts.pop();
    yield* starts;
    from = starts.at(-1) ?? from;
    size = WINDOW;
  }
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Ends of all matches. Not by matchAll, which compiles the pattern anew each time. */
function endsOf(text: string, pattern: RegExp): number[] {
  const ends: number[] = [];
  pattern.lastIndex = 0;
  while (pattern.test(text)) ends.push(pattern.lastIndex);
  return ends;
}

/** The text with a letter for each stop that ends nothing, and where sentences end behind a citation. */
function mask(text: string): { masked: string; ends: number[] } {
  function cover(found: string): string {
    return found.replace(stops, MASK);
  }
  let masked = text.replace(shortForms, cover);
  const ends = endsOf(masked, citedBehind);
  if (ends.length > 0) masked = masked.replace(citedBehind, cover);
  for (const pattern of inside) masked = masked.replace(pattern, cover);
  for (const pattern of brackets) masked = masked.replace(pattern, cover);
  for (const pattern of quotations)
    masked = masked.replace(pattern, (found) => cover(found.slice(0, -2)) + found.slice(-2));
  return { masked, ends };
}

/** What no sentence begins with: a citation behind a stop, nor white space alone. */
const goesOn = /(?:\s+$|\[[\d,;\s\u2013-]{1,400}\]\s*(?:\p{Lu}|$))/uy;

function startsSentence(text: string, index: number): boolean {
  goesOn.lastIndex = index;
  return !goesOn.test(text);
}
