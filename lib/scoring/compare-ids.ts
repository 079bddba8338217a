/**
 * The order of two ids by their UTF-8 bytes: negative where `a` comes first, 0 where they are equal. JavaScript compares
 * UTF-16 units, which puts astral characters before U+E000…U+FFFF; bytes (and code points) put them after. O(length).
 *
 * @example ["10", "9", "100"].sort(compareIds); // => ["10", "100", "9"]
 */
export function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return lifted(left) - lifted(right);
  }

  return a.length - b.length;
}

/** Surrogates above all other units, everything else in place. */
function lifted(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
