import type { InputFault } from "./data";

/** How many faults are kept with their lines; all are counted. */
const KEPT = 100;

/** Collects what is wrong in an input. */
export class FaultList {
  readonly faults: InputFault[] = [];
  total = 0;

  add(line: number, reason: string): void {
    this.total++;
    if (this.faults.length < KEPT) this.faults.push({ line, reason });
  }
}

/** Numbers by (query, document), and the line that each came from, so that a second one can name both. */
export class PairTable {
  readonly values = new Map<string, Map<string, number>>();
  readonly #lines = new Map<string, number[]>();
  readonly #faults: FaultList;

  constructor(faults: FaultList) {
    this.#faults = faults;
  }

  /** Keeps the number; a second one for the same pair is a fault that names both lines. O(1) but for faults. */
  add(query: string, document: string, value: number, line: number): void {
    let documents = this.values.get(query);
    let lines = this.#lines.get(query);
    if (!documents || !lines) {
      documents = new Map();
      lines = [];
      this.values.set(query, documents);
      this.#lines.set(query, lines);
    }
    if (documents.has(document)) {
      // The first line is looked up only while faults are kept: a file of nothing but repetitions stays cheap.
      const first = this.#faults.total < KEPT ? lines[[...documents.keys()].indexOf(document)] : undefined;
      this.#faults.add(line, `Document ${document} stands twice for query ${query}: lines ${first} and ${line}.`);
      return;
    }
    documents.set(document, value);
    lines.push(line);
  }

  /** The line of a query's first document. O(1). */
  firstLine(query: string): number {
    return this.#lines.get(query)?.[0] ?? 1;
  }
}
