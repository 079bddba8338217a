import { peekHead } from "./byte-blocks";
import { faultEvent, type ReadEvent, type ReadOptions } from "./read-events";
import { ParquetFault, readParquet } from "./read-parquet";
import { readRecordBatches } from "./read-records";
import { isParquet } from "./read-table";

/**
 * The records of a file as the import takes them: as readRecordBatches, and the rows of a Parquet file, whose values become those of JSON (whole
 * numbers beyond 2^53 texts, dates ISO 8601, no value null). A Parquet file says no format. With a format named, the file must be of it.
 *
 * @example for await (const batch of readItemRecords(stream, { format: "auto", fileName: "items.parquet" })) …
 */
export async function* readItemRecords(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<ReadEvent[]> {
  const { head, blocks } = await peekHead(bytes);
  try {
    if (options.format !== "auto" || !isParquet(head)) {
      yield* readRecordBatches(blocks, options);
      return;
    }
    for await (const rows of readParquet(blocks))
      yield rows.map(({ line, value }) => ({
        kind: "record",
        record: { line, value: plain(value) as Record<string, unknown> },
      }));
  } catch (error) {
    if (!(error instanceof ParquetFault)) throw error;
    yield [faultEvent({ file: options.fileName, reason: error.message })];
  } finally {
    await blocks.return(undefined);
  }
}

/** Parquet's values as JSON's. @example plain({ id: 12n, at: new Date(0) }) // { id: 12, at: "1970-01-01T00:00:00.000Z" } */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (value === undefined) return null;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;

  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
