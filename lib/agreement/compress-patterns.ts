import { AgreementInputError } from "./input-error";
import { checkNames, MISSING, type PatternTable } from "./pattern-table";

export type RaterMatrix = {
  /** Items × raters, row by row: category indexes; −1 in signed and 255 in unsigned bytes is missing. */
  readonly labels: Uint8Array | Int8Array;
  readonly raters: readonly string[];
  readonly categories: readonly string[];
  readonly values?: readonly number[];
};

/** Up to this many possible keys a count is kept for each; above, keys go into a map. */
const DENSE_KEYS = 1 << 22;

/**
 * The pattern table (who said what) of a large matrix in one pass, by mixed-radix keys. Rows come in order of key.
 * O(items × raters).
 *
 * @throws {AgreementInputError} `unknown_category` naming the first item with an index outside the list; `bad_shape`,
 * also where (categories + 1)^raters goes beyond 2^53 (use `patternTableFromLabels` there).
 * @example compressPatterns({ labels: Int8Array.of(0, 1, 0, -1), raters: ["r", "s"], categories: ["a", "b"] }).rows; // => 2
 */
export function compressPatterns(matrix: RaterMatrix): PatternTable {
  const { labels, raters, categories, values } = matrix;
  checkNames(categories, values, raters);
  const width = raters.length;
  const base = categories.length + 1;
  if (width < 1 || labels.length % width !== 0 || base ** width > Number.MAX_SAFE_INTEGER) {
    throw new AgreementInputError("bad_shape", `${labels.length} labels cannot be read as rows of ${width} raters.`);
  }
  const bytes = new Uint8Array(labels.buffer, labels.byteOffset, labels.length);
  const found = base ** width <= DENSE_KEYS ? countDense(bytes, width, base) : countSparse(bytes, width, base);

  const table = new Int32Array(found.length * width).fill(MISSING);
  found.forEach(([key], row) => {
    let left = key;
    for (let rater = width - 1; rater >= 0; rater--) {
      const digit = left % base;
      left = (left - digit) / base;
      table[row * width + rater] = digit - 1;
    }
  });

  return {
    kind: "patterns",
    categories: [...categories],
    ...(values && { values: [...values] }),
    raters: [...raters],
    rows: found.length,
    labels: table,
    items: Float64Array.from(found, ([, count]) => count),
  };
}

/** Distinct keys in rising order, with their items. */
type KeyCount = readonly [key: number, items: number];

function countDense(bytes: Uint8Array, width: number, base: number): KeyCount[] {
  const counts = new Int32Array(base ** width);
  for (let item = 0, cell = 0; cell < bytes.length; item++, cell += width) {
    const key = keyOf(bytes, cell, width, base, item);
    counts[key] = (counts[key] as number) + 1;
  }
  const found: KeyCount[] = [];
  counts.forEach((items, key) => {
    if (items > 0) found.push([key, items]);
  });

  return found;
}

function countSparse(bytes: Uint8Array, width: number, base: number): KeyCount[] {
  const counts = new Map<number, number>();
  for (let item = 0, cell = 0; cell < bytes.length; item++, cell += width) {
    const key = keyOf(bytes, cell, width, base, item);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  return [...counts].sort(([a], [b]) => a - b);
}

function keyOf(bytes: Uint8Array, start: number, width: number, base: number, item: number): number {
  let key = 0;
  for (let cell = start; cell < start + width; cell++) {
    // 255 is missing: it becomes 0, and every category its index + 1.
    const digit = ((bytes[cell] as number) + 1) & 255;
    if (digit >= base) {
      const message = `Item ${item} has a label outside the category list.`;
      throw new AgreementInputError("unknown_category", message, [item]);
    }
    key = key * base + digit;
  }

  return key;
}
