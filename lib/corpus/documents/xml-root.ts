/**
 * Local name of the root element of an XML file, passing over declaration, comments and instructions; a DOCTYPE says it before the element does.
 *
 * @param head the start of the file
 * @returns the name, or undefined where the text is no XML. O(head)
 * @example rootName('<?xml version="1.0"?>\n<tei:TEI xmlns:tei="x">') // "TEI"
 */
export function rootName(head: string): string | undefined {
  const opening = /\s*(?:<\?|<!--|<!DOCTYPE\s+(?:[\w.-]+:)?([\w.-]+)|<(?:[\w.-]+:)?([A-Za-z_][\w.-]*))/y;
  let at = 0;
  for (;;) {
    opening.lastIndex = at;
    const found = opening.exec(head);
    if (!found) return undefined;
    const name = found[1] ?? found[2];
    if (name !== undefined) return name;
    const end = found[0].endsWith("<?") ? "?>" : "-->";
    const close = head.indexOf(end, opening.lastIndex);
    if (close < 0) return undefined;
    at = close + end.length;
  }
}
