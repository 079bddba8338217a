import type { CodebookMapping } from "./mapping-schema";
import type { Codebook } from "./schema";
import { stepPath } from "./version-path";
import { type VersionSubject, versionSubjects } from "./version-subjects";

export type ChangeKind =
  | "question added"
  | "question dropped"
  | "question renamed"
  | "question reworded"
  | "added"
  | "dropped"
  | "renamed"
  | "split"
  | "merged"
  | "reworded"
  | "elsewhere";

/** One line of a version's history. `from`, `to`: ids; `was`, `is`: the words that changed, where words did. */
export type VersionChange = {
  kind: ChangeKind;
  /** The question's id in the newer version, or in the older one where it was dropped. */
  question: string;
  from: string[];
  to: string[];
  was?: string;
  is?: string;
};

/**
 * What a version changed, question by question: options by the mapping, then wordings of what stayed. Changes that are
 * none of a question, an option or a derived label (fields, keys, rules) are one line, `elsewhere`. O(size).
 * @example changesBetween(v1, v2, mapping) // [{ kind: "split", question: "role", from: ["TF"], to: ["TF_DATA", "TF_CODE"] }]
 */
export function changesBetween(older: Codebook, newer: Codebook, mapping: CodebookMapping): VersionChange[] {
  const path = stepPath(older, newer, mapping);
  const after = new Map(versionSubjects(newer).map((subject) => [subject.id, subject]));
  const changes: VersionChange[] = [];
  const known = new Set<string>();
  for (const subject of versionSubjects(older)) {
    const moved = path.get(subject.id);
    const next = moved?.to ? after.get(moved.to) : undefined;
    if (!moved || !next) {
      changes.push({ kind: "question dropped", question: subject.id, from: [subject.id], to: [], was: subject.title });
      continue;
    }
    known.add(next.id);
    changes.push(...questionChanges(older, newer, subject, next), ...optionChanges(subject, next, moved.options));
  }
  for (const [id, subject] of after) {
    if (known.has(id)) continue;
    changes.push({ kind: "question added", question: id, from: [], to: [id], is: subject.title });
  }
  if (changes.length === 0 && JSON.stringify(older) !== JSON.stringify(newer)) {
    changes.push({ kind: "elsewhere", question: "", from: [], to: [] });
  }
  return changes;
}

function questionChanges(
  older: Codebook,
  newer: Codebook,
  subject: VersionSubject,
  next: VersionSubject,
): VersionChange[] {
  const names = { question: next.id, from: [subject.id], to: [next.id] };
  const changes: VersionChange[] = [];
  if (subject.id !== next.id) changes.push({ kind: "question renamed", ...names });
  const was = wordsOf(older, subject);
  const is = wordsOf(newer, next);
  if (was !== is) changes.push({ kind: "question reworded", ...names, was, is });
  return changes;
}

function wordsOf(codebook: Codebook, subject: VersionSubject): string {
  const question = codebook.questions.find((entry) => entry.id === subject.id);
  return question ? [question.title, question.text, question.help].filter(Boolean).join("\n") : subject.title;
}

function optionChanges(
  older: VersionSubject,
  newer: VersionSubject,
  options: ReadonlyMap<string, readonly (string | null)[]>,
): VersionChange[] {
  const question = newer.id;
  const changes: VersionChange[] = [];
  const sources = new Map<string, string[]>();
  const reached = new Set<string>();
  for (const [id, targets] of options) {
    const to = targets.filter((target) => target !== null);
    for (const target of to) reached.add(target);
    const [only] = to;
    if (only === undefined) changes.push({ kind: "dropped", question, from: [id], to: [] });
    else if (to.length > 1) changes.push({ kind: "split", question, from: [id], to });
    else sources.set(only, [...(sources.get(only) ?? []), id]);
  }
  for (const [to, from] of sources) {
    const [only = to] = from;
    if (from.length > 1) changes.push({ kind: "merged", question, from, to: [to] });
    else if (only !== to) changes.push({ kind: "renamed", question, from, to: [to] });
    if (from.length > 1) continue;
    const [was, is] = [optionWords(older, only), optionWords(newer, to)];
    if (was !== is) changes.push({ kind: "reworded", question, from, to: [to], was, is });
  }
  for (const { id } of newer.options) {
    if (!reached.has(id)) changes.push({ kind: "added", question, from: [], to: [id] });
  }
  return changes;
}

function optionWords(subject: VersionSubject, id: string): string {
  const option = subject.options.find((entry) => entry.id === id);
  return [option?.label, option?.definition].filter(Boolean).join("\n");
}
