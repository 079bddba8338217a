import { checkedRows } from "./checked-rows";
import type { Cell, Column, IdType, Pages, Row, Table } from "./columns";
import { jsonText } from "./json-text";

const encoder = new TextEncoder();

/**
 * A table as JSON lines: columns in their order, texts exactly as they are, ids as texts. Each page becomes one piece.
 * O(bytes); memory of a page.
 *
 * @throws {ReleaseRowError} where a row does not fit the table or stands out of order.
 * @example for await (const bytes of encodeJsonl(LABELS, "string", pages)) await file.write(bytes);
 */
export async function* encodeJsonl(table: Table, ids: IdType, pages: Pages): AsyncGenerator<Uint8Array> {
  for await (const page of checkedRows(table, ids, pages)) {
    let text = "";
    for (const row of page) text += `${jsonLine(table, row)}\n`;
    yield encoder.encode(text);
  }
}

/** One row as one JSON object, without the line break. O(bytes). */
export function jsonLine(table: Table, row: Row): string {
  let line = "";
  for (const { name, type } of table.columns) {
    const cell = row[name] ?? null;
    // Column names are plain letters, which need no escapes.
    line += `${line === "" ? "{" : ","}"${name}":${type === "json" ? jsonText(cell) : JSON.stringify(cell)}`;
  }

  return `${line}}`;
}

/**
 * A table as CSV (RFC 4180, UTF-8, CRLF, header). Texts that a spreadsheet would run as a formula are guarded; lists and
 * json columns are JSON texts; an empty cell is null. O(bytes); memory of a page.
 *
 * @throws {ReleaseRowError} where a row does not fit the table or stands out of order.
 * @example for await (const bytes of encodeCsv(LABELS, "string", pages)) await file.write(bytes);
 */
export async function* encodeCsv(table: Table, ids: IdType, pages: Pages): AsyncGenerator<Uint8Array> {
  yield encoder.encode(csvHeader(table));
  for await (const page of checkedRows(table, ids, pages)) {
    let text = "";
    for (const row of page) text += csvLine(table, row);
    yield encoder.encode(text);
  }
}

/** The first line of a table's CSV, with its line break. O(columns). */
export function csvHeader(table: Table): string {
  return `${table.columns.map((column) => column.name).join(",")}\r\n`;
}

/** One row of a table's CSV, with its line break. O(bytes). */
export function csvLine(table: Table, row: Row): string {
  return `${table.columns.map((column) => csvCell(column, row[column.name] ?? null)).join(",")}\r\n`;
}

function csvCell(column: Column, cell: Cell): string {
  if (cell === null) return "";
  switch (column.type) {
    case "strings":
    case "ints":
      return csvText(JSON.stringify(cell));
    case "json":
      return csvText(jsonText(cell));
    case "string":
    case "id":
      return column.type === "id" && /^-?\d+$/.test(String(cell)) ? String(cell) : csvText(String(cell));
    default:
      return String(cell);
  }
}

/**
 * One text cell for spreadsheets: what a spreadsheet would run as a formula (OWASP ASVS 1.2.10, with the full-width forms
 * of some locales) gets a leading apostrophe and quotes; all else is quoted only where CSV needs it. O(length).
 *
 * @example csvText("=1+1"); // => "\"'=1+1\""
 */
export function csvText(text: string): string {
  const guarded = /^[=+\-@\t\r\n\0\uff0b\uff0d\uff1d\uff20]/.test(text) ? `'${text}` : text;

  return guarded !== text || /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
