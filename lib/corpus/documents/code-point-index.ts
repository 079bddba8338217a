/**
 * Turns offsets of one text between UTF-16 units and code points, many times: built in one pass, then O(log pairs) a question and O(1) where
 * the text has no astral characters. Lone surrogates count as one. Offsets inside a pair count it as passed.
 *
 * @example codePointIndex("😀ab").toPoints(2) // 1
 */
export function codePointIndex(text: string): CodePointIndex {
  const pairs: number[] = [];
  if (/[\ud800-\udbff]/.test(text))
    for (const match of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs.push(match.index);
  if (pairs.length === 0) return { toPoints: (unit) => unit, toUnits: (point) => point };
  return {
    toPoints: (unit) => unit - countBelow(pairs, (k) => (pairs[k] ?? 0) + 1 < unit),
    toUnits: (point) => point + countBelow(pairs, (k) => (pairs[k] ?? 0) - k < point),
  };
}

export type CodePointIndex = { toPoints: (unit: number) => number; toUnits: (point: number) => number };

/** How many of the first entries hold; all that hold stand before all that do not. */
function countBelow(entries: readonly number[], holds: (index: number) => boolean): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
