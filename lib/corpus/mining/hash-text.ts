/**
 * A 53-bit hash of a text, for drawing and for telling duplicates: two 32-bit FNV-1a hashes with different offsets, each mixed. Not for
 * secrets. The same on every platform. O(n)
 *
 * @returns a whole number in [0, 2^53)
 * @example hashText("a") === hashText("a") // true
 */
export function hashText(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }

  return (mix(high) >>> 11) * 4_294_967_296 + mix(low);
}

function mix(value: number): number {
  let state = value ^ (value >>> 16);
  state = Math.imul(state, 0x7feb352d);
  state ^= state >>> 15;
  state = Math.imul(state, 0x846ca68b);

  return (state ^ (state >>> 16)) >>> 0;
}
