import { mapLabel } from "@/lib/codebooks/version-path";
import type { ServiceContext } from "@/lib/context";
import { loadStudyVersions, type StudyVersions } from "@/lib/studies/version-mapping";

// Versions and their mappings never change, so what was read may be kept; the bound keeps a busy server's memory flat.
const known = new Map<string, StudyVersions>();

/** How answers of older versions read in this one. Only versions up to `target` can matter. */
export async function versionsUpTo(ctx: ServiceContext, studyId: string, target: number): Promise<StudyVersions> {
  const key = `${studyId} ${target}`;
  const kept = known.get(key);
  if (kept) return kept;
  const read = await loadStudyVersions(ctx, studyId, target);
  if (known.size >= 200) known.clear();
  known.set(key, read);

  return read;
}

type Answer = { question: string; value: string; codebookVersion: number };
/** An answer that cannot be read in the newer version: the rater is asked again. */
export type Earlier = { value: string; codebookVersion: number };

/**
 * A rater's answers as the version that they see has them: renamed and merged ones under their new ids; what was split
 * or dropped is left out, and told apart. Reserved questions stay as they are.
 */
export function answersIn<T extends Answer>(
  study: StudyVersions,
  answers: readonly T[],
): { answers: T[]; earlier: Map<string, Earlier> } {
  const read = new Map<string, T>();
  const earlier = new Map<string, Earlier>();
  // Newest last: an answer given under the new id stands before what was said under the old one.
  for (const answer of answers.toSorted((a, b) => a.codebookVersion - b.codebookVersion)) {
    const { question, value, codebookVersion } = answer;
    const path = study.versions.find((entry) => entry.version === codebookVersion)?.path;
    const subject = path?.get(question);
    if (!subject || !path || codebookVersion === study.target) {
      read.set(question, answer);
      earlier.delete(question);
      continue;
    }
    const mapped = mapLabel(path, { question, value });
    if ("value" in mapped) read.set(mapped.question, { ...answer, ...mapped });
    else if (subject.to !== null) earlier.set(subject.to, { value, codebookVersion });
  }

  return { answers: [...read.values()], earlier };
}

/** Ids that a question or derived label of the target version had before, so that what was said under them is replaced. */
export function formerIds(study: StudyVersions, wanted: readonly string[]): string[] {
  const current = study.versions.find((entry) => entry.version === study.target)?.path;
  const former = new Set<string>();
  for (const { path } of study.versions) {
    for (const [id, { to }] of path ?? []) {
      if (to !== null && to !== id && wanted.includes(to) && !current?.has(id)) former.add(id);
    }
  }

  return [...former];
}

export type SplitAnswer = { question: string; version: number; value: string };

/** Answers of older versions that became several options: only their rater can tell which. */
export function splitAnswers(study: StudyVersions): SplitAnswer[] {
  return study.versions.flatMap(({ version, codebook, path }) =>
    codebook.questions.flatMap(({ id: question, options }) =>
      options
        .filter(({ id: value }) => {
          const mapped = path && mapLabel(path, { question, value });
          return mapped && "undecided" in mapped && mapped.undecided === "split";
        })
        .map(({ id: value }) => ({ question, version, value })),
    ),
  );
}
