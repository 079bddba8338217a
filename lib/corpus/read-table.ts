import { peekHead } from "./byte-blocks";
import { faultEvent, type ReadEvent, type RecordFormat } from "./read-events";
import { ParquetFault, readParquet } from "./read-parquet";
import { readRecordBatches } from "./read-records";

/** What a table may be, told by its content. */
export type TableFormat = RecordFormat | "parquet";

export type TableEvent = Exclude<ReadEvent, { kind: "format" }> | { kind: "format"; format: TableFormat };

/**
 * The rows of a table in batches, whatever it is written as: CSV, TSV, JSON lines, JSON, TREC qrels or Parquet. Faults come as events
 * with file and line, as in readRecords, and never as exceptions.
 *
 * @example for await (const batch of readTable(stream, "pool.csv")) …
 */
export async function* readTable(
  bytes: AsyncIterable<Uint8Array>,
  fileName: string,
): AsyncGenerator<readonly TableEvent[]> {
  const { head, blocks } = await peekHead(bytes);
  try {
    if (!isParquet(head)) {
      yield* readRecordBatches(blocks, { format: "auto", fileName });
      return;
    }
    yield [{ kind: "format", format: "parquet" }];
    for await (const rows of readParquet(blocks)) yield rows.map((record) => ({ kind: "record", record }));
  } catch (error) {
    if (!(error instanceof ParquetFault)) throw error;
    yield [faultEvent({ file: fileName, reason: error.message }) as TableEvent];
  } finally {
    await blocks.return(undefined);
  }
}

/**
 * True where the bytes start as a Parquet file does. O(1).
 *
 * @example isParquet(new TextEncoder().encode("PAR1…")); // => true
 */
export function isParquet(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x41 && head[2] === 0x52 && head[3] === 0x31;
}
