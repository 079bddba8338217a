import type { EndorseReference } from "@/lib/endorsements/wire";

export type Grouping = "shuffled" | "section" | "year";
export type ReferenceGroup = { name: string | null; references: EndorseReference[] };

/** Groups by section as the paper has them, or by year, newest first; what has none comes last under null. */
export function groupReferences(references: EndorseReference[], by: Grouping): ReferenceGroup[] {
  if (by === "shuffled") return [{ name: null, references }];
  const groups = new Map<string | null, EndorseReference[]>();
  for (const reference of references) {
    const name = by === "section" ? reference.section : reference.year === null ? null : String(reference.year);
    groups.set(name, [...(groups.get(name) ?? []), reference]);
  }
  const sign = by === "year" ? -1 : 1;

  return [...groups.entries()]
    .sort(([a], [b]) => (a === null ? 1 : b === null ? -1 : sign * a.localeCompare(b, "en", { numeric: true })))
    .map(([name, members]) => ({ name, references: members }));
}

/** References that have every word of the search, in title, authors, venue or year; accents and case do not matter. */
export function findReferences(references: EndorseReference[], text: string): EndorseReference[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return references;

  return references.filter(({ title, authors, venue, year }) => {
    const all = plain([title, ...authors, venue ?? "", year ?? ""].join(" "));

    return words.every((word) => all.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
