import { canonicalJson } from "@/lib/codebooks/canonical-json";

const known = new WeakMap<object, string>();

/**
 * A json cell's canonical text. A table's forms are written from the same rows at once, so the text of an object is kept
 * as long as the object is. O(size) the first time.
 *
 * @example jsonText({ b: 1, a: 2 }); // => '{"a":2,"b":1}'
 */
export function jsonText(cell: unknown): string {
  if (typeof cell !== "object" || cell === null) return canonicalJson(cell);
  const text = known.get(cell) ?? canonicalJson(cell);
  known.set(cell, text);

  return text;
}
