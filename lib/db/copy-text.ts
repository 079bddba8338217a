import { ServiceError } from "@/lib/errors";

export type CopyValue = string | number | bigint | boolean | Date | null | Uint8Array | object;

const CHUNK = 1 << 16;
const SPECIAL = /[\\\t\n\r\b\f\v]/g;
const ESCAPES: Record<string, string> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\b": "\\b",
  "\f": "\\f",
  "\v": "\\v",
};

function escapeText(text: string): string {
  if (text.includes("\u0000")) throw new ServiceError("bad_input", "A text holds U+0000, which cannot be stored.");
  if (!isWellFormed(text)) throw new ServiceError("bad_input", "A text holds half of a surrogate pair.");
  return text.replace(SPECIAL, (character) => ESCAPES[character] ?? character);
}

/** Half a surrogate pair would be stored as U+FFFD without a word, and its hash would no longer match. */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}

function encode(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (typeof value === "boolean") return value ? "t" : "f";
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString("hex")}`;
  return escapeText(JSON.stringify(value));
}

/** Rows in PostgreSQL's COPY text format, in chunks of about 64 kB. Objects are written as JSON. */
export async function* encodeCopyText(
  rows: AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>,
  columns: number,
): AsyncGenerator<Buffer> {
  let text = "";
  for await (const row of rows) {
    if (row.length !== columns) throw new TypeError(`A row has ${row.length} values for ${columns} columns.`);
    for (let i = 0; i < columns; i += 1) {
      const value = row[i];
      if (value === undefined) throw new TypeError(`The value of column ${i + 1} is undefined.`);
      if (i > 0) text += "\t";
      text += encode(value);
    }
    text += "\n";
    if (text.length >= CHUNK) {
      yield Buffer.from(text);
      text = "";
    }
  }
  if (text !== "") yield Buffer.from(text);
}
