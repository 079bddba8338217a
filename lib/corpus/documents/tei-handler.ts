import { fileStem } from "@/lib/corpus/masterset";
import { TextCapture } from "./capture-text";
import type { CorpusDocument, DocumentSource } from "./document";
import { DocumentBuilder } from "./document-builder";
import type { XmlAttributes, XmlHandler } from "./read-xml";
import { TeiBibl } from "./tei-bibl";

/** Text straight inside one of these is a paragraph without an element of its own (patents, old files). */
const containers = new Set(["text", "body", "back", "front", "div", "abstract", "div1", "div2", "div3"]);
const divisions = new Set(["div", "div1", "div2", "div3"]);
/** Nothing in these is read. */
const skipped = new Set(["table", "facsimile", "graphic", "keywords", "listOrg", "revisionDesc"]);
const bibliographies = new Set(["biblStruct", "bibl", "biblFull"]);

/** What is read of TEI, element by element; finished documents are in `done`. */
export class TeiHandler implements XmlHandler {
  readonly done: CorpusDocument[] = [];
  /** Whether the file is a collection, whose documents are given out one by one. */
  inCorpus = false;
  private readonly source: DocumentSource;
  private readonly stack: string[] = [];
  private readonly capture = new TextCapture();
  private builder: DocumentBuilder | undefined;
  private bibl: TeiBibl | undefined;
  private biblDepth = 0;
  /** Depth of the element whose inside is passed over; 0 for none. */
  private skip = 0;
  /** Depths of the blocks that are open; a loose paragraph has the depth of its container + .5. */
  private blocks: number[] = [];
  private marks: number[] = [];
  private tool: string | null = null;
  private version: string | null = null;
  private count = 0;

  constructor(source: DocumentSource) {
    this.source = source;
  }

  open(name: string, attributes: XmlAttributes): void {
    this.stack.push(name);
    const depth = this.stack.length;
    if (this.skip > 0) return;
    if (name === "teiCorpus") this.inCorpus = true;
    else if (name === "TEI" || name === "tei") this.begin();
    if (!this.builder) return;
    if (skipped.has(name) || (name === "note" && attributes.get("place") === "headnote")) this.skip = depth;
    else if (this.bibl) this.bibl.open(name, attributes, this.capture, depth);
    else if (bibliographies.has(name) && !this.builder.inBlock) {
      this.bibl = new TeiBibl(name);
      this.biblDepth = depth;
      this.bibl.begin(attributes, this.capture, depth);
    } else if (this.within("teiHeader") && !this.within("abstract")) this.openInHeader(name, attributes, depth);
    else this.openInText(this.builder, name, attributes, depth);
  }

  private begin(): void {
    this.builder = new DocumentBuilder();
    this.tool = null;
    this.version = null;
    this.blocks = [];
    this.marks = [];
  }

  private openInHeader(name: string, attributes: XmlAttributes, depth: number): void {
    const facts = this.builder?.facts;
    if (!facts) return;
    const parent = this.stack.at(-2);
    if (name === "application") {
      this.tool ??= attributes.get("ident") ?? null;
      this.version ??= attributes.get("version") ?? null;
    } else if (name === "title" && parent === "titleStmt")
      this.capture.start(depth, (text) => {
        if (text !== "") facts.title ??= text;
      });
    else if (name === "date" && parent === "publicationStmt") {
      const when = attributes.get("when");
      if (when !== undefined && /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(when)) facts.date ??= when;
    }
  }

  private openInText(builder: DocumentBuilder, name: string, attributes: XmlAttributes, depth: number): void {
    const parent = this.stack.at(-2) ?? "";
    if (divisions.has(name)) {
      this.endLoose(depth);
      builder.sections.enter();
    } else if (name === "abstract") {
      builder.sections.enter();
      builder.sections.setHeading("Abstract");
    } else if (name === "head") this.openHead(builder, attributes, depth, parent);
    else if (name === "formula" && !builder.inBlock) this.skip = depth;
    else if (name === "p" || name === "ab" || name === "item" || name === "note" || name === "figDesc")
      this.openBlock(builder, name, attributes, depth);
    else if (name === "lb" || name === "pb" || name === "cb") this.lineBreak(builder);
    else if (name === "s") builder.openSentence();
    else if (name === "ref" && /^bib/.test(attributes.get("type") ?? "")) {
      const ids = (attributes.get("target") ?? "").split(/\s+/).filter((id) => id !== "");
      builder.openMark(ids.map((id) => id.replace(/^#/, "")));
      this.marks.push(depth);
    } else if (name === "cell" || name === "row" || name === "list") builder.blank();
  }

  private openHead(builder: DocumentBuilder, attributes: XmlAttributes, depth: number, parent: string): void {
    if (!divisions.has(parent) && parent !== "text" && parent !== "body" && parent !== "back") {
      this.skip = depth;
      return;
    }
    this.endLoose(depth);
    const number = attributes.get("n");
    this.capture.start(depth, (text) => builder.sections.setHeading(text, number));
  }

  private openBlock(builder: DocumentBuilder, name: string, attributes: XmlAttributes, depth: number): void {
    this.endLoose(depth);
    const inAbstract = this.within("abstract");
    const inFigure = this.within("figure");
    const kind = inAbstract
      ? "abstract"
      : name === "item"
        ? "list"
        : name === "figDesc" || (inFigure && name === "note")
          ? "caption"
          : name === "note" || attributes.get("type") === "footnote"
            ? "note"
            : "paragraph";
    builder.openBlock(kind);
    this.blocks.push(depth);
  }

  /** A line of the printed page ends; a word that was broken there stays joined by its hyphen. */
  private lineBreak(builder: DocumentBuilder): void {
    if (this.capture.active) this.capture.blank();
    else if (!this.lastText.endsWith("-")) builder.blank();
  }
  private lastText = "";

  text(text: string): void {
    if (this.skip > 0 || !this.builder) return;
    if (this.capture.active) this.capture.append(text);
    else if (this.bibl) return;
    else {
      const inner = this.stack.at(-1) ?? "";
      if (!this.builder.inBlock) {
        if (!containers.has(inner) || !/[^\s]/.test(text) || !this.within("text", "abstract")) return;
        this.builder.openBlock(this.within("abstract") ? "abstract" : "paragraph");
        this.blocks.push(this.stack.length + 0.5);
      }
      this.lastText = text;
      this.builder.text(text);
    }
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
    if (this.bibl) {
      this.bibl.close(name);
      if (this.biblDepth === depth) this.endBibl(builder);
      return;
    }
    if (this.marks.at(-1) === depth) {
      this.marks.pop();
      builder.closeMark();
    }
    while ((this.blocks.at(-1) ?? 0) >= depth) {
      this.blocks.pop();
      builder.closeBlock();
    }
    if (divisions.has(name) || name === "abstract") builder.sections.leave();
    if (name === "TEI" || name === "tei") this.end(builder);
  }

  private endBibl(builder: DocumentBuilder): void {
    const bibl = this.bibl;
    this.bibl = undefined;
    if (!bibl) return;
    if (this.within("teiHeader")) bibl.describe(builder.facts);
    else if (this.within("listBibl")) builder.addReference(bibl.reference(builder.references.length), bibl.label);
  }

  private end(builder: DocumentBuilder): void {
    this.builder = undefined;
    this.count++;
    const { file, sha256 } = this.source;
    const stem = fileStem(file).replace(/\.(?:grobid\.)?tei$/, "");
    const id = this.inCorpus ? (builder.facts.doi ?? `${stem}-${this.count}`) : stem;
    this.done.push(builder.finish(id, { format: "tei", tool: this.tool, version: this.version, file, sha256 }));
  }

  /** A loose paragraph ends where an element of its container begins. */
  private endLoose(depth: number): void {
    if (this.blocks.at(-1) !== depth - 0.5) return;
    this.blocks.pop();
    this.builder?.closeBlock();
  }

  private within(...names: string[]): boolean {
    return this.stack.some((name) => names.includes(name));
  }
}
