import type { TextRange } from "./code-points";

/** A citation by names and year. `authors` holds surnames: all of them, or the first where `etAl`. */
export type AuthorYearTarget = { authors: string[]; etAl: boolean; year: string; suffix: string };

// All patterns with Unicode classes are compiled once: each costs milliseconds.
const year = "(?:1[5-9]\\d\\d|20\\d\\d|n\\.\\s?d\\.|in press|forthcoming)";
const initials = "(?:\\p{Lu}\\.[-\\s]?)+";
const opening = /^[[(]\s*|^[[(]?\s*(?:(?:see|cf\.|e\.g\.|also)[\s,]+)+/;
const wholeCitation = new RegExp(`^(.+?)[\\s,]*[([]?\\s*(${year})([a-z]?)\\s*[)\\]]*[.,;]?$`, "u");
const initialsAround = new RegExp(`^${initials}|\\s+${initials}$`, "gu");
const initialsAlone = new RegExp(`^${initials}$`, "u");

/** Reads `Abadi et al. (2016)`, `(Wang & Kanwar, 2019a)`, `Robbins 1952`; undefined for anything else. */
export function parseAuthorYear(citedAs: string): AuthorYearTarget | undefined {
  if (citedAs.length > 300) return undefined;
  const match = wholeCitation.exec(citedAs.replace(opening, ""));
  const [, names = "", found = "", suffix = ""] = match ?? [];
  if (!match || !/\p{L}{2}/u.test(names)) return undefined;
  const etAl = /\bet\.?\s*al\b|\band (?:colleagues|others)\b/.test(names);
  const listed = names
    .replace(/,?\s*[_*]*\bet\.?\s*al\b.*$|,?\s*\band (?:colleagues|others)\b.*$/, "")
    .split(/,?\s+(?:and|&)\s+|\s*&\s*|,\s+/)
    .filter((part) => !initialsAlone.test(part))
    .map((part) =>
      part
        .replace(initialsAround, "")
        .replace(/['\u2019]s?$/, "")
        .trim(),
    )
    .filter((part) => part !== "");
  if (listed.length === 0 || listed.some((part) => part.split(/\s+/).length > 4)) return undefined;
  const many = etAl || listed.length > 2;
  return { authors: many ? listed.slice(0, 1) : listed, etAl: many, year: found, suffix };
}

const gap = "\\s{1,4}";
const name = `(?:\\p{Lu}\\.[-\\s]?)*(?:(?:[vV][ao]n|[dD]e[rnl]?|[lL][ae]|[dD][uia]|[tT]e[rn])${gap})*\\p{Lu}[\\p{L}\\p{M}'\u2019\u2010-]+`;
const and = `,?${gap}(?:and|&|und|et|y)${gap}`;
const etAlia = `,?${gap}[_*]*(?:(?:et|ET)\\.?\\s*(?:al|AL)(?:ii\\b|\\b\\.?)|and${gap}(?:colleagues|co-?workers|others)\\b)[_*]*`;
const lead = "(?:(?:see|cf\\.|e\\.g\\.|also)[\\s,]+)*";
const manyAuthors = new RegExp(`(?:(?:,${gap}${name})*${etAlia}|(?:,${gap}${name})+${and}${name})`, "uy");
const secondAuthor = new RegExp(`${and}${name}`, "uy");
const beforeSecond = new RegExp(`${and}(?:${initials}\\s?)?`, "uy");
const toYear = new RegExp(`(?:['\u2019]s?)?\\s{0,4},?\\s{0,4}([([]\\s{0,4})?${lead}(?=${year})`, "uy");
const nameStarts = /(?<![\p{L}\p{N}_]|\p{L}['\u2019\u2010\u2013-])/uy;
const nameEnds = /(?![\p{L}\p{M}\p{N}_])/uy;

/** A citation is looked for within so many units, which bounds the work at each name. */
const WINDOW = 400;

/** Where a sticky pattern that matches at `at` ends, or -1. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/**
 * Ranges, in UTF-16 units, at which names and year are cited. Where the text has the names in the form of the citation string only those count;
 * `Abadi et al. (2016)` else also takes `Abadi and Barham (2016)`. In a list of years the member alone is marked.
 */
export function locateAuthorYear(text: string, target: AuthorYearTarget): TextRange[] {
  const [first = "", second] = target.authors;
  const seconds = second === undefined ? undefined : spell(second, "y");
  const sure: TextRange[] = [];
  const likely: TextRange[] = [];
  for (const match of text.matchAll(spell(first, "g"))) {
    const start = match.index;
    if (endOf(nameStarts, text, start) < 0) continue;
    const found = readCitation(text.slice(start, start + WINDOW), match[0].length, target, seconds);
    if (!found || isLaterAuthor(text, start, found.listed)) continue;
    (found.sure ? sure : likely).push({ start: start + found.start, end: start + found.end });
  }
  return sure.length > 0 ? sure : likely;
}

/** Reads a citation whose first surname stands at the start of `text` and ends at `end`. */
function readCitation(
  text: string,
  end: number,
  target: AuthorYearTarget,
  second: RegExp | undefined,
): (TextRange & { sure: boolean; listed: boolean }) | undefined {
  if (endOf(nameEnds, text, end) < 0) return undefined;
  const many = target.etAl ? endOf(manyAuthors, text, end) : second ? -1 : end;
  const pair = target.etAl ? endOf(secondAuthor, text, end) : second ? endOfSecond(text, end, second) : -1;
  const after = many >= 0 ? many : pair;
  const from = after < 0 ? -1 : endOf(toYear, text, after);
  if (from < 0) return undefined;
  const range = findYear(text, from, /[([]/.test(text.slice(after, from)), target);
  const listed = many < 0 || /^,\s*[_*]*et/.test(text.slice(end, end + 8));
  return range && { ...range, sure: many >= 0 || !target.etAl, listed };
}

function endOfSecond(text: string, at: number, second: RegExp): number {
  const from = endOf(beforeSecond, text, at);
  const end = from < 0 ? -1 : endOf(second, text, from);
  return end >= 0 && endOf(nameEnds, text, end) >= 0 ? end : -1;
}

/** A surname as a pattern: any capitals of particles, all capitals, composed or decomposed accents, any apostrophe and hyphen. */
function spell(surname: string, flags: "g" | "y"): RegExp {
  const [head = ""] = surname;
  const other = head === head.toLowerCase() ? head.toUpperCase() : head.toLowerCase();
  const forms = new Set([surname, surname.toUpperCase()]);
  if (/\s/.test(surname)) forms.add(other + surname.slice(head.length));
  return new RegExp([...forms].map(spellForm).join("|"), flags);
}

function spellForm(letters: string): string {
  return [...letters.normalize("NFC")]
    .map((letter) => {
      if (/\s/.test(letter)) return "\\s{1,4}";
      if (/['\u2019]/.test(letter)) return "['\u2019]";
      if (/[-\u2010\u2011]/.test(letter)) return "[-\u2010\u2011]";
      const decomposed = letter.normalize("NFD");
      return decomposed === letter ? literal(letter) : `(?:${literal(letter)}|${literal(decomposed)})`;
    })
    .join("");
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

const joinedBefore = /(?<!\p{L})(\p{Lu}[\p{L}.]{0,40}),?\s{1,4}(?:and|&)\s{1,4}(?:\p{Lu}\.[-\s]?){0,3}$/u;
const listedBefore = /\p{Lu}\p{Ll}[\p{L}-]{0,40},\s{1,4}$/u;

/** Whether other authors stand before this name: `Brown and Abadi (2016)`, `(Brown, Abadi, et al., 2016)`. */
export function isLaterAuthor(text: string, start: number, listed: boolean): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  if (/\p{Ll}/u.test(joinedBefore.exec(before)?.[1] ?? "")) return true;
  if (!listed) return false;
  const group = before.slice(Math.max(before.lastIndexOf("("), before.lastIndexOf(";"), before.lastIndexOf("[")) + 1);
  return /[([;]/.test(before) && !/[)\]]|\d{4}/.test(group) && listedBefore.test(group);
}

const yearItem = new RegExp(`(${year})?(?:([a-z])(?:\\s?[-\u2013]\\s?([a-z]))?)?(?![\\p{L}\\p{N}])`, "uy");
const joint = /\s{0,4}[,;&]\s{0,4}(?:(?:and|&)\s{1,4})?|\s{1,4}and\s{1,4}/y;

/** Walks the years behind the names at the start of `text` and returns the range of the wanted one. */
function findYear(text: string, from: number, opened: boolean, target: AuthorYearTarget): TextRange | undefined {
  let current = "";
  let at = from;
  for (let count = 0; ; count++) {
    yearItem.lastIndex = at;
    const match = yearItem.exec(text);
    if (!match || match[0] === "") return undefined;
    const [whole, found, suffix = "", last] = match;
    if (found === undefined && (count === 0 || suffix === "")) return undefined;
    current = found ?? current;
    const end = at + whole.length;
    const fits = suffix === target.suffix || (last !== undefined && suffix <= target.suffix && target.suffix <= last);
    if (current === target.year && fits) {
      if (count > 0) return { start: at, end };
      const closing = opened ? /^\s*[)\]]/.exec(text.slice(end, end + 3)) : null;
      return { start: 0, end: end + (closing?.[0].length ?? 0) };
    }
    const next = endOf(joint, text, end);
    if (next < 0) return undefined;
    at = next;
  }
}
