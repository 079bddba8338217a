import { locateTarget } from "@/lib/corpus/locate-target";
import { codePointIndex } from "./code-point-index";
import type { RawMark } from "./expand-citations";
import type { NougatReference } from "./nougat-references";
import { RANGE_DASH } from "./printed-numbers";

/** Marks of a block, and how many of its keys mix digits with letters that look like digits. */
export type NougatMarks = { marks: RawMark[]; confused: number };

const math = /\\\(.*?\\\)|\\\[.*?\\\]|\$[^$]{1,300}\$/g;
const bracket = new RegExp(`\\[([\\dlIO|\\s,;${RANGE_DASH}]{1,200})\\](?!\\()`, "g");
const key = /[\dlIO|]+/g;
const narrative =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’-]+(?:\s+et al\.?|\s+(?:and|&)\s+\p{Lu}[\p{L}'’-]+)?,?\s+\(?(?:1[89]|20)\d{2}[a-z]?(?!\d)/gu;

/**
 * Marks by number, `[18, 28]` and `[3-9]`. A key such as `l0` or `O3`, which Nougat misread, is a mark of its own without a target. Mathematics
 * is not looked into, nor are links. O(n)
 *
 * @example numericMarks("Seen in [3, l0].") // one mark for 3, one for l0; confused: 1
 */
export function numericMarks(text: string): NougatMarks {
  const masked = text.replace(math, (found) => " ".repeat(found.length));
  const { toPoints } = codePointIndex(text);
  const marks: RawMark[] = [];
  let confused = 0;
  for (const { index, 0: whole, 1: inner = "" } of masked.matchAll(bracket)) {
    const keys = [...inner.matchAll(key)];
    // [I] is a name and [0, 1] an interval
    if (!/\d/.test(inner) || keys.some(([one]) => /^0+$/.test(one) || one.length > 4)) continue;
    const wrong = keys.filter(([one]) => !/^\d+$/.test(one));
    if (wrong.length === 0) {
      marks.push({ start: toPoints(index), end: toPoints(index + whole.length), ids: [] });
      continue;
    }
    confused += wrong.length;
    for (const { index: at, 0: one } of keys) {
      const start = index + 1 + at;
      marks.push({ start: toPoints(start), end: toPoints(start + one.length), ids: [] });
    }
  }

  return { marks, confused };
}

/**
 * Marks by names and year, or by tag, of the entries whose labels are written so; and what looks like a citation by author and year but fits
 * no entry, without a target. O(text × entries)
 *
 * @example labelledMarks("As Lee et al. (2016) say.", [{ label: "Lee et al. (2016)", … }])
 */
export function labelledMarks(text: string, references: readonly NougatReference[]): RawMark[] {
  const marks = new Map<string, { start: number; end: number; ids: string[]; etAl: boolean }>();
  for (const { reference, label, kind } of references) {
    if (kind !== "author" && kind !== "tag") continue;
    const [name = "", year = ""] = kind === "tag" ? [label.slice(1, -1)] : labelParts(label);
    if (!text.includes(name) || !text.includes(year)) continue;
    const etAl = label.includes("et al");
    for (const { start, end } of locateTarget(text, label).ranges) {
      const known = marks.get(`${start} ${end}`);
      // "Wang and Kanwar" is that entry's, though "Wang et al." of the same year might be meant by it
      if (!known || (known.etAl && !etAl)) marks.set(`${start} ${end}`, { start, end, ids: [reference.id], etAl });
      else if (known.etAl === etAl) known.ids.push(reference.id);
    }
  }
  const found: RawMark[] = [...marks.values()].map(({ start, end, ids }) => ({ start, end, ids }));
  if (!references.some(({ kind }) => kind === "author")) return found;
  const { toPoints } = codePointIndex(text);
  for (const { index, 0: printed } of text.matchAll(narrative)) {
    const start = toPoints(index);
    const end = toPoints(index + printed.length);
    const taken = found.some((mark) => mark.start < end && start < mark.end);
    if (!taken && /et al|\band\b|&|,\s/.test(printed)) found.push({ start, end, ids: [] });
  }

  return found;
}

/** `Brown et al. (2020)`: the first word of the name and the digits of the year, which a text must hold to cite it. */
function labelParts(label: string): [string, string] {
  return [/[\p{L}'’-]{2,}/u.exec(label)?.[0] ?? label, /\d{4}/.exec(label)?.[0] ?? ""];
}
