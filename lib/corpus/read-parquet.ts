import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { joinBytes } from "./byte-blocks";
import type { CorpusRecord } from "./read-events";

/** A Parquet file has its index at its end, so the whole of it is held; no file may be larger than this. */
export const MAX_PARQUET_BYTES = 536_870_912;

/** Why a file could not be read as Parquet, in words for people. */
export class ParquetFault extends Error {}

const ROWS = 20_000;

/**
 * The rows of a Parquet file, in order, in batches; `line` is the row, from 1. 64-bit integers are bigints, dates are Dates. The bytes
 * are held whole (at most 512 MB), the rows batch by batch. O(bytes).
 *
 * @throws {ParquetFault} where the bytes are no whole Parquet file, or too many.
 * @example for await (const rows of readParquet(stream)) rows[0]?.value.focal_corpusid; // => 900001n
 */
export async function* readParquet(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CorpusRecord[]> {
  const file = await wholeBuffer(bytes);
  try {
    const metadata = parquetMetadata(file);
    const count = Number(metadata.num_rows);
    for (let rowStart = 0; rowStart < count; rowStart += ROWS) {
      const rowEnd = Math.min(rowStart + ROWS, count);
      const rows = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
      yield rows.map((value, index) => ({ line: rowStart + index + 1, value }));
    }
  } catch (error) {
    if (error instanceof ParquetFault) throw error;
    throw new ParquetFault(
      `This is no whole Parquet file (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

async function wholeBuffer(bytes: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > MAX_PARQUET_BYTES) {
      throw new ParquetFault("This Parquet file is larger than 512 MB. Split it, or save it as JSON lines.");
    }
    pieces.push(piece);
  }
  const whole = joinBytes(pieces);

  return new Uint8Array(whole).buffer;
}
