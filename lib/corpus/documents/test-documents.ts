import { expect } from "vitest";
import { sliceByCodePoints } from "@/lib/corpus/code-points";
import type { CorpusBlock, CorpusDocument } from "./document";
import { type ReadDocumentsOptions, readDocuments } from "./read-documents";

/** A text as a byte stream, in pieces of the given size. */
export async function* bytesOf(text: string | Uint8Array, piece = 65_536): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}

/** All documents of a stream; each citation's span must be its marker. */
export async function readAll(
  bytes: AsyncIterable<Uint8Array>,
  options: Partial<ReadDocumentsOptions> = {},
): Promise<CorpusDocument[]> {
  const documents: CorpusDocument[] = [];
  for await (const document of readDocuments(bytes, { file: "f.xml", ...options })) documents.push(document);
  for (const { blocks } of documents) for (const block of blocks) expectSpans(block);
  return documents;
}

/** The one document of a text. */
export async function readOne(text: string, options: Partial<ReadDocumentsOptions> = {}): Promise<CorpusDocument> {
  const [document, ...more] = await readAll(bytesOf(text), options);
  if (!document || more.length > 0) throw new Error(`${more.length + 1} documents`);
  return document;
}

function expectSpans({ text, citations }: CorpusBlock): void {
  for (const { start, end, marker } of citations) expect(sliceByCodePoints(text, start, end)).toBe(marker);
}

/** Citations as "marker>ids", in order. */
export function citedIn({ blocks }: CorpusDocument): string[] {
  return blocks.flatMap(({ citations }) =>
    citations.map(({ marker, referenceIds }) => `${marker}>${referenceIds.join()}`),
  );
}

/** A small GROBID TEI around a body; references b0 to b9. */
export function teiWith(body: string, references = 10): string {
  const list = Array.from(
    { length: references },
    (_, i) =>
      `<biblStruct xml:id="b${i}"><analytic><title level="a">On thing ${i}</title></analytic><monogr><title level="j">J. Things</title><imprint><date type="published" when="${2000 + i}"/></imprint></monogr></biblStruct>`,
  );
  return `<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><encodingDesc><appInfo><application version="0.8.1" ident="GROBID"/></appInfo></encodingDesc><fileDesc><titleStmt><title>A paper</title></titleStmt></fileDesc></teiHeader><text><body>${body}</body><back><div type="references"><listBibl>${list.join("")}</listBibl></div></back></text></TEI>`;
}
