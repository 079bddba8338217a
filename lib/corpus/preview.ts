import type { CorpusFault, CorpusRecord, ReadOptions, RecordFormat } from "./read-events";
import { readRecordBatches } from "./read-records";

/** A field that an import looks for, with other names it may have in a file. */
export type WantedField = { name: string; aliases?: readonly string[] };

export type Preview = {
  format?: RecordFormat;
  separator?: string;
  records: CorpusRecord[];
  /** Columns in the order of first sight. */
  columns: string[];
  /** Wanted field to column; a field without a likely column is left out. */
  mapping: Record<string, string>;
  faults: CorpusFault[];
  notices: string[];
};

/**
 * The first records of a file, its columns and a guessed mapping. Reads no further than it needs and closes the stream.
 *
 * @param bytes the file; @param options as for readRecords
 * @param wanted fields to look for, most important first; @param limit records to return, 20 unless told
 */
export async function previewRecords(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  wanted: readonly WantedField[] = [],
  limit = 20,
): Promise<Preview> {
  const preview: Preview = { records: [], columns: [], mapping: {}, faults: [], notices: [] };
  const columns = new Set<string>();
  for await (const batch of readRecordBatches(bytes, options)) {
    for (const event of batch) {
      if (preview.records.length >= limit) break;
      if (event.kind === "record") {
        preview.records.push(event.record);
        for (const name of Object.keys(event.record.value)) columns.add(name);
      } else if (event.kind === "fault") {
        if (preview.faults.length < limit) preview.faults.push(event.fault);
      } else if (event.kind === "notice") preview.notices.push(event.reason);
      else {
        preview.format = event.format;
        if (event.separator !== undefined) preview.separator = event.separator;
      }
    }
    if (preview.records.length >= limit || preview.faults.length >= limit) break;
  }
  preview.columns = [...columns];
  preview.mapping = guessMapping(preview.columns, wanted);
  return preview;
}

/**
 * Guesses which column holds which field, by name alone: the same name first, then the same name without case, blanks and marks, then aliases in their order.
 * A column serves one field.
 *
 * @param columns names in the file; @param wanted fields, most important first
 * @returns field name to column name
 * @example guessMapping(["Citation Context"], [{ name: "text", aliases: ["citation_context"] }]) // { text: "Citation Context" }
 */
export function guessMapping(columns: readonly string[], wanted: readonly WantedField[]): Record<string, string> {
  const free = new Set(columns);
  const found = new Map<string, string>();
  function take(matches: (field: WantedField, column: string) => boolean): void {
    for (const field of wanted) {
      if (found.has(field.name)) continue;
      const column = [...free].find((name) => matches(field, name));
      if (column === undefined) continue;
      found.set(field.name, column);
      free.delete(column);
    }
  }
  take((field, column) => column === field.name);
  take((field, column) => plain(column) === plain(field.name));
  const longest = Math.max(0, ...wanted.map((field) => field.aliases?.length ?? 0));
  for (let i = 0; i < longest; i++) {
    take((field, column) => field.aliases?.[i] !== undefined && plain(column) === plain(field.aliases[i] ?? ""));
  }
  return Object.fromEntries(found);
}

function plain(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
