import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import type { Cell, IdType, Pages, Row, Table } from "./columns";
import { parquetSchema } from "./encode-parquet";
import { asyncBufferFromBytes } from "./parquet-buffer";
import { ReleaseRowError } from "./release-error";
import { readTextLines } from "./release-source";

/**
 * The rows of a JSON lines file, as they stand. O(bytes); memory of a page.
 *
 * @throws {ReleaseRowError} with the line that is no JSON object.
 * @example for await (const page of readJsonl("labels.jsonl", source.open("labels.jsonl"))) …
 */
export async function* readJsonl(path: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row[]> {
  let line = 0;
  for await (const lines of readTextLines(path, bytes)) {
    yield lines.map((text) => {
      line++;

      return rowOf(path, line, text);
    });
  }
}

function rowOf(path: string, line: number, text: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ReleaseRowError(path, `line ${line}`, "is no JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ReleaseRowError(path, `line ${line}`, "is no JSON object.");

  return value as Row;
}

const PAGE = 10_000;

/**
 * The rows of a Parquet file in the form that JSON lines have them: 64-bit ids as texts. O(cells); memory of the file's
 * bytes and a page of rows.
 *
 * @throws {ReleaseRowError} where it is no Parquet file, or its columns are not those of the table.
 * @example for await (const page of readParquet("labels.parquet", bytes, LABELS, "string")) …
 */
export async function* readParquet(path: string, bytes: Uint8Array, table: Table, ids: IdType): AsyncGenerator<Row[]> {
  const file = asyncBufferFromBytes(bytes);
  const metadata = await parquetMetadataAsync(file).catch(() => {
    throw new ReleaseRowError(path, "footer", "is no whole Parquet file.");
  });
  const shape = (schema: readonly { name: string; type?: string; repetition_type?: string }[]) =>
    schema.slice(1).map(({ name, type, repetition_type }) => [name, type ?? "group", repetition_type].join(" "));
  const [found, wanted] = [shape(metadata.schema), shape(parquetSchema(table, ids))];
  const wrong = wanted.findIndex((column, place) => column !== found[place]);
  if (wrong >= 0 || found.length !== wanted.length)
    throw new ReleaseRowError(
      path,
      "schema",
      `has ${found[wrong] ?? "more columns"} in place of ${wanted[wrong] ?? "none"}.`,
    );
  const total = Number(metadata.num_rows);
  for (let start = 0; start < total; start += PAGE) {
    const rowEnd = Math.min(total, start + PAGE);
    const rows = await parquetReadObjects({ file, metadata, compressors, rowStart: start, rowEnd }).catch((error) => {
      throw new ReleaseRowError(
        path,
        `row ${start + 1}`,
        `cannot be read (${error instanceof Error ? error.message : error}).`,
      );
    });
    yield rows.map((row) => Object.fromEntries(table.columns.map(({ name }) => [name, plain(row[name])])));
  }
}

function plain(cell: unknown): Cell {
  if (typeof cell === "bigint") return String(cell);
  if (cell === undefined || cell === null) return null;

  return cell as Cell;
}

/** Rows held in memory as pages: for tests, and for tables that are small. O(1). */
export async function* pagesOf(rows: readonly Row[], size = 1000): Pages & AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
