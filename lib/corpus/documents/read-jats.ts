import type { CorpusDocument, DocumentReader, DocumentSource } from "./document";
import { JatsHandler } from "./jats-handler";
import { readXml } from "./read-xml";
import { rootName } from "./xml-root";

const roots = new Set(["article", "pmc-articleset", "articles"]);

/** JATS and the older NLM archive format, as PubMed Central gives out (.nxml); a pmc-articleset of several. */
export const jatsReader: DocumentReader = {
  format: "jats",
  looksLike: (head) => roots.has(rootName(head) ?? ""),
  read: readJats,
};

async function* readJats(source: DocumentSource): AsyncGenerator<CorpusDocument> {
  const handler = new JatsHandler(source);
  for await (const _ of readXml(source.bytes, handler, () => handler.done.length > 0)) {
    if (handler.inSet) yield* handler.done.splice(0);
  }
  yield* handler.done.splice(0);
}
