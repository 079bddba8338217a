import type { IdType, Pages, Row, Table } from "@/lib/release-files/columns";
import { encodeParquet } from "@/lib/release-files/encode-parquet";
import { encodeCsv, encodeJsonl } from "@/lib/release-files/encode-text";
import type { ManifestFile } from "@/lib/release-files/manifest";
import { mediaTypeOf } from "@/lib/release-files/media-type";
import type { FileStore } from "./file-store";
import type { Format } from "./wire";

const ENCODERS = { jsonl: encodeJsonl, csv: encodeCsv, parquet: encodeParquet };

/** Writes the files of one release and remembers what the manifest says of each. */
export type FileWriter = {
  files: ManifestFile[];
  tables: Table[];
  /** A table in each of the plan's formats; JSON lines always. `see` is shown each row once. Answers the rows. */
  table(base: string, table: Table, pages: () => Pages, see?: (row: Row) => void): Promise<number>;
  bytes(path: string, bytes: AsyncIterable<Uint8Array>, rows: number | null | (() => number)): Promise<void>;
  text(path: string, text: string): Promise<void>;
};

export function fileWriter(store: FileStore, ids: IdType, formats: readonly Format[]): FileWriter {
  const files: ManifestFile[] = [];
  const tables: Table[] = [];

  async function write(
    path: string,
    bytes: AsyncIterable<Uint8Array>,
    more: { rows: number | null | (() => number); table: string | null },
  ): Promise<void> {
    const mediaType = mediaTypeOf(path);
    const stored = await store.write({ path, mediaType, bytes });
    const rows = typeof more.rows === "function" ? more.rows() : more.rows;
    await store.describe(path, rows);
    files.push({ ...stored, mediaType, role: "data", rows, table: more.table });
  }

  return {
    files,
    tables,
    async table(base, table, pages, see) {
      if (!tables.some((known) => known.name === table.name)) tables.push(table);
      let rows = 0;
      for (const format of ["jsonl", "csv", "parquet"] as const) {
        if (format !== "jsonl" && !formats.includes(format)) continue;
        const source = format === "jsonl" ? counting(pages(), see, (n) => (rows += n)) : pages();
        await write(`${base}.${format}`, ENCODERS[format](table, ids, source), {
          rows: () => rows,
          table: table.name,
        });
      }

      return rows;
    },
    bytes: (path, bytes, rows) => write(path, bytes, { rows, table: null }),
    text: (path, text) => write(path, one(text), { rows: null, table: null }),
  };
}

async function* counting(pages: Pages, see: ((row: Row) => void) | undefined, add: (n: number) => void): Pages {
  for await (const page of pages) {
    if (see) for (const row of page) see(row);
    add(page.length);
    yield page;
  }
}

async function* one(text: string): AsyncGenerator<Uint8Array> {
  if (text !== "") yield new TextEncoder().encode(text);
}
