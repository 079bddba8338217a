import { peekHead } from "@/lib/corpus/byte-blocks";
import type { CorpusFault } from "@/lib/corpus/read-events";
import { bomLength, refuseByContent } from "@/lib/corpus/sniff";
import { detectFormat } from "./detect-format";
import { type CorpusDocument, DocumentError, type DocumentFormat } from "./document";
import { documentReaders } from "./document-readers";

export type ReadDocumentsOptions = {
  /** The file's name, for faults and provenance. */
  file: string;
  format?: "auto" | DocumentFormat;
  /** Of the whole file, in hex, where the caller knows it. */
  sha256?: string | null;
  /** A document of a file of many that cannot be read; the next goes on. */
  onFault?: (fault: CorpusFault) => void;
};

/**
 * Reads the full texts in one file. One document is held at a time; XML documents come out only once the file has ended well.
 *
 * @param bytes chunks of any size; the stream is closed when the caller stops
 * @returns documents in file order. Throws DocumentError where the file is refused whole; nothing of an XML file was given out then
 * @example for await (const document of readDocuments(stream, { file: "a.tei.xml" })) …
 */
export async function* readDocuments(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadDocumentsOptions,
): AsyncGenerator<CorpusDocument> {
  const { file, format = "auto", sha256 = null, onFault = () => undefined } = options;
  const { head, complete, blocks } = await peekHead(bytes);
  try {
    const refused = refuseByContent(head);
    if (refused !== undefined) throw new DocumentError({ line: 1, reason: refused });
    const bom = bomLength(head);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(head.subarray(bom));
    const found = format === "auto" ? detectFormat(text, complete, documentReaders) : { ok: true as const, format };
    if (!found.ok) throw new DocumentError({ line: 1, reason: found.reason });
    const reader = documentReaders.find((one) => one.format === found.format);
    if (!reader) throw new DocumentError({ line: 1, reason: `No reader for the format ${found.format}.` });
    yield* reader.read({
      bytes: skipBytes(blocks, bom),
      file,
      sha256,
      onFault: (fault) => onFault({ file, ...fault }),
    });
  } catch (error) {
    if (error instanceof DocumentError) throw new DocumentError({ file, ...error.fault });
    throw error;
  } finally {
    await blocks.return(undefined);
  }
}

async function* skipBytes(blocks: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const block of blocks) {
    const rest = block.subarray(Math.min(left, block.length));
    left -= block.length - rest.length;
    if (rest.length > 0) yield rest;
  }
}
