import { fileStem } from "@/lib/corpus/masterset";
import { TextCapture } from "./capture-text";
import { type BlockKind, type CorpusDocument, DocumentError, type DocumentSource } from "./document";
import { DocumentBuilder } from "./document-builder";
import { JatsFront } from "./jats-front";
import { JatsReference } from "./jats-reference";
import type { XmlAttributes, XmlHandler } from "./read-xml";

/** Nothing in these is read. A sub-article (a review, a reply) is another document's text. */
const skipped = new Set([
  ...["table", "disp-formula", "tex-math", "math", "graphic", "media", "alternatives", "object-id", "xref-group"],
  ...["sub-article", "response", "def-list", "permissions", "kwd-group", "floats-wrap"],
]);
const divisions = new Set(["sec", "app", "ack", "abstract", "trans-abstract", "boxed-text", "glossary"]);
const citations = new Set(["element-citation", "mixed-citation", "nlm-citation", "citation"]);

/** What is read of JATS, element by element; finished documents are in `done`. */
export class JatsHandler implements XmlHandler {
  readonly done: CorpusDocument[] = [];
  /** Whether the file is a set, whose articles are given out one by one. */
  inSet = false;
  private readonly source: DocumentSource;
  private readonly stack: string[] = [];
  private readonly capture = new TextCapture();
  private builder: DocumentBuilder | undefined;
  private front = new JatsFront();
  private reference: JatsReference | undefined;
  private skip = 0;
  private readonly blocks: number[] = [];
  private readonly marks: number[] = [];
  private version: string | null = null;
  private label = "";
  private count = 0;

  constructor(source: DocumentSource) {
    this.source = source;
  }

  open(name: string, attributes: XmlAttributes): void {
    this.stack.push(name);
    const depth = this.stack.length;
    if (this.skip > 0) return;
    if (name === "pmc-articleset" || name === "articles") this.inSet = true;
    if (!this.builder) {
      if (name === "article") this.begin(attributes);
      return;
    }
    if (name === "article") throw new DocumentError({ reason: "An article stands inside another." });
    if (skipped.has(name)) this.skip = depth;
    else if (this.reference) this.reference.open(name, attributes, this.capture, depth);
    else if (name === "ref") this.reference = new JatsReference(attributes.get("id"));
    else if (
      this.within("article-meta", "journal-meta") &&
      !this.within("abstract", "trans-abstract") &&
      !divisions.has(name)
    )
      this.front.open(name, attributes, this.stack, this.capture, depth);
    else this.openInText(this.builder, name, attributes, depth);
  }

  private begin(attributes: XmlAttributes): void {
    this.builder = new DocumentBuilder();
    this.front = new JatsFront();
    this.version = attributes.get("dtd-version") ?? null;
  }

  private openInText(builder: DocumentBuilder, name: string, attributes: XmlAttributes, depth: number): void {
    const parent = this.stack.at(-2) ?? "";
    if (divisions.has(name)) {
      builder.sections.enter();
      if (name === "abstract" || name === "trans-abstract") builder.sections.setHeading("Abstract");
      if (name === "ack") builder.sections.setHeading("Acknowledgements");
      this.label = "";
    } else if (name === "title") this.openTitle(builder, depth, parent);
    else if (name === "label") {
      if (!divisions.has(parent)) this.skip = depth;
      else
        this.capture.start(depth, (text) => {
          this.label = text;
        });
    } else if (name === "p") {
      builder.openBlock(this.kindOf());
      this.blocks.push(depth);
    } else if (name === "break") builder.blank();
    else if (name === "xref" && attributes.get("ref-type") === "bibr") {
      builder.openMark((attributes.get("rid") ?? "").split(/\s+/).filter((id) => id !== ""));
      this.marks.push(depth);
    }
  }

  private openTitle(builder: DocumentBuilder, depth: number, parent: string): void {
    if (!divisions.has(parent)) {
      this.skip = depth;
      return;
    }
    this.capture.start(depth, (text) => builder.sections.setHeading(text, this.label));
  }

  private kindOf(): BlockKind {
    for (let i = this.stack.length - 2; i >= 0; i--) {
      const name = this.stack[i];
      if (name === "list-item") return "list";
      if (name === "caption" || name === "table-wrap-foot") return "caption";
      if (name === "fn") return "note";
      if (name === "abstract" || name === "trans-abstract") return "abstract";
    }
    return "paragraph";
  }

  text(text: string): void {
    if (this.skip > 0 || !this.builder) return;
    if (this.reference) this.reference.text(text);
    if (this.capture.active) this.capture.append(text);
    else if (!this.reference) this.builder.text(text);
  }

  close(name: string): void {
    const depth = this.stack.length;
    this.stack.pop();
    if (this.skip > 0) {
      if (this.skip === depth) this.skip = 0;
      return;
    }
    const { builder } = this;
    if (!builder) return;
    this.capture.end(depth);
    if (this.reference) {
      if (citations.has(name)) this.reference.endCitation();
      else this.reference.close(name);
      if (name === "ref") {
        builder.addReference(this.reference.finish(builder.references.length), this.reference.label);
        this.reference = undefined;
      }
      return;
    }
    this.front.close(name);
    if (this.marks.at(-1) === depth) {
      this.marks.pop();
      builder.closeMark();
    }
    if (this.blocks.at(-1) === depth) {
      this.blocks.pop();
      builder.closeBlock();
    }
    if (divisions.has(name)) builder.sections.leave();
    if (name === "article") this.end(builder);
  }

  private end(builder: DocumentBuilder): void {
    this.builder = undefined;
    this.count++;
    const { file, sha256 } = this.source;
    this.front.describe(builder.facts);
    const stem = fileStem(file);
    const id = this.inSet ? (this.front.pmc ?? builder.facts.doi ?? `${stem}-${this.count}`) : stem;
    this.done.push(builder.finish(id, { format: "jats", tool: "JATS", version: this.version, file, sha256 }));
  }

  private within(...names: string[]): boolean {
    return this.stack.some((name) => names.includes(name));
  }
}
