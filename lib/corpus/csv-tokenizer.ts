import { countCodePoints } from "./code-points";
import { type CorpusFault, MAX_RECORD_BYTES } from "./read-events";

export type CsvRow = { line: number; cells: string[] };
export type CsvStep =
  | { kind: "row"; row: CsvRow }
  | { kind: "more" }
  | { kind: "blank" }
  | { kind: "fault"; fault: CorpusFault; fatal: boolean };

/**
 * RFC 4180 rows from physical lines, one call a line. Separators and line breaks inside quotes belong to the cell, `""` is a quote,
 * and no character is altered. A quote inside an unquoted cell is text (as spreadsheets and Python read it).
 * Own rather than papaparse, because faults need the physical line and column, which papaparse does not give.
 *
 * @example new CsvTokenizer(",").push('a,"b,c"', 1) // { kind: "row", row: { line: 1, cells: ["a", "b,c"] } }
 */
export class CsvTokenizer {
  private cells: string[] = [];
  private open: string[] | undefined;
  private openSize = 0;
  private openedAt = { line: 0, column: 0 };
  private rowLine = 0;

  constructor(private readonly separator: string) {}

  /** Takes one physical line without its LF; a CR at its end belongs to the line break unless quotes are open. */
  push(text: string, line: number): CsvStep {
    if (!this.open) {
      const end = text.endsWith("\r") ? text.length - 1 : text.length;
      if (end === 0) return { kind: "blank" };
      this.rowLine = line;
      const strayReturn = text.indexOf("\r");
      if (text.indexOf('"') < 0 && (strayReturn < 0 || strayReturn === end)) {
        const cells = (end === text.length ? text : text.slice(0, end)).split(this.separator);
        return { kind: "row", row: { line, cells } };
      }
      this.cells = [];
      return this.scan(text, line, 0);
    }
    this.openSize += text.length + 1;
    if (this.openSize > MAX_RECORD_BYTES) {
      const step: CsvStep = { kind: "fault", fault: this.unclosed("within 1 MB"), fatal: true };
      this.open = undefined;
      return step;
    }
    this.open.push("\n");
    return this.scan(text, line, 0);
  }

  /** Call at the end of the file: the fault of a quote that was never closed. */
  end(): CorpusFault | undefined {
    return this.open ? this.unclosed("before the end of the file") : undefined;
  }

  private unclosed(where: string): CorpusFault {
    return { ...this.openedAt, reason: `The quote that opens here is not closed ${where}.` };
  }

  private scan(text: string, line: number, from: number): CsvStep {
    let at = from;
    for (;;) {
      if (this.open) {
        const quote = text.indexOf('"', at);
        if (quote < 0) {
          this.open.push(text.slice(at));
          return { kind: "more" };
        }
        this.open.push(text.slice(at, quote));
        if (text[quote + 1] === '"') {
          this.open.push('"');
          at = quote + 2;
          continue;
        }
        this.cells.push(this.open.join(""));
        this.open = undefined;
        at = quote + 1;
        if (this.atEnd(text, at)) return this.row();
        if (text[at] !== this.separator)
          return this.fault(text, line, at, "After a closing quote only a separator or the end of the row may stand.");
        at++;
      } else if (text[at] === '"') {
        this.open = [];
        this.openSize = text.length - at;
        this.openedAt = { line, column: countCodePoints(text.slice(0, at)) + 1 };
        at++;
      } else {
        const next = text.indexOf(this.separator, at);
        const last = next < 0;
        const end = last ? (text.endsWith("\r") ? text.length - 1 : text.length) : next;
        const cell = text.slice(at, end);
        const stray = cell.indexOf("\r");
        if (stray >= 0)
          return this.fault(text, line, at + stray, "A carriage return stands alone. End lines with LF or CRLF.");
        this.cells.push(cell);
        if (last) return this.row();
        at = next + 1;
      }
    }
  }

  private atEnd(text: string, at: number): boolean {
    return at === text.length || (at === text.length - 1 && text[at] === "\r");
  }

  private row(): CsvStep {
    return { kind: "row", row: { line: this.rowLine, cells: this.cells } };
  }

  private fault(text: string, line: number, at: number, reason: string): CsvStep {
    return { kind: "fault", fault: { line, column: countCodePoints(text.slice(0, at)) + 1, reason }, fatal: false };
  }
}
