import type { TextCapture } from "./capture-text";
import type { PaperFacts } from "./document-builder";
import { findYear, identifiersFrom } from "./identifiers";
import type { XmlAttributes } from "./read-xml";

type DateParts = { year?: string; month?: string; day?: string };

/** The front of a JATS article: title, journal, authors, dates and identifiers. */
export class JatsFront {
  pmc: string | undefined;
  private title: string | undefined;
  private journal: string | undefined;
  private readonly authors: string[] = [];
  private readonly identifiers: [string, string][] = [];
  private readonly dates: DateParts[] = [];
  private person: { given: string; surname: string } | undefined;
  private date: DateParts | undefined;

  open(name: string, attributes: XmlAttributes, stack: readonly string[], capture: TextCapture, depth: number): void {
    const parent = stack.at(-2);
    if (name === "article-title" && parent === "title-group")
      capture.start(depth, (text) => {
        this.title ??= text;
      });
    else if (name === "journal-title")
      capture.start(depth, (text) => {
        this.journal ??= text;
      });
    else if (name === "article-id") {
      const kind = attributes.get("pub-id-type") ?? "";
      capture.start(depth, (text) => {
        this.identifiers.push([kind, text]);
        if (/^pmc/.test(kind)) this.pmc ??= text.startsWith("PMC") ? text : `PMC${text}`;
      });
    } else if (name === "contrib") {
      const author = (attributes.get("contrib-type") ?? "author") === "author";
      this.person = author ? { given: "", surname: "" } : undefined;
    } else if (name === "pub-date") this.date = {};
    else if (name === "surname" || name === "given-names" || name === "collab") this.openName(name, capture, depth);
    else if ((name === "year" || name === "month" || name === "day") && parent === "pub-date")
      capture.start(depth, (text) => {
        if (this.date) this.date[name] ??= text;
      });
  }

  private openName(name: string, capture: TextCapture, depth: number): void {
    const { person } = this;
    if (!person) return;
    capture.start(depth, (text) => {
      if (name === "given-names") person.given ||= text;
      else person.surname ||= text;
    });
  }

  close(name: string): void {
    if (name === "contrib" && this.person) {
      const { given, surname } = this.person;
      this.person = undefined;
      if (surname !== "") this.authors.push([given, surname].filter((part) => part !== "").join(" "));
    } else if (name === "pub-date" && this.date) {
      this.dates.push(this.date);
      this.date = undefined;
    }
  }

  describe(facts: PaperFacts): void {
    Object.assign(facts, identifiersFrom(this.identifiers));
    if (this.title !== undefined) facts.title = this.title;
    if (this.journal !== undefined) facts.venue = this.journal;
    facts.authors.push(...this.authors);
    // the first day on which it was out
    const date = this.dates
      .map(isoDate)
      .filter((one) => one !== undefined)
      .sort((a, b) => a.slice(0, 4).localeCompare(b.slice(0, 4)) || b.length - a.length || a.localeCompare(b))
      .at(0);
    if (date === undefined) return;
    facts.date = date;
    facts.year = findYear(date);
  }
}

function isoDate({ year, month, day }: DateParts): string | undefined {
  if (!/^\d{4}$/.test(year ?? "")) return undefined;
  const parts = [year];
  if (/^(?:0?[1-9]|1[0-2])$/.test(month ?? "")) {
    parts.push(month?.padStart(2, "0"));
    if (/^(?:0?[1-9]|[12]\d|3[01])$/.test(day ?? "")) parts.push(day?.padStart(2, "0"));
  }
  return parts.join("-");
}
