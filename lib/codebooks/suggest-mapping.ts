import type { CodebookMapping, OptionChange } from "./mapping-schema";
import type { Spelled } from "./resolve-option";
import type { Codebook } from "./schema";
import { type VersionSubject, versionSubjects } from "./version-subjects";

/** `sure`: nothing of the older version is missing in the newer one, so that there was nothing to guess. */
export type SuggestedMapping = { mapping: CodebookMapping; sure: boolean };

/**
 * A mapping for a person to look at: ids that stayed are kept; a missing question is taken for the new one with the same
 * title, alias or options; a missing option for the new one with its label, code or alias (several: merged), or for the
 * new ones whose id or label begins with its own (split). What is left is dropped or added. Always passes
 * `checkVersionMapping`. O(options²) within a question.
 * @example suggestMapping(v1, v2) // { mapping: [{ from: "role", to: "role", options: [{ from: ["BK"], to: ["BACKGROUND"] }] }], sure: false }
 */
export function suggestMapping(older: Codebook, newer: Codebook): SuggestedMapping {
  const [before, after] = [versionSubjects(older), versionSubjects(newer)];
  const has = (subjects: readonly VersionSubject[], id: string) => subjects.some((subject) => subject.id === id);
  const mapping: CodebookMapping = [];
  const taken = new Set<string>();
  let sure = true;
  for (const subject of before) {
    const stayed = after.find((next) => next.id === subject.id && next.kind === subject.kind);
    const next = stayed ?? after.find((one) => !has(before, one.id) && !taken.has(one.id) && alike(subject, one));
    if (!stayed) sure = false;
    if (!next) {
      mapping.push({ from: subject.id, to: null, options: [] });
      continue;
    }
    taken.add(next.id);
    const options = optionChanges(subject.options, next.options);
    if (options.some(({ from }) => from.length > 0)) sure = false;
    if (!stayed || options.length > 0) mapping.push({ from: subject.id, to: next.id, options });
  }
  for (const { id } of after) if (!taken.has(id)) mapping.push({ from: null, to: id, options: [] });
  return { mapping, sure };
}

function alike(older: VersionSubject, newer: VersionSubject): boolean {
  if (older.kind !== newer.kind) return false;
  if (folded(older.title) === folded(newer.title) || newer.aliases.includes(older.id)) return true;
  const shared = older.options.filter((option) => newer.options.some((other) => other.id === option.id));
  return shared.length * 2 > older.options.length;
}

function optionChanges(older: readonly Spelled[], newer: readonly Spelled[]): OptionChange[] {
  const kept = new Set(older.filter(({ id }) => newer.some((other) => other.id === id)).map(({ id }) => id));
  const fresh = newer.filter(({ id }) => !kept.has(id));
  const splits: OptionChange[] = [];
  const dropped: OptionChange[] = [];
  const into = new Map<string, string[]>();
  const reached = new Set<string>();
  for (const option of older) {
    if (kept.has(option.id)) continue;
    const same =
      newer.find((other) => other.aliases?.includes(option.id)) ?? fresh.find((other) => means(option, other));
    const parts = same ? [] : fresh.filter((other) => isPart(option, other)).map(({ id }) => id);
    if (same) into.set(same.id, [...(into.get(same.id) ?? (kept.has(same.id) ? [same.id] : [])), option.id]);
    else if (parts.length > 1) splits.push({ from: [option.id], to: parts });
    else dropped.push({ from: [option.id], to: [] });
    for (const part of parts) reached.add(part);
  }
  const joined = [...into].map(([to, from]) => ({ from: inOrder(older, from), to: [to] }));
  const added = fresh.filter(({ id }) => !reached.has(id) && !into.has(id)).map(({ id }) => id);
  return [...joined, ...splits, ...dropped, ...(added.length > 0 ? [{ from: [], to: added }] : [])];
}

function means(older: Spelled, newer: Spelled): boolean {
  if (folded(older.label) === folded(newer.label)) return true;
  return older.code !== undefined && older.code === newer.code;
}

function isPart(older: Spelled, newer: Spelled): boolean {
  const [whole, part] = [folded(older.id), folded(newer.id)];
  const joint = part.startsWith(whole) ? part.charAt(whole.length) : "";
  return "_.+-".includes(joint) ? joint !== "" : folded(newer.label).startsWith(`${folded(older.label)} `);
}

function inOrder(options: readonly Spelled[], ids: readonly string[]): string[] {
  return options.map(({ id }) => id).filter((id) => ids.includes(id));
}

function folded(text: string): string {
  return text.trim().toLowerCase();
}
