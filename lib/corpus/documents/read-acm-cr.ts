import { fileStem } from "@/lib/corpus/masterset";
import { TextCapture } from "./capture-text";
import type { CorpusDocument, DocumentReader, DocumentSource } from "./document";
import { DocumentBuilder } from "./document-builder";
import { normaliseArxiv, normaliseDoi } from "./identifiers";
import { readXml, type XmlAttributes, type XmlHandler } from "./read-xml";
import { rootName } from "./xml-root";

/** ACM-CR: paragraphs with citations, their sentences marked by people, and the identifiers of what is cited. */
export const acmCrReader: DocumentReader = {
  format: "acm-cr",
  looksLike: (head) => rootName(head) === "doc" && /<contexts[\s>]/.test(head),
  read: readAcmCr,
};

async function* readAcmCr(source: DocumentSource): AsyncGenerator<CorpusDocument> {
  const handler = new AcmCrHandler();
  for await (const _ of readXml(source.bytes, handler));
  const { file, sha256 } = source;
  yield handler.builder.finish(fileStem(file), { format: "acm-cr", tool: null, version: null, file, sha256 });
}

class AcmCrHandler implements XmlHandler {
  readonly builder = new DocumentBuilder();
  private readonly capture = new TextCapture();
  private depth = 0;

  open(name: string, attributes: XmlAttributes): void {
    const depth = ++this.depth;
    const { builder } = this;
    if (name === "context")
      builder.openBlock(
        "paragraph",
        [attributes.get("section") ?? ""].filter((one) => one !== ""),
      );
    else if (name === "s") {
      builder.blank();
      builder.openSentence();
    } else if (name === "doi" || name === "title") this.capture.start(depth, (text) => this.setFact(name, text));
    else if (name === "abstract") builder.openBlock("abstract", ["Abstract"]);
    else if (name === "reference") {
      const id = attributes.get("id") ?? "";
      this.capture.start(depth, (text) => {
        const doi = normaliseDoi(text);
        const arxiv = doi === undefined && /arxiv/i.test(text) ? normaliseArxiv(text) : undefined;
        const raw = text === "" || text === "None" ? {} : { raw: text };
        builder.addReference({ id, title: "", year: null, ...(doi && { doi }), ...(arxiv && { arxiv }), ...raw }, id);
      });
    }
  }

  private setFact(name: "doi" | "title", text: string): void {
    if (name === "title") this.builder.facts.title = text;
    else {
      const doi = normaliseDoi(text);
      if (doi !== undefined) this.builder.facts.doi = doi;
    }
  }

  text(text: string): void {
    if (this.capture.active) this.capture.append(text);
    else this.addMarked(text);
  }

  /** The numbers in brackets are the citations; `cites` of a sentence repeats them. */
  private addMarked(text: string): void {
    for (const part of text.split(/(\[\d[\d\s,;\u2013-]*\])/)) {
      const isMark = part.startsWith("[");
      if (isMark) this.builder.openMark([]);
      this.builder.text(part);
      if (isMark) this.builder.closeMark();
    }
  }

  close(name: string): void {
    this.capture.end(this.depth);
    this.depth--;
    if (name === "context" || name === "abstract") this.builder.closeBlock();
  }
}
