import { UsageError } from "@/bin/command";
import { idOf, QUERY_COLUMNS } from "@/lib/scoring/collect-records";
import { eachRecord, refused } from "./read-input";

/** What is known of each query: its rows, column → text. A focal paper of two authors has two. */
export type QueryTable = { columns: string[]; rows: Map<string, Record<string, string>[]> };

const ID_COLUMNS = [...QUERY_COLUMNS, "_id", "id"];

/**
 * Reads a table of queries: CSV, TSV, JSON lines (BEIR's `metadata` counts as columns) or Parquet, with the id in a column
 * `query-id`, `qid`, `_id`, `focal_corpusid` and the like.
 */
export async function readQueryTable(file: string): Promise<QueryTable> {
  const rows: QueryTable["rows"] = new Map();
  const columns = new Set<string>();
  const faults: { line: number; reason: string }[] = [];
  await eachRecord(file, (row, line) => {
    const id = idOf(row, ID_COLUMNS);
    if (id === undefined) {
      faults.push({ line, reason: `This row has no query id. Its columns: ${Object.keys(row).join(", ")}.` });
      return;
    }
    const { metadata } = row;
    const texts = textsOf(typeof metadata === "object" && metadata !== null ? { ...row, ...metadata } : row);
    for (const column of Object.keys(texts)) columns.add(column);
    const known = rows.get(id);
    if (known) known.push(texts);
    else rows.set(id, [texts]);
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

/** One column of the table, query by query: none for queries outside the table, empty cells, and rows that differ. */
export function columnOf(table: QueryTable, column: string): (query: string) => string | undefined {
  checkColumn(table, column);

  return (query) => {
    const [first, ...others] = table.rows.get(query) ?? [];
    const value = first?.[column];

    return value !== "" && others.every((row) => row[column] === value) ? value : undefined;
  };
}

/** The queries with a row that has this value in the column. */
export function queriesWhere(table: QueryTable, column: string, value: string): string[] {
  checkColumn(table, column);

  return [...table.rows].filter(([, rows]) => rows.some((row) => row[column] === value)).map(([query]) => query);
}

function checkColumn({ columns }: QueryTable, column: string): void {
  if (!columns.includes(column)) {
    throw new UsageError(`--queries has no column ${column}. It has: ${columns.join(", ")}.`);
  }
}
