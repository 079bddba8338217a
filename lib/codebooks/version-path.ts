import type { CodebookMapping } from "./mapping-schema";
import type { Codebook } from "./schema";
import { versionSubjects } from "./version-subjects";

/**
 * From one codebook version to a later one: where each option may have gone. One id: it is that option now. Several: it
 * was split. null among them: that part was dropped.
 */
export type VersionPath = ReadonlyMap<string, SubjectPath>;
export type SubjectPath = { to: string | null; options: ReadonlyMap<string, readonly (string | null)[]> };

export type MappedLabel = { question: string; value: string } | { undecided: "split" | "dropped" };

/**
 * The path from a version to itself, over questions, derived labels and marks. O(options).
 * @example mapLabel(samePath(citationRole), { question: "role", value: "ME" }) // { question: "role", value: "ME" }
 */
export function samePath(codebook: Codebook): VersionPath {
  const subjects = [
    ...versionSubjects(codebook).map(({ id, options }) => ({ id, options: options.map((option) => option.id) })),
    ...codebook.marks.map((mark) => ({ id: `mark_${mark.id}`, options: ["yes", "no"] })),
  ];
  return new Map(
    subjects.map(({ id, options }) => [id, { to: id, options: new Map(options.map((option) => [option, [option]])) }]),
  );
}

/**
 * The path of one step, from a version to the next by the mapping that was given with it. What the mapping does not name
 * keeps its id where the newer version has it, and is dropped where it has not. O(options + changes).
 * @example mapLabel(stepPath(old, next, [{ from: "role", to: "role", options: [{ from: ["TF"], to: ["T1", "T2"] }] }]), { question: "role", value: "TF" })
 * // { undecided: "split" }
 */
export function stepPath(older: Codebook, newer: Codebook, mapping: CodebookMapping): VersionPath {
  const after = samePath(newer);
  const path = new Map<string, SubjectPath>();
  for (const [id, before] of samePath(older)) {
    const change = mapping.find((entry) => entry.from === id);
    const to = change === undefined ? id : change.to;
    const known = to === null ? undefined : after.get(to);
    const options = new Map<string, (string | null)[]>();
    for (const option of before.options.keys()) {
      const targets = change?.options.find((entry) => entry.from.includes(option))?.to ?? [option];
      const there = targets.filter((target) => known?.options.has(target));
      options.set(option, there.length > 0 ? there : [null]);
    }
    path.set(id, { to: known === undefined ? null : to, options });
  }
  return path;
}

/**
 * Two paths one after the other. A split whose parts were merged again later is decided again. O(options of `first`).
 * @example composePaths(samePath(book), step) // step
 */
export function composePaths(first: VersionPath, second: VersionPath): VersionPath {
  return new Map(
    [...first].map(([id, { to, options }]) => {
      const next = to === null ? undefined : second.get(to);
      const onward = (target: string | null) => (target === null ? [null] : (next?.options.get(target) ?? [null]));
      const composed = [...options].map(
        ([option, targets]) => [option, [...new Set(targets.flatMap(onward))]] as const,
      );
      return [id, { to: next?.to ?? null, options: new Map(composed) }];
    }),
  );
}

/**
 * What a label of the older version says in the newer one. `split`: it may be one of several options, and only the rater
 * can tell which; `dropped`: nothing in the newer version stands for it (unknown questions and options too). O(1).
 * @example mapLabel(path, { question: "role", value: "BK" }) // { question: "role", value: "BACKGROUND" }
 */
export function mapLabel(path: VersionPath, label: { question: string; value: string }): MappedLabel {
  const subject = path.get(label.question);
  const targets = subject?.options.get(label.value) ?? [null];
  const [target = null] = targets;
  if (targets.length > 1) return { undecided: "split" };
  if (target === null || !subject || subject.to === null) return { undecided: "dropped" };
  return { question: subject.to, value: target };
}
