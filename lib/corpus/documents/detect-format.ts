import type { DocumentFormat, DocumentReader } from "./document";

/**
 * The format of a file of full texts by its start; its name is never asked.
 *
 * @param head the first 64 KB as text, without BOM; @param complete whether that is the whole file; @param readers in order of trial
 * @returns the format, or why there is none
 * @example detectFormat('<TEI xmlns="http://www.tei-c.org/ns/1.0">', false, documentReaders) // { ok: true, format: "tei" }
 */
export function detectFormat(
  head: string,
  complete: boolean,
  readers: readonly DocumentReader[],
): { ok: true; format: DocumentFormat } | { ok: false; reason: string } {
  if (complete && head.trim() === "") return { ok: false, reason: "The file is empty." };
  const found = readers.find((reader) => reader.looksLike(head, complete));
  if (found) return { ok: true, format: found.format };
  const kind = head.trimStart().startsWith("<")
    ? "This XML is neither TEI nor JATS"
    : /^[[{]/.test(head.trimStart())
      ? "This JSON has the shape of no known full text"
      : "This is no full text of a known format";
  return { ok: false, reason: `${kind}. Known are: ${readers.map((reader) => reader.format).join(", ")}.` };
}
