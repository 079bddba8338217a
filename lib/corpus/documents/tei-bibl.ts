import type { TextCapture } from "./capture-text";
import type { CorpusReference } from "./document";
import type { PaperFacts } from "./document-builder";
import { findYear, identifiersFrom } from "./identifiers";
import type { XmlAttributes } from "./read-xml";

/** One entry of TEI's bibliography, `biblStruct` or `bibl`, and the header's own. */
export class TeiBibl {
  label: string | undefined;
  private readonly kind: string;
  private id = "";
  private analytic = "";
  private monograph = "";
  private journal = "";
  private when = "";
  private raw = "";
  private readonly authors: string[] = [];
  private readonly identifiers: [string, string][] = [];
  private forenames: string[] = [];
  private surname = "";
  private readonly path: string[] = [];

  constructor(kind: string) {
    this.kind = kind;
  }

  begin(attributes: XmlAttributes, capture: TextCapture, depth: number): void {
    this.id = attributes.get("id") ?? "";
    // a bare bibl is a printed entry with a few parts marked
    if (this.kind === "bibl") capture.start(depth, (text) => this.setRaw(text));
  }

  private setRaw(text: string): void {
    this.raw ||= text;
  }

  open(name: string, attributes: XmlAttributes, capture: TextCapture, depth: number): void {
    this.path.push(name);
    if (name === "title") this.openTitle(attributes, capture, depth);
    else if (name === "author" || name === "persName") this.openAuthor(name, capture, depth);
    else if (name === "forename") capture.start(depth, (text) => this.forenames.push(text));
    else if (name === "surname")
      capture.start(depth, (text) => {
        this.surname = text;
      });
    else if (name === "date") {
      const when = attributes.get("when");
      const published = (attributes.get("type") ?? "published") === "published";
      if (when !== undefined && published) this.when ||= when;
      else capture.start(depth, (text) => this.setWhen(text));
    } else if (name === "idno") {
      const kind = attributes.get("type") ?? "";
      capture.start(depth, (text) => this.identifiers.push([kind, text]));
    } else if (name === "label") capture.start(depth, (text) => this.setLabel(text));
    else if (name === "note" && /^raw/.test(attributes.get("type") ?? ""))
      capture.start(depth, (text) => this.setRaw(text));
  }

  private setWhen(text: string): void {
    this.when ||= text;
  }

  private setLabel(text: string): void {
    this.label ??= text;
  }

  private openTitle(attributes: XmlAttributes, capture: TextCapture, depth: number): void {
    const level = attributes.get("level") ?? (this.path.includes("analytic") ? "a" : "m");
    if (attributes.get("type") === "sub") return;
    capture.start(depth, (text) => {
      if (level === "a") this.analytic ||= text;
      else if (level === "j") this.journal ||= text;
      else this.monograph ||= text;
    });
  }

  private openAuthor(name: string, capture: TextCapture, depth: number): void {
    if (name === "author") {
      this.forenames = [];
      this.surname = "";
      if (this.kind === "bibl")
        capture.start(depth, (text) => {
          this.surname = text;
        });
    }
  }

  close(name: string): void {
    this.path.pop();
    if (name !== "author") return;
    const whole = [...this.forenames, this.surname].filter((part) => part !== "").join(" ");
    if (whole !== "") this.authors.push(whole);
  }

  /** @param place in the list, for an entry without an id */
  reference(place: number): CorpusReference {
    const venue = this.analytic === "" ? this.journal : this.journal || this.monograph;
    const title = this.analytic || this.monograph;
    return {
      id: this.id || `b${place}`,
      title,
      year: findYear(this.when) ?? null,
      ...identifiersFrom(this.identifiers),
      ...(this.authors.length > 0 && { authors: this.authors }),
      ...(venue !== "" && { venue }),
      ...(this.raw !== "" && { raw: this.raw }),
    };
  }

  /** Tells the document's facts what its own entry in the header says. */
  describe(facts: PaperFacts): void {
    const { title, year, authors = [], venue } = this.reference(0);
    Object.assign(facts, identifiersFrom(this.identifiers));
    facts.title ??= title || undefined;
    facts.authors.push(...authors);
    facts.venue ??= venue;
    facts.year ??= year ?? undefined;
    const when = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.exec(this.when)?.[0];
    if (when !== undefined) facts.date ??= when;
  }
}
