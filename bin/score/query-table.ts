import { UsageError } from "@/bin/command";
import { idOf, QUERY_COLUMNS } from "@/lib/scoring/collect-records";
import { eachRecord, kindOf, refused } from "./read-input";

/** What is known of each query: column → text. */
export type QueryTable = { columns: string[]; rows: Map<string, Record<string, string>> };

const ID_COLUMNS = [...QUERY_COLUMNS, "_id", "id"];

/**
 * Reads a table of queries: CSV, TSV, JSON lines (BEIR's `metadata` counts as columns) or Parquet, with the id in a column
 * `query-id`, `qid`, `_id`, `focal_corpusid` and the like. A query may stand twice where both rows say the same.
 */
export async function readQueryTable(file: string): Promise<QueryTable> {
  const kind = (await kindOf(file)) === "parquet" ? "parquet" : "table";
  const rows = new Map<string, Record<string, string>>();
  const columns = new Set<string>();
  const faults: { line: number; reason: string }[] = [];
  await eachRecord(file, kind, (row, line) => {
    const id = idOf(row, ID_COLUMNS);
    if (id === undefined) {
      faults.push({ line, reason: `This row has no query id. Its columns: ${Object.keys(row).join(", ")}.` });
      return;
    }
    const { metadata } = row;
    const texts = textsOf(typeof metadata === "object" && metadata !== null ? { ...row, ...metadata } : row);
    const known = rows.get(id);
    const other = known && Object.keys(texts).find((column) => known[column] !== texts[column]);
    if (other !== undefined) faults.push({ line, reason: `Query ${id} stands twice with different ${other}.` });
    for (const column of Object.keys(texts)) columns.add(column);
    rows.set(id, texts);
  });
  if (faults.length > 0) throw refused(file, faults);

  return { columns: [...columns], rows };
}

function textsOf(row: Record<string, unknown>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [column, value] of Object.entries(row)) {
    if (["string", "number", "bigint", "boolean"].includes(typeof value)) texts[column] = String(value);
  }

  return texts;
}

/** One column of the table, query by query; queries outside the table, and empty cells, have none. */
export function columnOf(table: QueryTable, column: string): (query: string) => string | undefined {
  if (!table.columns.includes(column)) {
    throw new UsageError(`--queries has no column ${column}. It has: ${table.columns.join(", ")}.`);
  }

  return (query) => table.rows.get(query)?.[column];
}
