import type { LineBatch } from "./byte-lines";
import { parseJsonRecord } from "./json-record";
import { faultEvent, type ReadEvent } from "./read-events";

/** JSON lines: one object a line. Empty lines are passed over; a broken line is a fault and the next one goes on. */
export async function* readJsonLines(batches: AsyncIterable<LineBatch>): AsyncGenerator<ReadEvent[]> {
  for await (const batch of batches) yield eachLine(batch, parseJsonLine);
}

/**
 * TREC qrels lines, `qid iteration docid label`, as `{ key: "qid docid", qid, docid, label }`; without a label they name items alone.
 * All values are texts as they stand in the file.
 */
export async function* readQrels(batches: AsyncIterable<LineBatch>): AsyncGenerator<ReadEvent[]> {
  for await (const batch of batches) yield eachLine(batch, parseQrelsLine);
}

function eachLine(batch: LineBatch, parse: (text: string, line: number) => ReadEvent): ReadEvent[] {
  const events: ReadEvent[] = [];
  for (let i = 0; i < batch.lines.length; i++) {
    const text = batch.lines[i];
    if (typeof text === "string") {
      if (!isBlank(text)) events.push(parse(text, batch.first + i));
    } else if (text) events.push(faultEvent(text));
  }
  return events;
}

function parseJsonLine(text: string, line: number): ReadEvent {
  const parsed = parseJsonRecord(text, line);
  return parsed.ok ? { kind: "record", record: parsed.record } : faultEvent(parsed.fault);
}

function parseQrelsLine(text: string, line: number): ReadEvent {
  const nul = text.indexOf("\0");
  if (nul >= 0) return faultEvent({ line, column: nul + 1, reason: "NUL (U+0000) cannot be stored." });
  const cells = text.split(/[ \t\r]+/).filter((cell) => cell !== "");
  const [qid = "", , docid = "", label] = cells;
  if (cells.length === 6) {
    const reason = "6 columns: this is a TREC run. Qrels lines are: qid iteration docid label.";
    return faultEvent({ line, reason });
  }
  if (cells.length !== 3 && cells.length !== 4) {
    const reason = `${cells.length} ${cells.length === 1 ? "column" : "columns"}; qrels lines have 4 (qid iteration docid label) or 3 (an item without a label).`;
    return faultEvent({ line, reason });
  }
  const value: Record<string, unknown> = { key: `${qid} ${docid}`, qid, docid };
  if (label !== undefined) value.label = label;
  return { kind: "record", record: { line, value } };
}

function isBlank(text: string): boolean {
  return text.length === 0 || (text.charCodeAt(0) <= 0x20 && /^[ \t\r]*$/.test(text));
}
