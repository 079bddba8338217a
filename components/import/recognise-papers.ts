/** Enough for every format's start. */
const HEAD = 65_536;

/**
 * Whether a file on this computer is a full text, by its start. The readers are loaded when they are asked for. A MasterSet
 * file is not counted: it holds items as well.
 */
export async function looksLikePaper(file: File): Promise<boolean> {
  const [{ detectFormat }, { documentReaders }] = await Promise.all([
    import("@/lib/corpus/documents/detect-format"),
    import("@/lib/corpus/documents/document-readers"),
  ]);
  const head = new TextDecoder().decode(await file.slice(0, HEAD).arrayBuffer());
  const found = detectFormat(head, file.size <= HEAD, documentReaders);

  return found.ok && found.format !== "masterset";
}
