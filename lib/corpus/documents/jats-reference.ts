import { BlockText } from "./block-text";
import type { TextCapture } from "./capture-text";
import type { CorpusReference } from "./document";
import { findYear, identifiersFrom } from "./identifiers";
import type { XmlAttributes } from "./read-xml";

/** One `ref` of JATS; of several citations in it the first speaks. */
export class JatsReference {
  label: string | undefined;
  private readonly id: string | undefined;
  private article = "";
  private source = "";
  private year = "";
  private given = "";
  private surname = "";
  private readonly authors: string[] = [];
  private readonly identifiers: [string, string][] = [];
  private readonly raw = new BlockText();
  private editors = 0;
  private ended = false;

  constructor(id: string | undefined) {
    this.id = id;
  }

  open(name: string, attributes: XmlAttributes, capture: TextCapture, depth: number): void {
    this.raw.blank();
    if (this.ended) return;
    if (name === "label")
      capture.start(depth, (text) => {
        this.label ??= text;
      });
    else if (name === "article-title" || name === "chapter-title" || name === "part-title" || name === "data-title")
      capture.start(depth, (text) => {
        this.article ||= text;
      });
    else if (name === "source")
      capture.start(depth, (text) => {
        this.source ||= text;
      });
    else if (name === "year")
      capture.start(depth, (text) => {
        this.year ||= text;
      });
    else if (name === "pub-id") {
      const kind = attributes.get("pub-id-type") ?? "";
      capture.start(depth, (text) => this.identifiers.push([kind, text]));
    } else if (name === "ext-link" || name === "uri")
      capture.start(depth, (text) => this.identifiers.push(["doi", attributes.get("href") ?? text]));
    else this.openName(name, attributes, capture, depth);
  }

  private openName(name: string, attributes: XmlAttributes, capture: TextCapture, depth: number): void {
    if (name === "person-group" && attributes.get("person-group-type") === "editor") this.editors = depth;
    else if (name === "name" || name === "string-name") {
      this.given = "";
      this.surname = "";
    } else if (name === "surname" || name === "given-names")
      capture.start(depth, (text) => {
        if (name === "surname") this.surname = text;
        else this.given = text;
      });
    else if (name === "collab" && this.editors === 0)
      capture.start(depth, (text) => {
        if (text !== "") this.authors.push(text);
      });
  }

  text(text: string): void {
    this.raw.append(text);
  }

  close(name: string): void {
    if (name === "person-group") this.editors = 0;
    if (this.ended || this.editors > 0 || (name !== "name" && name !== "string-name") || this.surname === "") return;
    this.authors.push([this.given, this.surname].filter((part) => part !== "").join(" "));
  }

  endCitation(): void {
    this.ended = true;
  }

  /** @param place in the list, for an entry without an id */
  finish(place: number): CorpusReference {
    const title = this.article || this.source;
    const venue = this.article === "" ? "" : this.source;
    const raw = this.raw.finish();
    return {
      id: this.id ?? `ref${place + 1}`,
      title,
      year: findYear(this.year) ?? null,
      ...identifiersFrom(this.identifiers),
      ...(this.authors.length > 0 && { authors: this.authors }),
      ...(venue !== "" && { venue }),
      ...(raw !== "" && { raw }),
    };
  }
}
