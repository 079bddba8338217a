const signatures: [bytes: number[], reason: string][] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    "This is a zip archive or an Excel/OpenDocument spreadsheet (zip inside), whatever its name says. Unpack it, or save the sheet as CSV (UTF-8).",
  ],
  [[0x50, 0x4b, 0x05, 0x06], "This is an empty zip archive."],
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    "This is an old Excel or Word file, whatever its name says. Save the sheet as CSV (UTF-8).",
  ],
  [[0x1f, 0x8b], "This is a gzip archive. Unpack it first."],
  [[0x28, 0xb5, 0x2f, 0xfd], "This is a Zstandard archive. Unpack it first."],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "This is an xz archive. Unpack it first."],
  [[0x37, 0x7a, 0xbc, 0xaf], "This is a 7-Zip archive. Unpack it first."],
  [[0x42, 0x5a, 0x68], "This is a bzip2 archive. Unpack it first."],
  [[0x25, 0x50, 0x44, 0x46], "This is a PDF."],
  [[0x50, 0x41, 0x52, 0x31], "This is a Parquet file; import reads text formats."],
];

const utf16 = "This file is UTF-16. Save it as UTF-8.";

/**
 * Refuses what is no UTF-8 text by its first bytes, whatever its name.
 *
 * @param head the first bytes of the file
 * @returns the reason, or undefined
 */
export function refuseByContent(head: Uint8Array): string | undefined {
  if (startsWith(head, [0xff, 0xfe, 0, 0]) || startsWith(head, [0, 0, 0xfe, 0xff]))
    return "This file is UTF-32. Save it as UTF-8.";
  if (startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff]) || looksLikeUtf16(head)) return utf16;
  return signatures.find(([bytes]) => startsWith(head, bytes))?.[1];
}

/** Length of the UTF-8 BOM at the start: 3 or 0. */
export function bomLength(head: Uint8Array): number {
  return startsWith(head, [0xef, 0xbb, 0xbf]) ? 3 : 0;
}

/**
 * Tells the format by content: the file's name is never asked.
 *
 * @param text the start of the file as text, without BOM; its last line may be cut
 * @param complete whether that is the whole file
 */
export function guessFormat(text: string, complete: boolean): "jsonl" | "json" | "qrels" | "csv" | "xml" {
  const start = text.trimStart();
  if (start.startsWith("[")) return "json";
  const cut = start.indexOf("\n");
  const first = (cut < 0 ? start : start.slice(0, cut)).trim();
  if (start.startsWith("{")) return cut < 0 && !complete ? "jsonl" : isWholeObject(first, start) ? "jsonl" : "json";
  if (start.startsWith("<")) return "xml";
  if (/^\S+[ \t]+(?:\d{1,3}|Q0)[ \t]+\S+(?:[ \t]+-?\d+)?$/.test(first)) return "qrels";
  return "csv";
}

/** A line that ends its object makes JSON lines, and so does a broken first line that another record follows. */
function isWholeObject(first: string, text: string): boolean {
  return first.endsWith("}") || text.slice(first.length).trimStart().startsWith("{");
}

function looksLikeUtf16(head: Uint8Array): boolean {
  const n = Math.min(head.length, 200) & ~1;
  if (n < 4) return false;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < n; i++) if (head[i] === 0) i % 2 === 0 ? even++ : odd++;
  return Math.max(even, odd) > n * 0.35 && Math.min(even, odd) <= n * 0.05;
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return head.length >= bytes.length && bytes.every((byte, i) => head[i] === byte);
}
