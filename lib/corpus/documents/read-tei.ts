import type { CorpusDocument, DocumentReader, DocumentSource } from "./document";
import { readXml } from "./read-xml";
import { TeiHandler } from "./tei-handler";
import { rootName } from "./xml-root";

/** GROBID's TEI in all its dialects: full texts, training files, patents; a teiCorpus of several. */
export const teiReader: DocumentReader = {
  format: "tei",
  looksLike: (head) => /^tei(?:corpus)?$/i.test(rootName(head) ?? ""),
  read: readTei,
};

async function* readTei(source: DocumentSource): AsyncGenerator<CorpusDocument> {
  const handler = new TeiHandler(source);
  for await (const _ of readXml(source.bytes, handler, () => handler.done.length > 0)) {
    if (handler.inCorpus) yield* handler.done.splice(0);
  }
  yield* handler.done.splice(0);
}
