import { type TextRange, toCodePointRanges } from "./code-points";

const MASK = "x";

/** Each match is masked, so that the stop inside it ends no sentence. */
const inside: RegExp[] = [
  // titles of figures, Latin short forms and others that are never the last word
  /\b(?:e\.\s?g|i\.\s?e|w\.\s?r\.\s?t|a\.\s?k\.\s?a|viz|cf|vs|ca|approx|resp|incl|Figs?|Fig|Tabs?|Secs?|Eqs?|Eqns?|Refs?|Chaps?|Ch|App|Alg|Thm|Def|Lem|Prop|Cor|Vol|Nos?(?=\.\s?\d)|pp?|Dr|Prof|Mr|Mrs|Ms|St|Jr|Dept|Univ|Ed|Eds|Proc|Conf|Trans|Int)\./gi,
  // numbers, versions, addresses, file names
  /(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu,
  // initials: J. Smith, A. B. Jones, Zhang, Y., Manning, C. D. 2017
  /(?<![\p{L}\p{N}])\p{Lu}\.(?=[\s-]*(?:\p{Lu}|,|and\b|&|\(?\d{4}))/gu,
  /\bet\s+al\.(?!\s+(?:We|However|This|These|Our|In|To|It|The|They|Their|For|Here)\b)/g,
  /\betc\.(?=\s*[\p{Ll},;)])/gu,
];

/** Brackets: their stops belong to them. */
const brackets = [/\([^()]{0,300}\)/g, /\[[^[\]]{0,300}\]/g];

/** Quotations: only a stop before the closing mark may end the sentence. */
const quotations = [
  /\u201c[^\u201c\u201d]{0,300}\u201d/g,
  /(?<![\p{L}\p{N}])"(?=\S)[^"]{0,300}(?<=\S)"(?![\p{L}\p{N}])/gu,
];

/** Sentences that open with a small letter: eBay …, [4] extends …. */
const smallStart = /[.!?]["\u201d')]?\s+(?=\p{Ll}\p{Lu}\p{L}|\[\d[\d,\s\u2013-]*\]\s\p{Ll})/gu;

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
  const masked = mask(text);
  const forced = [...masked.matchAll(smallStart)].map((match) => match.index + match[0].length);
  for (const { index, segment } of segmenter.segment(masked)) {
    const end = index + segment.length;
    const previous = ranges.at(-1);
    if (previous && !startsSentence(text, index)) previous.end = end;
    else ranges.push({ start: index, end });
  }
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

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

function mask(text: string): string {
  let masked = text;
  for (const pattern of inside) masked = masked.replace(pattern, (found) => found.replaceAll(".", MASK));
  for (const pattern of brackets) masked = masked.replace(pattern, (found) => found.replace(stops, MASK));
  for (const pattern of quotations)
    masked = masked.replace(pattern, (found) => found.slice(0, -2).replace(stops, MASK) + found.slice(-2));
  return masked;
}

/** Whether a segment may stand by itself: not a citation behind a stop, nor white space alone. */
function startsSentence(text: string, index: number): boolean {
  const rest = text.slice(index, index + 400);
  return !/^(?:\s*$|\[[\d,;\s\u2013-]+\]\s*(?:\p{Lu}|$))/u.test(rest);
}
