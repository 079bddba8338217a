/**
 * Where a byte sequence stops being UTF-8, by the rules of the Unicode Standard, table 3-7 (no overlong forms, no surrogates, at most U+10FFFF).
 *
 * @param bytes any bytes
 * @returns index of the first byte of the first ill-formed sequence, or -1. O(n).
 * @example firstInvalidUtf8(Uint8Array.of(0x61, 0xc3, 0x28)) // 1
 */
export function firstInvalidUtf8(bytes: Uint8Array): number {
  let i = 0;
  while (i < bytes.length) {
    const lead = bytes[i] ?? 0;
    if (lead < 0x80) {
      i++;
      continue;
    }
    const extra =
      lead >= 0xc2 && lead <= 0xdf ? 1 : lead >= 0xe0 && lead <= 0xef ? 2 : lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
    if (extra === 0) return i;
    for (let k = 1; k <= extra; k++) {
      const byte = bytes[i + k] ?? -1;
      const low = k === 1 && lead === 0xe0 ? 0xa0 : k === 1 && lead === 0xf0 ? 0x90 : 0x80;
      const high = k === 1 && lead === 0xed ? 0x9f : k === 1 && lead === 0xf4 ? 0x8f : 0xbf;
      if (byte < low || byte > high) return i;
    }
    i += extra + 1;
  }
  return -1;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes UTF-8 without altering anything: a U+FEFF inside stays, nothing becomes U+FFFD.
 *
 * @returns the text, or where and which byte is wrong: `byte` counts from 0 in `bytes`
 * @example decodeUtf8(Uint8Array.of(0x61)) // { ok: true, text: "a" }
 */
export function decodeUtf8(bytes: Uint8Array): { ok: true; text: string } | { ok: false; byte: number } {
  try {
    return { ok: true, text: decoder.decode(bytes) };
  } catch {
    return { ok: false, byte: Math.max(0, firstInvalidUtf8(bytes)) };
  }
}

/**
 * Says what is wrong with a line that is not UTF-8.
 *
 * @param bytes the line; @param byte the offending index in it; @param fileOffset where the line starts in the file
 * @returns 1-based column in code points, and the reason with the byte offset in the file (from 0)
 */
export function describeInvalidUtf8(
  bytes: Uint8Array,
  byte: number,
  fileOffset: number,
): { column: number; reason: string } {
  let column = 1;
  for (let i = 0; i < byte; i++) if (((bytes[i] ?? 0) & 0xc0) !== 0x80) column++;
  const hex = [...bytes.subarray(byte, byte + 2)].map((value) => value.toString(16).padStart(2, "0")).join(" ");
  const reason = `Not UTF-8: bytes ${hex} at byte ${fileOffset + byte} of the file. Save the file as UTF-8.`;
  return { column, reason };
}
