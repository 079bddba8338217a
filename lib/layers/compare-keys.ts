/**
 * The order of two texts by their UTF-8 bytes, as PostgreSQL's COLLATE "C" has it: by code points, where JavaScript's own
 * order puts the halves of characters beyond U+FFFF before U+E000. O(length of the common part).
 * @example compareKeys("\uffff", "😀") // -1, though "\uffff" > "😀"
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return lifted(x) - lifted(y) < 0 ? -1 : 1;
  }

  return Math.sign(a.length - b.length);
}

/** Surrogates stand for what lies above all other code units. */
function lifted(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
