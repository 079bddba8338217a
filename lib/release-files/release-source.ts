import { ReleaseRowError } from "./release-error";

/** A release wherever it is: a folder, a zip, rows of a database. Paths are relative, with slashes. */
export type ReleaseSource = {
  list(): AsyncIterable<string>;
  open(path: string): AsyncIterable<Uint8Array>;
};

/** What verify holds against a release. */
export const CHECKS = [
  "manifest",
  "missing file",
  "extra file",
  "size",
  "sha-256",
  "sums",
  "rows",
  "row",
  "form",
  "counts",
  "codebook",
  "layer counts",
  "layer label",
  "layer provenance",
  "qrels",
  "alt-test",
  "agreement",
  "text",
  "card",
  "croissant",
  "beir",
  "table",
  "endorsements",
] as const;
export type Check = (typeof CHECKS)[number];

/** What differs: where, by which check, and how. */
export type Finding = { readonly file: string; readonly check: Check; readonly message: string };

/** A whole file as bytes. O(bytes). */
export async function readWhole(source: ReleaseSource, path: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source.open(path)) parts.push(part);

  return Buffer.concat(parts);
}

/**
 * A text's lines with their numbers, without line breaks (LF; a CR stays). O(bytes); memory of a line and a piece.
 *
 * @throws {ReleaseRowError} where the bytes are no UTF-8.
 * @example for await (const lines of readTextLines("a.jsonl", bytes)) …
 */
export async function* readTextLines(path: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  let line = 1;
  const decode = (part?: Uint8Array) => {
    try {
      return part ? decoder.decode(part, { stream: true }) : decoder.decode();
    } catch {
      throw new ReleaseRowError(path, `after line ${line}`, "is no UTF-8.");
    }
  };
  for await (const part of bytes) {
    const lines = (rest + decode(part)).split("\n");
    rest = lines.pop() ?? "";
    line += lines.length;
    if (lines.length > 0) yield lines;
  }
  rest += decode();
  if (rest !== "") yield [rest];
}
