/** A JSON object, or an empty one where the value is none. @example recordOf(null) // {} */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** A JSON array, or an empty one. @example listOf("a") // [] */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or "" where the value is none. @example textOf(undefined) // "" */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An id written as text or as a whole number; "" where it is neither. @example idOf(233296016) // "233296016" */
export function idOf(value: unknown): string {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);

  return textOf(value);
}

/** A whole number that stands as such or as text; undefined otherwise. @example wholeOf("12") // 12 */
export function wholeOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;

  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Names as S2ORC writes authors: first, middle (a list), last, suffix. @example personName({ first: "A", middle: ["B."], last: "Lee" }) // "A B. Lee" */
export function personName(value: unknown): string {
  const { first, middle, last, suffix, name } = recordOf(value);
  const parts = [textOf(first), ...listOf(middle).map(textOf), textOf(last), textOf(suffix)].filter(
    (part) => part !== "",
  );

  return parts.length > 0 ? parts.join(" ") : textOf(name);
}
