import type { CorpusReference } from "./document";
import { identifiersFrom } from "./identifiers";

/** An entry of Nougat's list with the label printed before it: `[4]`, `[DKS17]`, or `Brown et al. (2020)`. */
export type NougatReference = { reference: CorpusReference; label: string; kind: "number" | "tag" | "author" | "none" };

const tag = /^\[([A-Za-z][A-Za-z+*]{0,8}\d{2}[a-z]?)\]\s*/;
const number = /^\[\s*(\d{1,4})\s*\]\s*/;
const authorYear = /^((?:\p{Lu}|van|von|de)[^()[\]]{1,80}\((?:1[5-9]|20)\d{2}[a-z]?\))\s+/u;

/**
 * One entry as Nougat prints it, behind its asterisk. The title is the sentence behind the authors; an entry in which none is found keeps
 * its text in `raw` alone. The year is the last one printed, for the pages and numbers before it look like years.
 *
 * @param printed one line; @param index its place in the list, from 0
 * @example nougatReference("[4] A. B. Lee. Trees. In _Proc._, 2016.", 3).reference.title // "Trees"
 */
export function nougatReference(printed: string, index: number): NougatReference {
  const raw = printed.replace(/\s+/g, " ").trim();
  const found = (
    [
      ["number", number],
      ["tag", tag],
      ["author", authorYear],
    ] as const
  ).map(([kind, pattern]) => ({ kind, match: pattern.exec(raw) }));
  const { kind = "none", match = null } = found.find((one) => one.match !== null) ?? {};
  const rest = match ? raw.slice(match[0].length) : raw;
  const label = match ? (kind === "author" ? (match[1] ?? "") : `[${match[1]}]`) : "";
  const year = lastYear(rest) ?? lastYear(label);
  const { authors, title, venue } = partsOf(rest);
  const reference = {
    id: `b${index}`,
    title,
    year: year ?? null,
    ...(authors.length > 0 && { authors }),
    ...(venue !== "" && { venue }),
    raw,
    ...identifiersFrom([
      ["doi", /10\.\d{4,9}\/\S+/.exec(rest)?.[0] ?? ""],
      ["arxiv", /arxiv[^\d]{0,12}(\d{4}\.\d{4,5})/i.exec(rest)?.[1] ?? ""],
    ]),
  };

  return { reference, label, kind };
}

function lastYear(text: string): number | undefined {
  const without = text.replace(/\[?https?:\S+/g, " ").replace(/arxiv\s*:?\s*\d{4}\.\d+/gi, " ");
  const years = [...without.matchAll(/(?<![\d.-])(?:1[5-9]|20)\d{2}(?![\d-])/g)];

  return years.length === 0 ? undefined : Number(years.at(-1)?.[0]);
}

/** A stop that ends a sentence: not behind an initial, "al." or a short form, nor a question before a small letter. */
const stop = /(?<![\s.(-]\p{Lu}|^\p{Lu}|\bet al|\bSt|\bJr)(?:\.(?=\s+\S)|[?!](?=\s+[^\s\p{Ll}]))/gu;

function partsOf(text: string): { authors: string[]; title: string; venue: string } {
  const ends = [...text.matchAll(stop)].map(({ index }) => index);
  const etAl = /\bet al\.\s+(?=[\p{Lu}\d])/u.exec(text);
  const authorEnd = etAl && etAl.index < (ends[0] ?? text.length) ? etAl.index + 6 : (ends[0] ?? -1);
  if (authorEnd < 0) return { authors: [], title: "", venue: "" };
  const names = text.slice(0, authorEnd);
  const titleEnd = ends.find((end) => end > authorEnd) ?? text.length;
  const sentence = text.slice(authorEnd + 1, titleEnd + (text[titleEnd] === "?" ? 1 : 0)).trim();
  // a book's title is in italics itself
  const title = (/^_([^_]+)_/.exec(sentence)?.[1] ?? sentence)
    .replace(/,?\s*_[^_]*_?.*$/, "")
    .replace(/,\s*(?:1[5-9]|20)\d{2}\.?$/, "")
    .replace(/\.$/, "");
  const authors = names
    .split(/,\s+(?:and\s+)?|\s+and\s+/)
    .map((name) => name.replace(/\bet al\.?$/, "").trim())
    .filter((name) => name !== "" && !/^(?:Jr|Sr|II|III)\.?$/.test(name));

  return { authors, title: /^[\d\W]*$/.test(title) ? "" : title, venue: /_([^_]{2,})_/.exec(text)?.[1] ?? "" };
}
