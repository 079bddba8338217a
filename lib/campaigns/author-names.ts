import { normaliseTitle } from "@/lib/corpus/normalise-title";

/**
 * A person's name as it is compared: last name and first initial, whatever the order ("Marsh, I." and "Ida Marsh" are
 * one). A name of one word is that word. Two people may share a key: overlap is a reason to look, not a proof.
 */
export function authorKey(name: string): string {
  const [last = "", first] = name.includes(",") ? name.split(",", 2) : turned(name);
  const key = normaliseTitle(last);
  const initial = normaliseTitle(first ?? "").slice(0, 1);

  return initial === "" ? key : `${key} ${initial}`;
}

/** True or false where both lists name somebody; null where it cannot be told. */
export function authorsOverlap(a: readonly string[], b: readonly string[]): boolean | null {
  if (a.length === 0 || b.length === 0) return null;
  const keys = new Set(a.map(authorKey));

  return b.some((name) => keys.has(authorKey(name)));
}

function turned(name: string): [string, string] {
  const words = name.trim().split(/\s+/);

  return [words.at(-1) ?? "", words.length > 1 ? (words[0] ?? "") : ""];
}
