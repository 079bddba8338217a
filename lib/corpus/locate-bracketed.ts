import type { TextRange } from "./code-points";

/** A citation by number or key. `number` is set for numbers; `form` is how the citation string wrote it. */
export type BracketedTarget = {
  key: string;
  number?: number;
  form: "bracket" | "parenthesis" | "superscript" | "bare";
};

type Part = { text: string; start: number; end: number };
type Group = { start: number; end: number; parts: Part[] };

const dash = "[-\u2010-\u2015\u2212]+";
const rangePart = new RegExp(`^(\\d{1,4})\\s*${dash}\\s*(\\d{1,4})$`);
const betweenGroups = new RegExp(`^\\s*${dash}\\s*$`);
const superDigits = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";
const superscript = new RegExp(
  `[${superDigits}](?:[${superDigits},\u02d2\u2009\u207b\u2013-]*[${superDigits}])?|\\^\\{([^{}]{1,80})\\}|<sup>([^<>]{1,80})</sup>`,
  "g",
);

/** Reads `[12]`, `(12)`, `12`, `¹²`, `^{12}`, `<sup>12</sup>` and keys such as `[ABC+16]`; undefined for anything else. */
export function parseBracketed(citedAs: string): BracketedTarget | undefined {
  const number = /^(\\?\[|\(|)\s*(\d{1,4})\s*(\\?\]|\)|)$/.exec(citedAs);
  if (number) {
    const [, open = "", key = ""] = number;
    const form = open === "" ? "bare" : open === "(" ? "parenthesis" : "bracket";
    return { key, number: Number(key), form };
  }
  const raised = new RegExp(`^(?:${superscript.source})$`).exec(citedAs);
  if (raised) {
    const key = plainDigits(raised[1] ?? raised[2] ?? raised[0]).trim();
    if (/^\d{1,4}$/.test(key)) return { key, number: Number(key), form: "superscript" };
  }
  const key = /^\[\s*([\p{L}\d][^[\](),;\s]{0,39})\s*\]$/u.exec(citedAs)?.[1];
  return key === undefined ? undefined : { key, form: "bracket" };
}

/**
 * Ranges, in UTF-16 units, at which a number or key is cited: alone with its brackets, in a list the member, in a range the whole range.
 * Intervals such as [0, 1], equation numbers, exponents and units are left alone. Superscripts are looked at only where no bracket cites a number.
 */
export function locateBracketed(text: string, target: BracketedTarget): TextRange[] {
  if (target.form === "superscript") return inSuperscripts(text, target);
  if (target.form === "parenthesis")
    return inGroups(text, groups(text, /\(([^()]{1,300})\)/g).filter(isNoFormula(text)), target);
  const found = groups(text, /\\?\[([^[\]]{1,300}?)\\?\]/g);
  const ranges = inGroups(text, found, target);
  return ranges.length > 0 || found.length > 0 || target.number === undefined ? ranges : inSuperscripts(text, target);
}

/** What stands before an interval of numbers. */
const interval = /(?:\u2208|\\in|\brange|\binterval|\bscale)(?:\s+(?:of|from))?[\s$]*$/i;

function groups(text: string, pattern: RegExp): Group[] {
  const found: Group[] = [];
  for (const match of text.matchAll(pattern)) {
    const content = match[1] ?? "";
    const parts = split(content, match.index + match[0].indexOf(content));
    if (isCitation(parts) && !interval.test(text.slice(Math.max(0, match.index - 20), match.index)))
      found.push({ start: match.index, end: match.index + match[0].length, parts });
  }
  return found;
}

function split(content: string, offset: number): Part[] {
  const parts: Part[] = [];
  for (const match of content.matchAll(/(?:(?!\s(?:and|&)\s)[^,;\u02d2])+/g)) {
    const raw = match[0].replace(/^\s(?:and|&)\s/, (lead) => " ".repeat(lead.length));
    const text = raw.trim();
    if (text === "") continue;
    const start = offset + match.index + raw.indexOf(text);
    const bare = text.replace(/^(?:and|&)\s+/, "");
    parts.push({ text: bare, start: start + text.length - bare.length, end: start + text.length });
  }
  return parts;
}

/** Citations count from 1; decimals, signs and single letters belong to intervals. */
function isCitation(parts: readonly Part[]): boolean {
  return !parts.some(({ text }) => /^(?:0+|[-\u2212+]\s*[\d.]+|\d*\.\d+|\p{L}|[-\u2212+]?\s*\u221e)$/u.test(text));
}

function inGroups(text: string, found: readonly Group[], target: BracketedTarget): TextRange[] {
  const ranges: TextRange[] = [];
  for (const [i, group] of found.entries()) {
    const next = found[i + 1];
    const open = soleNumber(group);
    const close = next && soleNumber(next);
    if (next && open !== undefined && close !== undefined && betweenGroups.test(text.slice(group.end, next.start))) {
      if (includes(open, close, target.number)) ranges.push({ start: group.start, end: next.end });
    }
    for (const part of group.parts) {
      if (!matches(part.text, target)) continue;
      const { start, end } = group.parts.length === 1 ? group : part;
      ranges.push({ start, end });
    }
  }
  return ranges;
}

function soleNumber(group: Group): number | undefined {
  const [part] = group.parts;
  return part && group.parts.length === 1 && /^\d{1,4}$/.test(part.text) ? Number(part.text) : undefined;
}

function matches(part: string, target: BracketedTarget): boolean {
  if (target.number === undefined) return part === target.key;
  if (/^\d{1,4}$/.test(part)) return Number(part) === target.number;
  const [, low, high] = rangePart.exec(part) ?? [];
  return low !== undefined && includes(Number(low), Number(high), target.number);
}

function includes(low: number, high: number, number: number | undefined): boolean {
  return number !== undefined && low < high && high - low <= 200 && low <= number && number <= high;
}

function inSuperscripts(text: string, target: BracketedTarget): TextRange[] {
  const ranges: TextRange[] = [];
  for (const match of text.matchAll(superscript)) {
    if (!citesHere(text.slice(Math.max(0, match.index - 12), match.index))) continue;
    const inner = match[1] ?? match[2] ?? match[0];
    const parts = split(plainDigits(inner), match.index + match[0].indexOf(inner));
    for (const part of parts) {
      if (!matches(part.text, target)) continue;
      const { start, end } = parts.length === 1 ? { start: match.index, end: match.index + match[0].length } : part;
      ranges.push({ start, end });
    }
  }
  return ranges;
}

/** After a word or punctuation; not after a digit, a variable of one letter or a unit of length. */
function citesHere(before: string): boolean {
  return (
    /(?:\p{L}{2}|[.,;:!?)\]\u201d\u2019"'])$/u.test(before) &&
    !/(?:^|[^\p{L}])(?:[cdkmn\u00b5]m|ft|in|mi)$/u.test(before)
  );
}

/** Superscript digits as plain ones, unit for unit. */
function plainDigits(text: string): string {
  return text
    .replace(/[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]/g, (digit) => String(superDigits.indexOf(digit)))
    .replaceAll("\u207b", "-");
}

function isNoFormula(text: string): (group: Group) => boolean {
  return (group) =>
    !/(?:Eqs?\.|Equations?|Figs?\.|Figures?|Tables?|Sections?|Secs?\.|Steps?|Problems?)[\s~]*$/i.test(
      text.slice(Math.max(0, group.start - 16), group.start),
    );
}
