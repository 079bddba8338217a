import { normaliseTitle } from "@/lib/corpus/normalise-title";
import { dayOf, firstOf, idText, keyed, type Row } from "./cells";
import { arxivOf, doiOf } from "./identifiers";

type Author = { name?: string; id?: string };

export type PoolRow = {
  corpusId: string;
  title: string | null;
  titleKey: string | null;
  year: number | null;
  doi: string | null;
  arxivId: string | null;
  authors: Author[] | null;
  venue: string | null;
  publishedOn: string | null;
};

export type RowFault = { column: string; reason: string };

const ID = ["corpusid", "id", "paperid", "docid", "docno", "candidatecorpusid"];
const DAY = ["publicationdate", "publishedon", "published", "date"];
const SPREAD = ["metadata", "externalids"];

/** One paper of a pool from a row of its file, or what is wrong with it. What is not there stays empty; nothing is guessed. */
export function poolRow(raw: Row): PoolRow | RowFault[] {
  const row = keyed(withSpread(raw));
  const faults: RowFault[] = [];
  const text = (columns: readonly string[], most: number): string | null => {
    const value = firstOf(row, columns);
    if (value === undefined) return null;
    const read = typeof value === "string" ? value.trim() : idText(value);
    if (read !== undefined && read.length <= most) return read === "" ? null : read;
    faults.push({ column: columns[0] ?? "", reason: `This is no text of at most ${most} characters.` });

    return null;
  };
  const corpusId = idText(firstOf(row, ID));
  if (corpusId === undefined) {
    const columns = Object.keys(raw).slice(0, 20).join(", ");
    faults.push({ column: "corpus_id", reason: `This paper has no corpus id. The file's columns: ${columns}.` });
  }
  const title = text(["title"], 4000);
  const doi = text(["doi"], 1000);
  const arxiv = text(["arxivid", "arxiv"], 200);
  const doiKey = doi === null ? null : (doiOf(doi) ?? null);
  const arxivId = arxiv === null ? null : (arxivOf(arxiv) ?? null);
  if (doi !== null && doiKey === null) faults.push({ column: "doi", reason: `${short(doi)} is no DOI.` });
  if (arxiv !== null && arxivId === null) faults.push({ column: "arxiv", reason: `${short(arxiv)} is no arXiv id.` });
  const venue = text(["venue"], 1000);
  const year = yearOf(firstOf(row, ["year"]), faults);
  const day = firstOf(row, DAY);
  const publishedOn = day === undefined ? null : (dayOf(day) ?? null);
  if (day !== undefined && publishedOn === null) {
    faults.push({ column: "date", reason: `${short(String(day))} is no day as yyyy-mm-dd.` });
  }
  const authors = authorsOf(firstOf(row, ["authors", "author"]), faults);
  if (faults.length > 0 || corpusId === undefined) return faults;
  const titleKey = title === null ? null : normaliseTitle(title) || null;

  return { corpusId, title, titleKey, year, doi: doiKey, arxivId, authors, venue, publishedOn };
}

/** BEIR keeps year and the like under `metadata`, S2 its DOI under `externalids`. */
function withSpread(row: Row): Row {
  const inner = Object.entries(row).flatMap(([name, value]) =>
    SPREAD.includes(name.toLowerCase().replace(/[^a-z]/g, "")) && typeof value === "object" && value !== null
      ? Object.entries(value)
      : [],
  );

  return { ...Object.fromEntries(inner), ...row };
}

function yearOf(value: unknown, faults: RowFault[]): number | null {
  if (value === undefined) return null;
  const year = Number(typeof value === "bigint" ? value : String(value).trim());
  if (Number.isInteger(year) && year > 0 && year <= 9999) return year;
  if (year !== 0) faults.push({ column: "year", reason: `${short(String(value))} is no year.` });

  return null;
}

/** A list of names or of { name, authorId }, or one text with ";" between names. */
function authorsOf(value: unknown, faults: RowFault[]): Author[] | null {
  if (value === undefined) return null;
  const parts: unknown[] = Array.isArray(value) ? value : typeof value === "string" ? value.split(";") : [value];
  const authors = parts.flatMap((part) => {
    const author = authorOf(part);
    if (author === undefined) faults.push({ column: "authors", reason: "Authors are names, or names with ids." });

    return author && (author.name || author.id) ? [author] : [];
  });

  return authors.length === 0 ? null : authors;
}

function authorOf(part: unknown): Author | undefined {
  if (typeof part === "string") return { name: part.trim().slice(0, 300) };
  if (typeof part !== "object" || part === null) return undefined;
  const row = keyed(part as Row);
  const name = firstOf(row, ["name"]);
  const id = idText(firstOf(row, ["authorid", "id"]));

  return { ...(typeof name === "string" && { name: name.trim().slice(0, 300) }), ...(id !== undefined && { id }) };
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
