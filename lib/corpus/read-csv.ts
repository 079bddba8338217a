import type { LineBatch } from "./byte-lines";
import { CsvTokenizer } from "./csv-tokenizer";
import { faultEvent, type ReadEvent } from "./read-events";

const refusedNames = new Set(["__proto__", "constructor"]);

/**
 * Rows of a table as records, one text a column, named by the header row. Empty lines are passed over; an empty cell is "".
 * A row with too few or too many cells is a fault, never padded or cut.
 *
 * @param batches lines of the file; @param separator one character
 */
export async function* readCsv(batches: AsyncIterable<LineBatch>, separator: string): AsyncGenerator<ReadEvent[]> {
  const tokenizer = new CsvTokenizer(separator);
  let columns: string[] | undefined;
  for await (const batch of batches) {
    const events: ReadEvent[] = [];
    for (const [i, text] of batch.lines.entries()) {
      if (typeof text !== "string") {
        events.push(faultEvent(text));
        if (!columns || tokenizer.end()) {
          yield [...events, faultEvent({ line: text.line, reason: "Nothing after this line was read." })];
          return;
        }
        continue;
      }
      const step = tokenizer.push(text, batch.first + i);
      if (step.kind === "fault") {
        events.push(faultEvent(step.fault));
        if (step.fatal || !columns) {
          yield events;
          return;
        }
      } else if (step.kind === "row") {
        const { cells, line } = step.row;
        if (columns) events.push(toEvent(columns, cells, line));
        else {
          const header = readHeader(cells, line);
          events.push(...header.events);
          columns = header.columns;
          if (!columns) {
            yield events;
            return;
          }
        }
      }
    }
    yield events;
  }
  const unclosed = tokenizer.end();
  if (unclosed) yield [faultEvent(unclosed)];
  else if (!columns) yield [faultEvent({ line: 1, reason: "The file is empty: a header row is needed." })];
}

function toEvent(columns: readonly string[], cells: readonly string[], line: number): ReadEvent {
  if (cells.length !== columns.length) {
    const reason = `${cells.length} ${cells.length === 1 ? "cell" : "cells"} where the header has ${columns.length}.`;
    const column = cells.length < columns.length ? columns[cells.length] : undefined;
    return faultEvent(column === undefined ? { line, reason } : { line, column, reason });
  }
  const value: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i++) {
    const name = columns[i] ?? "";
    const cell = cells[i] ?? "";
    if (cell.includes("\0")) return faultEvent({ line, column: name, reason: "NUL (U+0000) cannot be stored." });
    value[name] = cell;
  }
  return { kind: "record", record: { line, value } };
}

function readHeader(cells: readonly string[], line: number): { columns?: string[]; events: ReadEvent[] } {
  const events: ReadEvent[] = [];
  const seen = new Set<string>();
  const columns: string[] = [];
  for (const [i, cell] of cells.entries()) {
    let name = cell.trim();
    if (name === "") {
      name = `column ${i + 1}`;
      events.push({ kind: "notice", reason: `Column ${i + 1} has no name; it is called "${name}" here.` });
    }
    if (refusedNames.has(name) || name.includes("\0"))
      events.push(faultEvent({ line, column: i + 1, reason: `The column name "${name}" is refused.` }));
    else if (seen.has(name))
      events.push(faultEvent({ line, column: name, reason: `The column "${name}" stands twice in the header.` }));
    seen.add(name);
    columns.push(name);
  }
  return events.some((event) => event.kind === "fault") ? { events } : { columns, events };
}
