import { compareIds } from "./compare-ids";

/**
 * Document ids from best to worst: by score descending, ties by id descending in byte order, as trec_eval does. The order of
 * the file and its rank column do not count. Scores must be finite. O(n log n), O(n) where they are in order already.
 *
 * @example rankDocuments(new Map([["A", 1], ["B", 1], ["C", 2]])); // => ["C", "B", "A"]
 */
export function rankDocuments(scores: ReadonlyMap<string, number>): string[] {
  const entries = [...scores];
  entries.sort(([a, x], [b, y]) => (x === y ? compareIds(b, a) : y - x));

  return entries.map(([id]) => id);
}
