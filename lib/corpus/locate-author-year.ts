import type { TextRange } from "./code-points";

/** A citation by names and year. `authors` holds surnames: all of them, or the first where `etAl`. */
export type AuthorYearTarget = { authors: string[]; etAl: boolean; year: string; suffix: string };

const year = "(?:1[5-9]\\d\\d|20\\d\\d|n\\.\\s?d\\.|in press|forthcoming)";
const initials = "(?:\\p{Lu}\\.[-\\s]?)+";

/** Reads `Abadi et al. (2016)`, `(Wang & Kanwar, 2019a)`, `Robbins 1952`; undefined for anything else. */
export function parseAuthorYear(citedAs: string): AuthorYearTarget | undefined {
  if (citedAs.length > 300) return undefined;
  const bare = citedAs.replace(/^[[(]\s*/, "").replace(/^(?:(?:see|cf\.|e\.g\.|also)[\s,]+)+/, "");
  const match = new RegExp(`^(.+?)[\\s,]*[([]?\\s*(${year})([a-z]?)\\s*[)\\]]*[.,;]?$`, "u").exec(bare);
  const [, names = "", found = "", suffix = ""] = match ?? [];
  if (!match || !/\p{L}{2}/u.test(names)) return undefined;
  const etAl = /\bet\.?\s*al\b|\band (?:colleagues|others)\b/u.test(names);
  const listed = names
    .replace(/,?\s*[_*]*\bet\.?\s*al\b.*$|,?\s*\band (?:colleagues|others)\b.*$/u, "")
    .split(/,?\s+(?:and|&)\s+|\s*&\s*|,\s+/u)
    .map((name) =>
      name
        .replace(new RegExp(`^${initials}|\\s+${initials}$`, "u"), "")
        .replace(/['\u2019]s?$/, "")
        .trim(),
    )
    .filter((name) => name !== "" && !new RegExp(`^${initials}$`, "u").test(name));
  if (listed.length === 0 || listed.some((name) => name.split(/\s+/).length > 4)) return undefined;
  const many = etAl || listed.length > 2;
  return { authors: many ? listed.slice(0, 1) : listed, etAl: many, year: found, suffix };
}

const name =
  "(?:\\p{Lu}\\.[-\\s]?)*(?:(?:[vV][ao]n|[dD]e[rnl]?|[lL][ae]|[dD][uia]|[tT]e[rn])\\s{1,4})*\\p{Lu}[\\p{L}\\p{M}'\u2019\u2010-]+";
const and = ",?\\s{1,4}(?:and|&|und|et)\\s{1,4}";
const etAlia = ",?\\s{1,4}[_*]*(?:et\\.?\\s*al(?:ii\\b|\\b\\.?)|and\\s{1,4}(?:colleagues|co-?workers|others)\\b)[_*]*";
const possessive = "(?:['\u2019]s?)?";
const lead = "(?:(?:see|cf\\.|e\\.g\\.|also)[\\s,]+)*";

/**
 * Ranges, in UTF-16 units, at which names and year are cited. Where the text has the names in the form of the citation string only those count;
 * `Abadi et al. (2016)` else also takes `Abadi and Barham (2016)`. In a list of years the member alone is marked.
 */
export function locateAuthorYear(text: string, target: AuthorYearTarget): TextRange[] {
  const [first = "", second] = target.authors;
  const many = `(?:(?:,\\s+${name}){0,9}${etAlia}|(?:,\\s+${name}){1,9}${and}${name})`;
  const tail = target.etAl
    ? `(?:${many}|(?<pair>${and}${name}))`
    : second
      ? `${and}(?:${initials}\\s{0,4})?${spell(second)}`
      : "";
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_]|\\p{L}['\u2019\u2010\u2013-])${spell(first)}${tail}${possessive}\\s{0,4},?\\s{0,4}(?<open>[([]\\s{0,4})?${lead}(?=${year})`,
    "gu",
  );
  const sure: TextRange[] = [];
  const likely: TextRange[] = [];
  for (const match of text.matchAll(pattern)) {
    const listed = second !== undefined || match.groups?.pair !== undefined || /,\s*[_*]*et/.test(match[0]);
    if (isLaterAuthor(text, match.index, listed)) continue;
    const opened = match.groups?.open !== undefined;
    const range = findYear(text, match.index, match.index + match[0].length, opened, target);
    if (range) (match.groups?.pair === undefined ? sure : likely).push(range);
  }
  return sure.length > 0 ? sure : likely;
}

/** A surname as a pattern: any capitals of particles, all capitals, composed or decomposed accents, any apostrophe and hyphen. */
function spell(surname: string): string {
  const one = (letters: string) =>
    [...letters.normalize("NFC")]
      .map((letter) => {
        if (/\s/.test(letter)) return "\\s{1,4}";
        if (/['\u2019]/.test(letter)) return "['\u2019]";
        if (/[-\u2010\u2011]/.test(letter)) return "[-\u2010\u2011]";
        const decomposed = letter.normalize("NFD");
        return decomposed === letter ? literal(letter) : `(?:${literal(letter)}|${literal(decomposed)})`;
      })
      .join("");
  const [head = ""] = surname;
  const other = head === head.toLowerCase() ? head.toUpperCase() : head.toLowerCase();
  const turned = other + surname.slice(head.length);
  const particle = /\s/.test(surname) ? `|${one(turned)}` : "";
  return `(?:${one(surname)}|${one(surname.toUpperCase())}${particle})(?![\\p{L}\\p{M}\\p{N}_])`;
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Whether other authors stand before this name: `Brown and Abadi (2016)`, `(Brown, Abadi, et al., 2016)`. */
export function isLaterAuthor(text: string, start: number, listed: boolean): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  if (/\p{Lu}\p{L}*\p{Ll}[\p{L}.]*,?\s+(?:and|&)\s+(?:\p{Lu}\.[-\s]?)*$/u.test(before)) return true;
  if (!listed) return false;
  const group = before.slice(Math.max(before.lastIndexOf("("), before.lastIndexOf(";"), before.lastIndexOf("[")) + 1);
  return /[([;]/.test(before) && !/[)\]]|\d{4}/.test(group) && /\p{Lu}\p{Ll}[\p{L}-]*,\s+$/u.test(group);
}

/** Walks the years after the names and returns the range of the wanted one. */
function findYear(
  text: string,
  start: number,
  from: number,
  opened: boolean,
  target: AuthorYearTarget,
): TextRange | undefined {
  const item = new RegExp(`(${year})?(?:([a-z])(?:\\s?[-\u2013]\\s?([a-z]))?)?(?![\\p{L}\\p{N}])`, "uy");
  const joint = /\s*[,;&]\s*(?:(?:and|&)\s+)?|\s+and\s+/y;
  let current = "";
  let at = from;
  for (let count = 0; ; count++) {
    item.lastIndex = at;
    const match = item.exec(text);
    if (!match || match[0] === "") return undefined;
    const [whole, found, suffix = "", last] = match;
    if (found === undefined && (count === 0 || suffix === "")) return undefined;
    current = found ?? current;
    const end = at + whole.length;
    const fits = suffix === target.suffix || (last !== undefined && suffix <= target.suffix && target.suffix <= last);
    if (current === target.year && fits) {
      if (count > 0) return { start: at, end };
      const closing = opened ? /^\s*[)\]]/.exec(text.slice(end, end + 3)) : null;
      return { start, end: end + (closing?.[0].length ?? 0) };
    }
    joint.lastIndex = end;
    const between = joint.exec(text);
    if (!between) return undefined;
    at = end + between[0].length;
  }
}
