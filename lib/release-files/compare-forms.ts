import { canonicalJson } from "@/lib/codebooks/canonical-json";
import type { Cell, Column, Pages, Row, Table } from "./columns";
import { ReleaseRowError } from "./release-error";
import { readTextLines } from "./release-source";

/**
 * Where two byte streams of text differ first: the line (from 1) with both texts, or undefined where they are the same.
 * O(bytes); memory of a piece.
 *
 * @example await firstDifference("labels.csv", found, expected); // => { line: 3, found: "c2,…", expected: "c2,…" }
 */
export async function firstDifference(
  path: string,
  found: AsyncIterable<Uint8Array>,
  expected: AsyncIterable<Uint8Array>,
): Promise<{ line: number; found: string | undefined; expected: string | undefined } | undefined> {
  const ours = eachLine(path, found);
  const theirs = eachLine(path, expected);
  for (let line = 1; ; line++) {
    const [a, b] = [await ours.next(), await theirs.next()];
    if (a.done && b.done) return undefined;
    if (a.done || b.done || a.value !== b.value) {
      return { line, found: a.done ? undefined : a.value, expected: b.done ? undefined : b.value };
    }
  }
}

async function* eachLine(path: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  let tail = 0;
  const counted = (async function* () {
    for await (const part of bytes) {
      tail = part.at(-1) ?? tail;
      yield part;
    }
  })();
  for await (const lines of readTextLines(path, counted)) yield* lines;
  // A missing last line break is a difference, too.
  if (tail !== 0x0a) yield "\u0000";
}

/**
 * Where the rows of two forms of a table differ first: the row (from 1) and the column, or undefined. O(cells).
 *
 * @example await firstRowDifference(LABELS, parquetRows, jsonlRows); // => { row: 7, column: "value" }
 */
export async function firstRowDifference(
  table: Table,
  found: Pages,
  expected: Pages,
): Promise<{ row: number; column: string } | undefined> {
  const ours = eachRow(found);
  const theirs = eachRow(expected);
  for (let row = 1; ; row++) {
    const [a, b] = [await ours.next(), await theirs.next()];
    if (a.done && b.done) return undefined;
    if (a.done || b.done) return { row, column: a.done ? "missing row" : "extra row" };
    const column = table.columns.find((one) => cellText(one, a.value) !== cellText(one, b.value));
    if (column) return { row, column: column.name };
  }
}

async function* eachRow(pages: Pages): AsyncGenerator<Row, undefined> {
  for await (const page of pages) yield* page;
}

function cellText({ name, type }: Column, row: Row): string {
  const cell: Cell = row[name] ?? null;
  if (cell === null) return "";
  if (type === "float32") return String(Math.fround(Number(cell)));
  // A Parquet file holds a json column's text, JSON lines the value.
  if (type === "json") return typeof cell === "string" ? sameText(cell) : canonicalJson(cell);

  return JSON.stringify(cell);
}

function sameText(text: string): string {
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return JSON.stringify(text);
  }
}

/** The reason of a row that cannot stand, or the error itself where it is another. O(1). */
export function rowReason(error: unknown): string {
  if (error instanceof ReleaseRowError) return `${error.row}: ${error.message.slice(error.message.indexOf(": ") + 2)}`;
  throw error;
}
