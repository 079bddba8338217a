import { drawBinomial } from "./binomial";
import type { Random } from "./random";

/**
 * How many of `trials` draws fall on each row, with chances proportional to `chances`; written into `out`.
 *
 * Exact, by conditional binomials from the most to the least frequent row: O(rows), whatever the number of trials. With
 * `chances` = the items of each row and `trials` = all items this is the item bootstrap.
 *
 * @example drawMultinomial(6, Float64Array.of(1, 1), byChance(Float64Array.of(1, 1)), seededRandom("a"), out);
 */
export function drawMultinomial(
  trials: number,
  chances: Float64Array,
  order: Uint32Array,
  random: Random,
  out: Float64Array,
): Float64Array {
  out.fill(0);
  let chanceLeft = 0;
  for (const row of order) chanceLeft += chances[row] as number;
  let trialsLeft = trials;
  for (let place = 0; place < order.length && trialsLeft > 0; place++) {
    const row = order[place] as number;
    const chance = chances[row] as number;
    const drawn = place === order.length - 1 ? trialsLeft : drawBinomial(trialsLeft, chance / chanceLeft, random);
    out[row] = drawn;
    trialsLeft -= drawn;
    chanceLeft -= chance;
  }

  return out;
}

/**
 * Rows with a chance, in falling order of it (ties in row order): the order in which `drawMultinomial` draws fastest.
 * O(rows log rows).
 *
 * @example byChance(Float64Array.of(1, 3)); // => Uint32Array [1, 0]
 */
export function byChance(chances: Float64Array, rows?: readonly number[]): Uint32Array {
  const order = (rows ? [...rows] : Array.from(chances, (_, row) => row)).filter((row) => (chances[row] ?? 0) > 0);
  order.sort((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0) || a - b);

  return Uint32Array.from(order);
}
