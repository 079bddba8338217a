/**
 * Clusters as numbers 0, 1, … in order of first sight; a query without a cluster is one of its own. O(queries).
 *
 * @example numberClusters(["a", undefined, "a"]); // => Int32Array [0, 1, 0]
 */
export function numberClusters(names: readonly (string | undefined)[]): Int32Array {
  const numbers = new Map<string, number>();
  let count = 0;

  return Int32Array.from(names, (name) => {
    const known = name === undefined ? undefined : numbers.get(name);
    if (known !== undefined) return known;
    if (name !== undefined) numbers.set(name, count);

    return count++;
  });
}
