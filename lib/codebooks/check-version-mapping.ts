import type { CodebookFault } from "./check-names";
import type { CodebookMapping, SubjectChange } from "./mapping-schema";
import type { Codebook } from "./schema";
import { type VersionSubject, versionSubjects } from "./version-subjects";

/**
 * Everything about a mapping that would leave a label of the older version without a fate, or with two: `path` leads
 * into the mapping, or names the question and option that it passes over. Empty: every question and option of both
 * versions is accounted for. O(options + changes).
 * @example checkVersionMapping(v1, v2, []) // [{ path: ["role", "TF"], reason: "…" }]
 */
export function checkVersionMapping(older: Codebook, newer: Codebook, mapping: CodebookMapping): CodebookFault[] {
  const before = new Map(versionSubjects(older).map((subject) => [subject.id, subject]));
  const after = new Map(versionSubjects(newer).map((subject) => [subject.id, subject]));
  const faults: CodebookFault[] = [];
  const fault = (path: CodebookFault["path"], reason: string) => void faults.push({ path, reason });
  const went = new Set<string>();
  const came = new Set<string>();
  mapping.forEach((change, i) => {
    const { from, to } = change;
    if (from === null && to === null) fault([i], "names no question of either version");
    if (from !== null && !before.has(from)) fault([i, "from"], `the older version has no question ${from}`);
    if (to !== null && !after.has(to)) fault([i, "to"], `the new version has no question ${to}`);
    if (from !== null && went.has(from)) fault([i, "from"], `${from} is named twice`);
    if (to !== null && came.has(to)) fault([i, "to"], `${to} is named twice`);
    if (from !== null) went.add(from);
    if (to !== null) came.add(to);
    if ((from === null || to === null) && change.options.length > 0) {
      fault([i, "options"], "a question that is new or no longer asked has no options to map");
    }
  });
  for (const id of before.keys()) {
    if (went.has(id) || (after.has(id) && !came.has(id))) continue;
    fault([id], "is not in the new version: say which question it is now, or that it is asked no longer (to: null)");
  }
  for (const id of after.keys()) {
    if (came.has(id) || (before.has(id) && !went.has(id))) continue;
    fault([id], "is not in the older version: say which question it was, or that it is new (from: null)");
  }
  if (faults.length > 0) return faults;
  for (const subject of before.values()) {
    const place = mapping.findIndex((entry) => entry.from === subject.id);
    const change = mapping[place] ?? { from: subject.id, to: subject.id, options: [] };
    const next = change.to === null ? undefined : after.get(change.to);
    if (!next) continue;
    if (subject.kind !== next.kind) fault([place], `${subject.id} was a ${subject.kind}; ${next.id} is a ${next.kind}`);
    faults.push(...checkOptions(subject, next, change, place));
  }
  return faults;
}

function checkOptions(older: VersionSubject, newer: VersionSubject, change: SubjectChange, place: number) {
  const faults: CodebookFault[] = [];
  const fault = (path: CodebookFault["path"], reason: string) => void faults.push({ path, reason });
  const before = new Set(older.options.map((option) => option.id));
  const after = new Set(newer.options.map((option) => option.id));
  const gone = new Set<string>();
  const reached = new Set<string>();
  /** Who alone stands behind a new option: two must be written as one merge. */
  const sole = new Map<string, string>();
  change.options.forEach(({ from, to }, i) => {
    const at = [place, "options", i];
    if (from.length === 0 && to.length === 0) fault(at, "names no option of either version");
    if (from.length > 1 && to.length !== 1) {
      fault(at, "several options can only become one: write what became of each by itself");
    }
    from.forEach((id, o) => {
      if (!before.has(id)) fault([...at, "from", o], `${older.id} had no option ${id}`);
      if (gone.has(id)) fault([...at, "from", o], `${id} is named twice`);
      gone.add(id);
    });
    to.forEach((id, o) => {
      if (!after.has(id)) fault([...at, "to", o], `${newer.id} has no option ${id}`);
      if (to.indexOf(id) !== o) fault([...at, "to", o], `${id} is named twice`);
      reached.add(id);
    });
    const [only] = to;
    if (from.length === 0 || to.length !== 1 || only === undefined) return;
    const other = sole.get(only);
    if (other !== undefined)
      fault([...at, "to"], `${other} becomes ${only} too: write one merge, from both to ${only}`);
    sole.set(only, from.join(" and "));
  });
  for (const id of before) {
    if (gone.has(id)) continue;
    const other = sole.get(id);
    if (!after.has(id))
      fault([older.id, id], "is not in the new version: say what became of it, or that it was dropped");
    else if (other !== undefined) {
      fault([older.id, id], `is kept, and ${other} becomes ${id} too: write one merge, from both to ${id}`);
    }
    reached.add(id);
  }
  for (const id of after) {
    if (!reached.has(id))
      fault([newer.id, id], "is not in the older version: say what became it, or that it was added");
    const addedToo = change.options.some(({ from, to }) => from.length === 0 && to.includes(id));
    if (addedToo && (sole.has(id) || (before.has(id) && !gone.has(id)))) {
      fault([newer.id, id], "cannot be added: it is there in the older version, or comes from one of its options");
    }
  }
  return faults;
}
