const NAMES: Record<number, string> = {
  8203: "ZWSP",
  8206: "LRM",
  8207: "RLM",
  8234: "LRE",
  8235: "RLE",
  8236: "PDF",
  8237: "LRO",
  8238: "RLO",
  8288: "WJ",
  8294: "LRI",
  8295: "RLI",
  8296: "FSI",
  8297: "PDI",
  65279: "BOM",
};

/** Bidi controls, zero-width characters, the byte order mark and tag characters: unseen, yet able to reorder a line. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

export type VisiblePart = { at: number; text: string; chip: boolean };

/** Cuts `text` so that each such character stands alone, with its name in place of itself. */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let from = 0;
  for (const match of text.matchAll(INVISIBLE)) {
    if (match.index > from) parts.push({ at: from, text: text.slice(from, match.index), chip: false });
    const code = match[0].codePointAt(0) ?? 0;
    parts.push({ at: match.index, text: NAMES[code] ?? `U+${code.toString(16).toUpperCase()}`, chip: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from), chip: false });

  return parts;
}
