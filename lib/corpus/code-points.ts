const surrogate = /[\ud800-\udfff]/;

/** Number of code points in a string; a lone surrogate counts as one. O(n), O(1) extra. @example countCodePoints("a😀") // 2 */
export function countCodePoints(text: string): number {
  return toCodePointOffset(text, text.length);
}

/**
 * UTF-16 offset to code-point offset. An offset inside a surrogate pair counts the pair as passed.
 *
 * @param offset in UTF-16 units, 0 to text.length (clamped)
 * @returns offset in code points. O(offset)
 * @example toCodePointOffset("😀b", 2) // 1
 */
export function toCodePointOffset(text: string, offset: number): number {
  const end = Math.min(Math.max(offset, 0), text.length);
  if (!surrogate.test(text)) return end;
  let count = 0;
  for (let i = 0; i < end; i++) {
    count++;
    if (isPair(text, i)) i++;
  }
  return count;
}

/**
 * Code-point offset to UTF-16 offset.
 *
 * @param offset in code points, 0 to countCodePoints(text) (clamped)
 * @returns offset in UTF-16 units. O(offset)
 * @example toUtf16Offset("😀b", 1) // 2
 */
export function toUtf16Offset(text: string, offset: number): number {
  if (offset <= 0) return 0;
  if (!surrogate.test(text)) return Math.min(offset, text.length);
  let i = 0;
  for (let count = 0; count < offset && i < text.length; count++) i += isPair(text, i) ? 2 : 1;
  return i;
}

/**
 * The part of a text between two code-point offsets, as `Array.from(text).slice(start, end).join("")` for 0 <= start <= end.
 *
 * @example sliceByCodePoints("a😀b", 1, 2) // "😀"
 */
export function sliceByCodePoints(text: string, start: number, end?: number): string {
  const from = toUtf16Offset(text, start);
  return end === undefined ? text.slice(from) : text.slice(from, Math.max(from, toUtf16Offset(text, end)));
}

/**
 * Many UTF-16 ranges to code-point ranges in one pass.
 *
 * @param ranges sorted by start, not overlapping, in UTF-16 units
 * @returns the same ranges in code points. O(text + ranges)
 * @example toCodePointRanges("😀ab", [{ start: 2, end: 4 }]) // [{ start: 1, end: 3 }]
 */
export function toCodePointRanges(text: string, ranges: readonly TextRange[]): TextRange[] {
  if (!surrogate.test(text)) return ranges.map(({ start, end }) => ({ start, end }));
  let unit = 0;
  let point = 0;
  function advance(target: number): number {
    while (unit < target) {
      unit += isPair(text, unit) ? 2 : 1;
      point++;
    }
    return point;
  }
  return ranges.map(({ start, end }) => ({ start: advance(start), end: advance(end) }));
}

/** Half-open range `[start, end)`. Ranges that leave lib/corpus count code points. */
export type TextRange = { start: number; end: number };

function isPair(text: string, index: number): boolean {
  const high = text.charCodeAt(index);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(index + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}
