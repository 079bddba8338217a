import type { CodebookMapping, OptionChange } from "@/lib/codebooks/mapping-schema";
import type { PreviewSubject } from "@/lib/studies/wire";

/** What became of each older question (`to`; null: asked no longer) and of each of its options (ids in the newer version). */
export type Fates = Record<string, { to: string | null; options: Record<string, string[]> }>;

/** A mapping as a form shows it: every option of the older version with where it went. */
export function fatesOf(
  older: readonly PreviewSubject[],
  newer: readonly PreviewSubject[],
  mapping: CodebookMapping,
): Fates {
  return Object.fromEntries(
    older.map((subject) => {
      const change = mapping.find((entry) => entry.from === subject.id);
      const to = change ? change.to : subject.id;
      const known = newer.find((next) => next.id === to)?.options.map((option) => option.id) ?? [];
      const options = subject.options.map(({ id }) => {
        const targets = change?.options.find((entry) => entry.from.includes(id))?.to ?? [id];
        return [id, targets.filter((target) => known.includes(target))] as const;
      });

      return [subject.id, { to: known.length > 0 ? to : null, options: Object.fromEntries(options) }];
    }),
  );
}

/** The form as a mapping: only what changed is written, and what nothing leads to was added. */
export function mappingOf(
  older: readonly PreviewSubject[],
  newer: readonly PreviewSubject[],
  fates: Fates,
): CodebookMapping {
  const mapping: CodebookMapping = [];
  for (const { id, options } of older) {
    const { to = null, options: said = {} } = fates[id] ?? {};
    const next = newer.find((subject) => subject.id === to);
    const changes = next ? changesOf(options, next.options, said) : [];
    if (!next || to !== id || changes.length > 0) mapping.push({ from: id, to: next ? to : null, options: changes });
  }
  const reached = new Set(older.map(({ id }) => fates[id]?.to));
  for (const { id } of newer) if (!reached.has(id)) mapping.push({ from: null, to: id, options: [] });

  return mapping;
}

type Named = readonly { id: string }[];

function changesOf(older: Named, newer: Named, said: Record<string, string[]>): OptionChange[] {
  const changes: OptionChange[] = [];
  const into = new Map<string, string[]>();
  const reached = new Set<string>();
  for (const { id } of older) {
    const targets = said[id] ?? [];
    for (const target of targets) reached.add(target);
    const [only] = targets;
    if (only === undefined || targets.length > 1) changes.push({ from: [id], to: targets });
    else into.set(only, [...(into.get(only) ?? []), id]);
  }
  for (const [to, from] of into) if (from.length > 1 || from[0] !== to) changes.push({ from, to: [to] });
  const added = newer.filter(({ id }) => !reached.has(id)).map(({ id }) => id);

  return added.length > 0 ? [...changes, { from: [], to: added }] : changes;
}

/** The fate of one option in a word or two. */
export function sayFate(id: string, fate: Fates[string]): string {
  const targets = fate.options[id] ?? [];
  const [only] = targets;
  if (fate.to === null || only === undefined) return "dropped: left out from now on";
  if (targets.length > 1) return "split: asked again";
  const others = Object.entries(fate.options).filter(
    ([other, to]) => other !== id && to.length === 1 && to[0] === only,
  );
  if (others.length > 0) return "merged";

  return only === id ? "kept" : "renamed";
}
