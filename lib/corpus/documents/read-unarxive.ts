import { assembleDocument, type MarkedBlock } from "./assemble-document";
import { codePointIndex } from "./code-point-index";
import type { CorpusDocument, CorpusReference, DocumentFault, DocumentReader, DocumentSource } from "./document";
import { findYear, identifiersFrom } from "./identifiers";
import { idOf, listOf, recordOf, textOf, wholeOf } from "./json-values";
import { readJsonDocuments } from "./read-json-documents";
import { SectionTrail } from "./section-trail";

/**
 * unarXive 2022: one paper a line. Its placeholders are written out, so that people can read the text: `{{formula:…}}` as its LaTeX between
 * dollar signs, `{{cite:…}}` as the entry's number in brackets, `{{figure:…}}` and `{{table:…}}` as their kind. Offsets are of the text
 * that results. Papers have no titles of references, only entries as printed.
 */
export const unarxiveReader: DocumentReader = {
  format: "unarxive",
  looksLike: (head) =>
    /^\s*[[{]/.test(head) &&
    /"paper_id"\s*:/.test(head) &&
    /"_source_hash"\s*:|"sec_number"\s*:|\{\{(?:cite|formula):/.test(head),
  read: readUnarxive,
};

async function* readUnarxive(source: DocumentSource): AsyncGenerator<CorpusDocument> {
  for await (const { line, value } of readJsonDocuments(source)) {
    const id = idOf(value.paper_id);
    if (id === "" || !Array.isArray(value.body_text)) {
      source.onFault({ line, reason: "This record has no paper_id or no body_text: it is no paper of unarXive." });
      continue;
    }
    yield toDocument(id, value, source);
  }
}

function toDocument(id: string, value: Record<string, unknown>, { file, sha256 }: DocumentSource): CorpusDocument {
  const metadata = recordOf(value.metadata);
  const references = referencesOf(recordOf(value.bib_entries));
  const numbers = new Map(references.map((reference, index) => [reference.id, index + 1]));
  const figures = recordOf(value.ref_entries);
  const trail = new SectionTrail();
  const blocks: MarkedBlock[] = [];
  let misplaced = 0;
  const add = (entry: unknown, kind: MarkedBlock["kind"], path: string[]) => {
    const written = writeOut(recordOf(entry), numbers, figures);
    misplaced += written.misplaced;
    if (written.text.trim() === "") return;
    blocks.push({ kind, section: path.at(-1) ?? "", sectionPath: path, text: written.text, marks: written.marks });
  };
  add(value.abstract, "abstract", ["Abstract"]);
  let before: string | undefined;
  for (const entry of listOf(value.body_text)) {
    const { section: printed, sec_number, content_type } = recordOf(entry);
    const section = writeHeading(textOf(printed), numbers, figures);
    const heading = `${idOf(sec_number)}\n${section}`;
    if (heading !== before) {
      trail.leave();
      trail.enter();
      trail.setHeading(section, idOf(sec_number));
      before = heading;
    }
    add(entry, content_type === "list" ? "list" : "paragraph", section === "" ? [] : trail.path());
  }
  const authors = listOf(metadata.authors_parsed)
    .map((name) => listOf(name).slice(0, 2).map(textOf).reverse().join(" ").trim())
    .filter((name) => name !== "");
  const date = createdOf(metadata);
  const fields = [textOf(value.discipline), ...textOf(metadata.categories).split(/\s+/)].filter(
    (field) => field !== "",
  );
  const venue = textOf(metadata["journal-ref"]);

  return assembleDocument({
    id,
    title: textOf(metadata.title).replace(/\s+/g, " ").trim(),
    year: date === undefined ? null : Number(date.slice(0, 4)),
    venue: venue === "" ? null : venue,
    ...(authors.length > 0 && { authors }),
    ...(date !== undefined && { date }),
    ...(fields.length > 0 && { fields }),
    ...identifiersFrom([
      ["arxiv", id],
      ["doi", textOf(metadata.doi)],
    ]),
    references,
    blocks,
    marks: "single",
    provenance: { format: "unarxive", tool: "unarXive", version: null, file, sha256 },
    faults: misplacedFault(misplaced),
  });
}

function referencesOf(entries: Record<string, unknown>): CorpusReference[] {
  return Object.entries(entries).map(([id, value]): CorpusReference => {
    const entry = recordOf(value);
    const ids = recordOf(entry.ids);
    const raw = textOf(entry.bib_entry_raw).trim();
    const [arxiv] = listOf(entry.contained_arXiv_ids);

    return {
      id,
      title: "",
      year: findYear(raw.replace(/\barxiv\S*/gi, " ")) ?? null,
      raw,
      ...identifiersFrom([
        ["doi", textOf(ids.doi)],
        ["arxiv", textOf(ids.arxiv_id) || textOf(recordOf(arxiv).id)],
        ["pmid", textOf(ids.pubmed_id).replace(/^\D+/, "")],
      ]),
    };
  });
}

/** A heading has no spans: its placeholders stand as they are. */
function writeHeading(heading: string, numbers: ReadonlyMap<string, number>, figures: Record<string, unknown>): string {
  return heading.replace(/\{\{(\w+):([\w-]+)\}\}/g, (printed, kind: string, id: string) =>
    kind === "cite" ? `[${numbers.get(id) ?? "?"}]` : placeholder(recordOf(figures[id]), printed),
  );
}

/** The text of an entry with its placeholders written out, and a mark for each citation. */
function writeOut(
  { text: raw, cite_spans, ref_spans }: Record<string, unknown>,
  numbers: ReadonlyMap<string, number>,
  figures: Record<string, unknown>,
): { text: string; marks: MarkedBlock["marks"]; misplaced: number } {
  const from = textOf(raw).trimEnd();
  const { toUnits } = codePointIndex(from);
  const spans = [
    ...listOf(cite_spans).map((span) => ({ ...placeOf(span), cites: true })),
    ...listOf(ref_spans).map((span) => ({ ...placeOf(span), cites: false })),
  ].sort((a, b) => a.start - b.start);
  const marks: { start: number; end: number; ids: string[] }[] = [];
  let text = "";
  let at = 0;
  let misplaced = 0;
  for (const { start, end, id, printed, cites } of spans) {
    const begin = toUnits(start);
    const stop = toUnits(end);
    if (begin < at || stop <= begin || from.slice(begin, stop) !== printed) {
      misplaced++;
      continue;
    }
    text += from.slice(at, begin);
    const place = text.length;
    text += cites ? `[${numbers.get(id) ?? "?"}]` : placeholder(recordOf(figures[id]), printed);
    if (cites) marks.push({ start: place, end: text.length, ids: [id] });
    at = stop;
  }
  text += from.slice(at);
  const { toPoints } = codePointIndex(text);

  return {
    text,
    marks: marks.map(({ start, end, ids }) => ({ start: toPoints(start), end: toPoints(end), ids })),
    misplaced,
  };
}

function placeOf(span: unknown): { start: number; end: number; id: string; printed: string } {
  const { start, end, ref_id, text } = recordOf(span);

  return { start: wholeOf(start) ?? 0, end: wholeOf(end) ?? 0, id: textOf(ref_id), printed: textOf(text) };
}

function placeholder({ latex, type }: Record<string, unknown>, printed: string): string {
  const formula = textOf(latex).replace(/\s+/g, " ").trim();
  if (formula !== "") return `$${formula}$`;

  return `[${textOf(type) || (/^\{\{(\w+)/.exec(printed)?.[1] ?? "figure")}]`;
}

function misplacedFault(count: number): DocumentFault[] {
  if (count === 0) return [];
  const reason = `${count} ${count === 1 ? "span is" : "spans are"} not where the file says; left out.`;

  return [{ code: "span-misplaced", count, reason }];
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The day of the first version, else of the last change. @example createdOf({ versions: [{ created: "Thu, 22 Dec 2022 17:01:56 GMT" }] }) // "2022-12-22" */
function createdOf(metadata: Record<string, unknown>): string | undefined {
  const created = textOf(recordOf(listOf(metadata.versions)[0]).created);
  const [, day, month = "", year] = /(\d{1,2}) (\w{3}) (\d{4})/.exec(created) ?? [];
  if (day !== undefined && MONTHS.includes(month))
    return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;

  return /^\d{4}-\d{2}-\d{2}/.exec(textOf(metadata.update_date))?.[0];
}
