import { joinBytes } from "@/lib/corpus/byte-blocks";
import { fileStem } from "@/lib/corpus/masterset";
import { decodeUtf8, describeInvalidUtf8 } from "@/lib/corpus/utf8";
import { assembleDocument, type MarkedBlock } from "./assemble-document";
import {
  type CorpusDocument,
  DocumentError,
  type DocumentFault,
  type DocumentReader,
  type DocumentSource,
} from "./document";
import { splitNougat } from "./nougat-blocks";
import { labelledMarks, numericMarks } from "./nougat-marks";
import { type NougatReference, nougatReference } from "./nougat-references";
import { MAX_DOCUMENT_BYTES } from "./read-json-documents";

/** Share of entries with alpha-tags above which numbers in the text cannot be linked. */
const MOST_TAGS = 0.3;

/**
 * Nougat's Markdown. Refused where the list of references has alpha-tags and the text has numbers, for then nothing can be linked. Keys that
 * were misread, pages that are missing and a list in the order of first mention are told as faults.
 */
export const nougatReader: DocumentReader = {
  format: "nougat",
  looksLike: (head) =>
    !/^\s*[<[{]/.test(head) && /^#{1,6}\s+\S/m.test(head) && /^(?:#{1,6} |\* |\[MISSING_PAGE|\\begin\{)/m.test(head),
  read: readNougat,
};

async function* readNougat(source: DocumentSource): AsyncGenerator<CorpusDocument> {
  const { title, blocks: parts, entries, missingPages } = splitNougat(await wholeText(source.bytes));
  const references = entries.map(nougatReference);
  const numbered = parts.map((block) => ({ block, ...numericMarks(block.text) }));
  const numeric = numbered.reduce((count, { marks }) => count + marks.length, 0);
  refuseTags(references, numeric);
  const byLabel = references.some(({ kind }) => kind === "author" || kind === "tag");
  const byNumber = references.some(({ kind }) => kind === "number");
  const blocks = numbered.map(({ block, marks }): MarkedBlock => {
    const all = [...(byNumber || !byLabel ? marks : []), ...(byLabel ? labelledMarks(block.text, references) : [])];
    return { ...block, section: block.sectionPath.at(-1) ?? "", marks: all };
  });
  if (blocks.length === 0 && references.length === 0)
    throw new DocumentError({ reason: "The document has neither text nor references." });
  const document = assembleDocument({
    id: fileStem(source.file),
    title,
    year: null,
    venue: null,
    references: references.map(({ reference }) => reference),
    labels: new Map(
      references.flatMap(({ reference, label, kind }) => (kind === "number" ? [[reference.id, label]] : [])),
    ),
    blocks,
    provenance: { format: "nougat", tool: "Nougat", version: null, file: source.file, sha256: source.sha256 },
    faults: [
      ...countFault("page-missing", missingPages, "page was not read by Nougat", "pages were not read by Nougat"),
      ...countFault(
        "key-misread",
        numbered.reduce((count, { confused }) => count + confused, 0),
        "key mixes digits with letters (l0, O3): it is kept without a target",
        "keys mix digits with letters (l0, O3): they are kept without a target",
      ),
    ],
  });

  yield { ...document, faults: [...document.faults, ...renumberedFault(document)] };
}

async function wholeText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > MAX_DOCUMENT_BYTES) throw new DocumentError({ reason: "This document is larger than 16 MB." });
    pieces.push(piece);
  }
  const whole = joinBytes(pieces);
  const decoded = decodeUtf8(whole);
  if (!decoded.ok) throw new DocumentError({ reason: describeInvalidUtf8(whole, decoded.byte, 0).reason });

  return decoded.text;
}

function refuseTags(references: readonly NougatReference[], numeric: number): void {
  const tags = references.filter(({ kind }) => kind === "tag").length;
  if (numeric === 0 || tags <= MOST_TAGS * references.length) return;
  const share = Math.round((100 * tags) / references.length);
  const first = references.find(({ kind }) => kind === "tag")?.label ?? "";
  throw new DocumentError({
    reason: `${share} % of the references have tags such as ${first}, but the text cites by number: Nougat replaced the tags, and no citation can be linked. Use the paper's TEI instead.`,
  });
}

function countFault(code: string, count: number, one: string, many: string): DocumentFault[] {
  return count === 0 ? [] : [{ code, count, reason: `${count} ${count === 1 ? one : many}.` }];
}

/** Fewer references in order of mention would be chance. */
const LEAST_ORDERED = 5;

/** A numbered list whose every entry stands in the order of its first mention may be Nougat's own numbering. */
function renumberedFault({ references, blocks }: CorpusDocument): DocumentFault[] {
  const place = new Map(references.map(({ id }, index) => [id, index]));
  const mentioned = new Set<number>();
  for (const { citations } of blocks)
    for (const { referenceIds, marker } of citations)
      for (const id of referenceIds) {
        if (!/^\W*\d+(?:\W+\d+)*\W*$/.test(marker)) return [];
        mentioned.add(place.get(id) ?? -1);
      }
  const order = [...mentioned];
  if (order.length < LEAST_ORDERED || order.some((at, i) => i > 0 && at < (order[i - 1] ?? -1))) return [];
  const reason =
    "The references stand in the order of their first mention throughout: either the style asks for it, or Nougat renumbered them. Compare some with the paper.";

  return [{ code: "possibly-renumbered", reason }];
}
