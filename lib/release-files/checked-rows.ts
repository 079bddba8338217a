import { compareIds } from "@/lib/scoring/compare-ids";
import type { Cell, Column, IdType, Pages, Row, Table } from "./columns";
import { ReleaseRowError } from "./release-error";

const seen = new WeakMap<readonly Row[], Table>();

/**
 * The rows of a table, checked on the way: every cell has its column's type, no column is missing or unknown, and rows
 * stand in the order of the table's key without two that share it. O(cells).
 *
 * @throws {ReleaseRowError} at the first row that breaks this, named by its key.
 * @example for await (const page of checkedRows(LABELS, "string", pages)) …
 */
export async function* checkedRows(table: Table, ids: IdType, pages: Pages): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  for await (const page of pages) {
    // A table's forms are written from the same pages at once: cells are looked at by the first of them.
    const known = seen.get(page) === table;
    seen.set(page, table);
    for (const row of page) {
      if (!known) checkRow(table, ids, row);
      if (last && compareKeys(table, ids, last, row) >= 0) {
        const same = compareKeys(table, ids, last, row) === 0;
        throw new ReleaseRowError(table.name, nameOf(table, row), same ? "this key stands twice." : "out of order.");
      }
      last = row;
    }
    if (page.length > 0) yield page;
  }
}

/** A row's key in words, for messages. O(key). */
export function nameOf(table: Table, row: Row): string {
  return table.key.map((name) => `${name} ${JSON.stringify(row[name] ?? null)}`).join(", ");
}

/** Order of two rows by their table's key: texts by UTF-8 bytes, int64 ids as numbers. O(key). */
export function compareKeys(table: Table, ids: IdType, a: Row, b: Row): number {
  for (const name of table.key) {
    const left = String(a[name] ?? "");
    const right = String(b[name] ?? "");
    if (left === right) continue;
    const type = table.columns.find((column) => column.name === name)?.type;
    if (type === "id" && ids === "int64") return BigInt(left) < BigInt(right) ? -1 : 1;

    return compareIds(left, right);
  }

  return 0;
}

function checkRow(table: Table, ids: IdType, row: Row): void {
  const names = Object.keys(row);
  if (names.length !== table.columns.length) {
    const known = new Set(table.columns.map((column) => column.name));
    const unknown = names.find((name) => !known.has(name));
    const missing = table.columns.find((column) => !(column.name in row))?.name;
    throw new ReleaseRowError(
      table.name,
      nameOf(table, row),
      unknown ? `the table has no column ${unknown}.` : `the column ${missing} is missing.`,
    );
  }
  for (const column of table.columns) {
    const fault = cellFault(column, ids, row[column.name]);
    if (fault) throw new ReleaseRowError(table.name, nameOf(table, row), `${column.name} ${fault}`);
  }
}

const WHOLE = /^(0|-?[1-9][0-9]{0,18})$/;
const LOWEST = -(2n ** 63n);
const HIGHEST = 2n ** 63n - 1n;

/** What is wrong with a cell; undefined where nothing is. */
function cellFault(column: Column, ids: IdType, cell: Cell | undefined): string | undefined {
  if (cell === undefined) return "is missing.";
  if (cell === null) return column.optional ? undefined : "is empty, and must not be.";
  switch (column.type) {
    case "string":
      return typeof cell === "string" ? textFault(cell) : "is no text.";
    case "id":
      if (typeof cell !== "string") return "is no text: ids are given as texts.";
      if (ids === "string") return textFault(cell);
      return WHOLE.test(cell) && BigInt(cell) >= LOWEST && BigInt(cell) <= HIGHEST
        ? undefined
        : `(${cell}) is no whole number of 64 bits.`;
    case "boolean":
      return typeof cell === "boolean" ? undefined : "is neither true nor false.";
    case "int32":
      return isInt32(cell) ? undefined : "is no whole number of 32 bits.";
    case "float32":
    case "float64":
      return typeof cell === "number" && Number.isFinite(cell) ? undefined : "is no finite number.";
    case "strings":
      return Array.isArray(cell) && cell.every((part) => typeof part === "string" && !textFault(part))
        ? undefined
        : "is no list of texts.";
    case "ints":
      return Array.isArray(cell) && cell.every(isInt32) ? undefined : "is no list of whole numbers.";
    case "json":
      return undefined;
  }
}

function textFault(text: string): string | undefined {
  // Most texts hold no surrogates at all, and this look is the cheap one.
  return /[\ud800-\udfff]/.test(text) && /\p{Surrogate}/u.test(text)
    ? "holds half a surrogate pair, which no file can hold."
    : undefined;
}

function isInt32(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
}
