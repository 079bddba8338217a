/** A source of uniform numbers in [0, 1), injected wherever chance is used. */
export type Random = () => number;

/**
 * A seeded generator: sfc32 (Chris Doty-Humphrey's PractRand, 128 bits of state), seeded by the 32-bit FNV-1a hash of
 * the seed's UTF-16 units under four offsets, first 16 outputs dropped. Numbers have 53 random bits.
 *
 * 32-bit integer arithmetic only: the same seed gives the same numbers on every platform. O(1) a number.
 *
 * @example seededRandom("a")() === seededRandom("a")(); // => true
 */
export function seededRandom(seed: string): Random {
  let a = hash(seed, 0x811c9dc5);
  let b = hash(seed, 0x9e3779b9);
  let c = hash(seed, 0x85ebca6b);
  let d = 1;
  function next(): number {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;

    return sum >>> 0;
  }
  for (let round = 0; round < 16; round++) next();

  return () => {
    const high = next() >>> 5;
    const low = next() >>> 6;

    return (high * 67108864 + low) / 9007199254740992;
  };
}

function hash(text: string, offset: number): number {
  let state = offset | 0;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  // A final mix, so that seeds which differ in the last letter alone differ in all bits.
  state ^= state >>> 16;
  state = Math.imul(state, 0x7feb352d);
  state ^= state >>> 15;
  state = Math.imul(state, 0x846ca68b);

  return state ^ (state >>> 16);
}
