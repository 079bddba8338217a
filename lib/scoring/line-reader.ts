import type { InputFault } from "./data";
import { FaultList } from "./pair-table";

/** What a reader made of an input. With faults the value is of no use: nothing is scored from half a file. */
export type Reading<T> = {
  readonly value: T;
  readonly warnings: readonly string[];
  readonly faults: readonly InputFault[];
  readonly totalFaults: number;
};

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * The part that all readers of lines share: a leading byte order mark is taken off, blank lines are passed over, both with a
 * warning; line ends are \n or \r\n; lines count from 1.
 */
export abstract class LineReader<T> {
  protected readonly found = new FaultList();
  protected number = 0;
  #blank = 0;
  #firstBlank = 0;
  #mark = false;

  /** The next line, without its line feed. */
  push(text: string): void {
    this.number++;
    let line = text.replace(/[ \t\v\f\r]+$/, "");
    if (this.number === 1 && line.startsWith(BYTE_ORDER_MARK)) {
      this.#mark = true;
      line = line.slice(1);
    }
    if (!/[^ \t\v\f\r]/.test(line)) {
      if (this.#blank++ === 0) this.#firstBlank = this.number;
      return;
    }
    if (line.includes("\r"))
      this.found.add(this.number, "Lines end in \\r alone here. Save the file with \\n or \\r\\n.");
    else this.read(line);
  }

  /** All lines of a text. */
  pushAll(text: string): this {
    const lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    for (const line of lines) this.push(line);

    return this;
  }

  finish(): Reading<T> {
    const value = this.close();
    const warnings: string[] = [];
    if (this.#mark) warnings.push("A byte order mark (BOM) at the start was taken off.");
    if (this.#blank > 0) {
      const lines = this.#blank === 1 ? "One blank line was" : `${this.#blank} blank lines were`;
      warnings.push(`${lines} passed over (the first is line ${this.#firstBlank}).`);
    }

    return {
      value,
      warnings: [...warnings, ...this.notices()],
      faults: this.found.faults,
      totalFaults: this.found.total,
    };
  }

  protected abstract read(line: string): void;
  protected abstract close(): T;
  protected notices(): string[] {
    return [];
  }
}

/**
 * The fields of a line as trec_eval splits it: at runs of blanks, tabs and the other ASCII spaces. Other Unicode spaces belong to
 * the ids. O(length).
 *
 * @example splitFields("q1  Q0\td1 "); // => ["q1", "Q0", "d1"]
 */
export function splitFields(line: string): string[] {
  return line.split(/[ \t\v\f\r]+/).filter((field) => field !== "");
}
