import type { Spelled } from "./resolve-option";
import type { Codebook } from "./schema";

/** What a label may be about: a question, or a derived label that is stored with a rater's answers. */
export type VersionSubject = {
  id: string;
  title: string;
  kind: "question" | "derived label";
  options: (Spelled & { definition?: string })[];
  aliases: readonly string[];
};

/**
 * The subjects of a codebook in its order: questions, then derived labels but for those of the item alone, which no
 * label carries. O(questions + derived).
 * @example versionSubjects(citationRole).map((subject) => subject.id) // ["role", "root"]
 */
export function versionSubjects(codebook: Codebook): VersionSubject[] {
  return [
    ...codebook.questions.map((question) => ({ ...question, kind: "question" as const })),
    ...codebook.derived.filter((label) => !label.ofItem).map((label) => ({ ...label, kind: "derived label" as const })),
  ].map(({ id, title, kind, options, aliases }) => ({ id, title, kind, options, aliases }));
}
