import { normaliseTitle } from "@/lib/corpus/normalise-title";
import type { PaperIdentifiers } from "./document";

/**
 * A DOI in its normal form: without resolver or prefix, lower case (DOIs do not tell case apart), without what sticks to its end.
 *
 * @returns the DOI, or undefined where the text holds none. O(length)
 * @example normaliseDoi("https://doi.org/10.1145/3397271.3401032.") // "10.1145/3397271.3401032"
 */
export function normaliseDoi(text: string): string | undefined {
  const found = /10\.\d{4,9}(?:\.\d{1,9}){0,4}\/[^\s"<>]{1,300}/.exec(decodePercent(text))?.[0];
  if (found === undefined) return undefined;
  let doi = found.replace(/[.,;:'\u201d]+$/, "");
  // a bracket is the DOI's own only where it opened inside
  while (/[)\]}]$/.test(doi) && !balanced(doi)) doi = doi.slice(0, -1).replace(/[.,;:]+$/, "");
  return doi.toLowerCase();
}

function decodePercent(text: string): string {
  return text
    .replace(/%2[fF]/g, "/")
    .replace(/%28/g, "(")
    .replace(/%29/g, ")");
}

function balanced(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(/[([{]/g) >= count(/[)\]}]/g);
}

/**
 * An arXiv id in its normal form: `2104.08663` or `cs/0112017`, without `arXiv:`, address and version.
 *
 * @returns the id, or undefined. O(length)
 * @example normaliseArxiv("https://arxiv.org/pdf/2104.08663v4.pdf") // "2104.08663"
 */
export function normaliseArxiv(text: string): string | undefined {
  const modern = /(?<![\d.])(\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})(?:v\d{1,3})?(?![\d])/.exec(text)?.[1];
  if (modern !== undefined) return modern;
  const old =
    /(?<![\p{L}.])([a-z]+(?:-[a-z]+)?)(?:\.[A-Z]{2})?\/(\d{2}(?:0[1-9]|1[0-2])\d{3})(?:v\d{1,3})?(?!\d)/iu.exec(text);
  return old ? `${old[1]?.toLowerCase()}/${old[2]}` : undefined;
}

/** A Semantic Scholar corpus id: its digits. @example normaliseCorpusId("CorpusID:233296016") // "233296016" */
export function normaliseCorpusId(text: string): string | undefined {
  return /^\s*(?:corpus\s?id\s*:?\s*)?(\d{1,12})\s*$/i.exec(text)?.[1]?.replace(/^0+(?=\d)/, "");
}

/**
 * The key by which papers without a common identifier are compared: normalised title and year. "" where there is no title.
 *
 * @example titleYearKey("Random Forests.", 2001) // "random forests 2001"
 */
export function titleYearKey(title: string, year: number | null): string {
  const normal = normaliseTitle(title);
  return normal === "" ? "" : year === null ? normal : `${normal} ${year}`;
}

/** The first year from 1500 to 2099 in a text. @example findYear("Proc. 12, 2017-05-01") // 2017 */
export function findYear(text: string): number | undefined {
  const found = /(?<!\d)(?:1[5-9]|20)\d{2}(?!\d)/.exec(text)?.[0];
  return found === undefined ? undefined : Number(found);
}

/**
 * Identifiers of a paper from pairs of kind and value as files write them (`DOI`, `arxiv`, `pmid` …); unknown kinds and broken values are left out.
 *
 * @example identifiersFrom([["DOI", "doi:10.1/ABC"]]) // {} (no registrant has one digit)
 */
export function identifiersFrom(pairs: Iterable<readonly [kind: string, value: string]>): PaperIdentifiers {
  const found: PaperIdentifiers = {};
  for (const [kind, value] of pairs) {
    const name = kind.toLowerCase();
    if (name === "doi") found.doi ??= normaliseDoi(value);
    else if (name === "arxiv") found.arxiv ??= normaliseArxiv(value);
    else if (name === "corpusid" || name === "s2corpusid") found.corpusId ??= normaliseCorpusId(value);
    else if (name === "pmid" || name === "pubmed") found.pmid ??= /^\s*(\d{1,9})\s*$/.exec(value)?.[1];
  }
  for (const key of ["doi", "arxiv", "corpusId", "pmid"] as const) if (found[key] === undefined) delete found[key];
  return found;
}
