/**
 * JSON with keys sorted by code unit at every depth and nothing undefined: one text for one value, so that a hash over it
 * can be checked anywhere. Arrays keep their order. Throws on what JSON cannot hold: NaN, infinities, bigint, functions,
 * cycles (a silent null would give two values one text). O(size × log keys).
 * Source: after RFC 8785 (JSON Canonicalization Scheme), numbers as ECMAScript writes them.
 * @example canonicalJson({ b: 1, a: [true, null] }) // '{"a":[true,null],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  return write(value, []);
}

function write(value: unknown, above: readonly object[]): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON`);
    return JSON.stringify(value);
  }
  if (typeof value !== "object") throw new TypeError(`a ${typeof value} has no JSON`);
  if (above.includes(value)) throw new TypeError("a value that contains itself has no JSON");
  const within = [...above, value];
  if (Array.isArray(value)) return `[${value.map((part) => write(part, within)).join(",")}]`;
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON(), within);
  const pairs = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${write(part, within)}`);
  return `{${pairs.join(",")}}`;
}
