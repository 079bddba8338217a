import { fileStem } from "@/lib/corpus/masterset";
import { assembleDocument, type MarkedDocument } from "./assemble-document";
import type { CorpusDocument, DocumentReader, DocumentSource } from "./document";
import { findYear, identifiersFrom } from "./identifiers";
import { idOf, listOf, personName, recordOf, textOf } from "./json-values";
import { readJsonDocuments } from "./read-json-documents";
import { s2orcBlocks, s2orcReferences } from "./s2orc-body";
import { s2orcContent } from "./s2orc-content";

/**
 * S2ORC in all its layouts: `grobid_parse` (2019), lists at the top level (2020, 2021), `pdf_parse` or `latex_parse` (doc2json), and today's
 * API with `content.annotations`, whose lists are JSON in strings. JSON lines, an array, or one object.
 */
export const s2orcReader: DocumentReader = {
  format: "s2orc",
  looksLike: (head) =>
    /^\s*[[{]/.test(head) &&
    (/"(?:grobid|pdf|latex)_parse"\s*:/.test(head) ||
      (/"corpusid"\s*:/.test(head) && /"content"\s*:\s*\{/.test(head)) ||
      (/"paper_id"\s*:/.test(head) && /"cite_spans"\s*:/.test(head) && !/"_source_hash"\s*:/.test(head))),
  read: readS2orc,
};

async function* readS2orc(source: DocumentSource): AsyncGenerator<CorpusDocument> {
  for await (const { line, value } of readJsonDocuments(source)) {
    const made = toDocument(value, source);
    if (typeof made === "string") source.onFault({ line, reason: made });
    else yield assembleDocument(made);
  }
}

/** The document, or why there is none. */
function toDocument(value: Record<string, unknown>, { file, sha256 }: DocumentSource): MarkedDocument | string {
  const isContent = "content" in value;
  const parse = PARSES.map((name) => recordOf(value[name])).find((one) => Object.keys(one).length > 0) ?? value;
  const metadata = { ...value, ...recordOf(value.metadata) };
  const read = isContent
    ? s2orcContent(recordOf(value.content))
    : { ...s2orcBlocks(parse), references: s2orcReferences(recordOf(parse.bib_entries)), title: "", authors: [] };
  if (typeof read === "string") return read;
  if (read.blocks.length === 0 && read.references.length === 0)
    return "This record has neither text nor references: no layout of S2ORC is known that looks so.";
  const identifiers = identifiersFrom([
    ["doi", textOf(metadata.doi)],
    ["arxiv", textOf(metadata.arxiv_id)],
    ["pmid", idOf(metadata.pubmed_id)],
    ["corpusid", idOf(value.corpusid)],
    ...Object.entries(recordOf(value.externalids)).map(([kind, id]): [string, string] => [kind, idOf(id)]),
  ]);
  const [, tool = "S2ORC", version = null] =
    /^(.*?)\s+([\d.]+)$/.exec(textOf(recordOf(value.header).generated_with)) ?? [];
  const date = dateOf(metadata);
  const authors = listOf(metadata.authors)
    .map(personName)
    .filter((name) => name !== "");
  const fields = listOf(metadata.mag_field_of_study ?? metadata.fieldsofstudy ?? metadata.s2fieldsofstudy)
    .map((field) => textOf(field) || textOf(recordOf(field).category))
    .filter((field) => field !== "");

  return {
    id: idOf(value.corpusid) || idOf(value.paper_id) || fileStem(file),
    title: textOf(metadata.title) || read.title,
    year: date === undefined ? null : Number(date.slice(0, 4)),
    venue: textOf(metadata.venue) || textOf(metadata.journal) || null,
    ...(authors.length > 0 ? { authors } : read.authors.length > 0 && { authors: read.authors }),
    ...(fields.length > 0 && { fields: [...new Set(fields)] }),
    ...(date !== undefined && { date }),
    ...identifiers,
    references: read.references,
    blocks: read.blocks,
    provenance: { format: "s2orc", tool, version, file, sha256 },
    faults: read.faults,
  };
}

const PARSES = ["pdf_parse", "grobid_parse", "latex_parse"];

/** The most exact date that the record gives. */
function dateOf(metadata: Record<string, unknown>): string | undefined {
  for (const given of [metadata.publicationdate, metadata.publication_date, metadata.year]) {
    const text = idOf(given);
    const exact = /^\d{4}(?:-\d{2}(?:-\d{2})?)?(?=$|T| )/.exec(text)?.[0];
    const year = exact ?? findYear(text);
    if (year !== undefined) return String(year);
  }

  return undefined;
}
