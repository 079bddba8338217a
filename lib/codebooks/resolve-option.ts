/** What an option or a derived label's option may be called in a file. */
export type Spelled = { id: string; label: string; code?: string | undefined; aliases?: readonly string[] };

export type Resolved<T> = { ok: true; option: T } | { ok: false; reason: "unknown" | "ambiguous" };

/**
 * Finds the option that a value from a file means: by id, else by code, label or alias, exactly; else without regard to
 * case, where that leaves exactly one. White space around the value is ignored; numbers and booleans count as written.
 * `ambiguous`: two options could be meant. O(options × aliases).
 * @example resolveOption(root.options, "non-root") // { ok: true, option: WEED }
 */
export function resolveOption<T extends Spelled>(options: readonly T[], value: unknown): Resolved<T> {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
    return { ok: false, reason: "unknown" };
  }
  const text = String(value).trim();
  const byId = options.find((option) => option.id === text);
  if (byId !== undefined) return { ok: true, option: byId };
  const exact = options.filter((option) => spellings(option).includes(text));
  const found = exact.length > 0 ? exact : options.filter((option) => folded(option).includes(text.toLowerCase()));
  const [first, second] = found;
  if (first === undefined) return { ok: false, reason: "unknown" };
  return second === undefined ? { ok: true, option: first } : { ok: false, reason: "ambiguous" };
}

/**
 * Every way an option may be written in a file, its id first.
 * @example spellings({ id: "WEED", label: "not a root", aliases: ["NON_ROOT"] }) // ["WEED", "not a root", "NON_ROOT"]
 */
export function spellings(option: Spelled): string[] {
  const code = option.code === undefined ? [] : [option.code];
  return [option.id, ...code, option.label, ...(option.aliases ?? [])];
}

function folded(option: Spelled): string[] {
  return spellings(option).map((spelling) => spelling.toLowerCase());
}
