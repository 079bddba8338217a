import type { IdType, Pages, Row, Table } from "@/lib/release-files/columns";
import { encodeParquet } from "@/lib/release-files/encode-parquet";
import { encodeCsv, encodeJsonl } from "@/lib/release-files/encode-text";
import type { ManifestFile } from "@/lib/release-files/manifest";
import { mediaTypeOf } from "@/lib/release-files/media-type";
import type { FileStore } from "./file-store";
import { tee } from "./tee";
import type { Format } from "./wire";

const FORMS = ["jsonl", "csv", "parquet"] as const;
const ENCODERS = { jsonl: encodeJsonl, csv: encodeCsv, parquet: encodeParquet };

/** A file that follows from a table's rows, written while they pass by. */
export type Beside = { path: string; bytes: (pages: Pages) => AsyncIterable<Uint8Array>; rows: () => number };

/** Writes the files of one release and remembers what the manifest says of each. */
export type FileWriter = {
  files: ManifestFile[];
  tables: Table[];
  /**
   * A table in each of the plan's formats, JSON lines always, and what follows from it: its rows are read once.
   * `see` is shown each of them. Answers how many there were.
   */
  table(
    base: string,
    table: Table,
    pages: Pages,
    see?: (row: Row) => void,
    beside?: readonly Beside[],
  ): Promise<number>;
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
    async table(base, table, pages, see, beside = []) {
      if (!tables.some((known) => known.name === table.name)) tables.push(table);
      let rows = 0;
      const forms = FORMS.filter((format) => format === "jsonl" || formats.includes(format));
      const branches = tee(
        counting(pages, see, (n) => (rows += n)),
        forms.length + beside.length,
      );
      const written = await Promise.allSettled(
        branches.map(async (branch, place) => {
          const form = forms[place];
          const other = beside[place - forms.length];
          try {
            if (form)
              await write(`${base}.${form}`, ENCODERS[form](table, ids, branch), {
                rows: () => rows,
                table: table.name,
              });
            if (other) await write(other.path, other.bytes(branch), { rows: other.rows, table: null });
          } finally {
            await branch.return();
          }
        }),
      );
      // All have ended before an error is told: none still writes into a transaction that is over.
      for (const one of written) if (one.status === "rejected") throw one.reason;

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
