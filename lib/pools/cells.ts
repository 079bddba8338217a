/** A row of a table, column by column, as its file gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** Columns are found by name whatever their case and separators: `Corpus ID`, `corpus_id` and `corpusid` are one. */
function columnKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "");
}

/** A row under its column keys; where two columns have one key the first counts. */
export function keyed(row: Row): Map<string, unknown> {
  const all = new Map<string, unknown>();
  for (const [name, value] of Object.entries(row)) {
    const key = columnKey(name);
    if (!all.has(key) && value !== null && value !== undefined && value !== "") all.set(key, value);
  }

  return all;
}

/** The first of the columns that is there. */
export function firstOf(row: ReadonlyMap<string, unknown>, columns: readonly string[]): unknown {
  for (const column of columns) if (row.has(column)) return row.get(column);

  return undefined;
}

/** An id: text as it stands, or an integer that is exact. Undefined for anything else. */
export function idText(value: unknown): string | undefined {
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return String(value);
  if (typeof value !== "string") return undefined;
  const text = value.trim();

  return text === "" || text.length > 1000 ? undefined : text;
}

/** A day as yyyy-mm-dd; undefined where it is none. Hours are passed over. */
export function dayOf(value: unknown): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString().slice(0, 10);
  const [, day = "", year = "", month = "", date = ""] =
    /^((\d{4})-(\d{2})-(\d{2}))(?:$|[T ])/.exec(typeof value === "string" ? value.trim() : "") ?? [];
  const parsed = new Date(`${day}T00:00:00Z`);
  const exists =
    parsed.getUTCFullYear() === Number(year) &&
    parsed.getUTCMonth() + 1 === Number(month) &&
    parsed.getUTCDate() === Number(date);

  return day !== "" && exists ? day : undefined;
}
