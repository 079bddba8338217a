import { type TextRange, toCodePointRanges } from "./code-points";
import { isLaterAuthor, locateAuthorYear, parseAuthorYear } from "./locate-author-year";
import { locateBracketed, parseBracketed } from "./locate-bracketed";

/**
 * Where a text cites its target. The citation string decides how it is looked for:
 * - a placeholder or marker (`(citation #b12)`, `[REF_TARGET]`, `#AUTHOR_TAG`): exactly as written;
 * - a number or key (`[12]`, `12`, `(12)`, `¹²`, `[ABC+16]`): alone, in lists (the member is marked) and ranges (the range is marked);
 * - author and year (`Abadi et al. (2016)`): in its narrative and parenthetical forms, in lists (the member is marked), with &, and, possessives and a/b suffixes.
 *
 * @param text the untouched text
 * @param citedAs the citation string of the target
 * @returns ranges in code points of `text`, sorted and not overlapping; none where the target is not located. O(text) for usual input
 * @example locateTarget("Shown before [3, 12].", "[12]") // { ranges: [{ start: 17, end: 19 }] }
 */
export function locateTarget(text: string, citedAs: string): { ranges: TextRange[] } {
  const wanted = citedAs.trim();
  if (wanted === "" || text === "") return { ranges: [] };
  return { ranges: toCodePointRanges(text, tidy(locateUnits(text, wanted))) };
}

function locateUnits(text: string, wanted: string): TextRange[] {
  const key = parseBracketed(wanted);
  if (key?.number !== undefined) return locateBracketed(text, key);
  const exact = locateExact(text, wanted);
  const authorYear = parseAuthorYear(wanted);
  if (authorYear) {
    const ranges = locateAuthorYear(text, authorYear);
    return ranges.length > 0 ? ranges : exact.filter(({ start }) => !isLaterAuthor(text, start, false));
  }
  return exact.length > 0 || !key ? exact : locateBracketed(text, key);
}

/** Occurrences of a string that are not part of a longer word. */
function locateExact(text: string, wanted: string): TextRange[] {
  const ranges: TextRange[] = [];
  const opens = /^[\p{L}\p{N}_]/u.test(wanted);
  const closes = /[\p{L}\p{N}_]$/u.test(wanted);
  // Texts stick to markers: [#AUTHOR_TAG13], #AUTHOR_TAGand.
  const goesOn = /^[#@][A-Z_]+$/.test(wanted) ? /^[A-Z_]/ : /^[\p{L}\p{N}_]/u;
  for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + wanted.length)) {
    const end = start + wanted.length;
    const inside =
      (opens && /[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start))) ||
      (closes && goesOn.test(text.slice(end, end + 2)));
    if (!inside) ranges.push({ start, end });
  }
  return ranges;
}

/** Sorted; of ranges that overlap, the one that starts first and reaches furthest stays. */
function tidy(ranges: readonly TextRange[]): TextRange[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: TextRange[] = [];
  for (const range of sorted) {
    const last = kept.at(-1);
    if (!last || range.start >= last.end) kept.push(range);
  }
  return kept;
}
