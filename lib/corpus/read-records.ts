import { peekHead } from "./byte-blocks";
import { readLines } from "./byte-lines";
import { guessCsvSeparator } from "./guess-csv";
import { readCsv } from "./read-csv";
import { faultEvent, type ReadEvent, type ReadOptions, type RecordFormat } from "./read-events";
import { readJsonArray } from "./read-json-array";
import { readJsonLines, readQrels } from "./read-lines-formats";
import { bomLength, guessFormat, refuseByContent } from "./sniff";

/**
 * Reads the records of one file, in order, from its bytes. Memory stays flat in the size of the file.
 * Each fault has file, line, column and reason, and reading goes on wherever the next record can be found; it never throws for what a file holds.
 *
 * @param bytes chunks of any size; the reader asks for the next when it needs it, and closes the stream when the caller stops
 * @param options the file's name (for faults and MasterSet keys), the format or "auto" (by content, never by name)
 * @returns events, in file order
 * @example for await (const event of readRecords(stream, { format: "auto", fileName: "a.jsonl" })) …
 */
export async function* readRecords(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<ReadEvent> {
  for await (const batch of readRecordBatches(bytes, options)) {
    for (const event of batch) yield event;
  }
}

/** As readRecords, in batches (one a piece of at most 256 KB): several times cheaper per small record. */
export async function* readRecordBatches(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<ReadEvent[]> {
  const { head, complete, blocks } = await peekHead(bytes);
  try {
    for await (const batch of dispatch(head, complete, blocks, options)) {
      for (const event of batch) if (event.kind === "fault") event.fault = { file: options.fileName, ...event.fault };
      yield batch;
    }
  } finally {
    await blocks.return(undefined);
  }
}

async function* dispatch(
  head: Uint8Array,
  complete: boolean,
  blocks: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<ReadEvent[]> {
  const refused = refuseByContent(head);
  if (refused !== undefined) {
    yield [faultEvent({ line: 1, reason: refused })];
    return;
  }
  const bom = bomLength(head);
  if (bom > 0) yield [{ kind: "notice", reason: "The file starts with a byte order mark (BOM); it was passed over." }];
  const sample = new TextDecoder("utf-8", { ignoreBOM: true }).decode(head.subarray(bom));
  const format = options.format === "auto" ? guessFormat(sample, complete) : options.format;
  if (format === "xml") {
    yield [faultEvent({ line: 1, reason: "This is XML or HTML. Import reads JSON lines, JSON, CSV, TSV and qrels." })];
  } else if (format === "json" || format === "masterset") {
    yield* readJsonArray(blocks, options, bom);
  } else if (format === "csv" || format === "tsv") {
    const separator = options.separator ?? (format === "tsv" ? "\t" : guessCsvSeparator(sample, complete));
    yield [{ kind: "format", format: separator === "\t" ? "tsv" : "csv", separator }];
    yield* readCsv(readLines(blocks, bom), separator);
  } else {
    yield* readByLine(format, blocks, bom);
  }
}

async function* readByLine(
  format: Extract<RecordFormat, "jsonl" | "qrels">,
  blocks: AsyncIterable<Uint8Array>,
  bom: number,
): AsyncGenerator<ReadEvent[]> {
  yield [{ kind: "format", format }];
  const batches = readLines(blocks, bom);
  yield* format === "jsonl" ? readJsonLines(batches) : readQrels(batches);
}
