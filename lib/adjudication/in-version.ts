import { mapLabel } from "@/lib/codebooks/version-path";
import { type Sql, sql } from "@/lib/db/sql";
import { mappingOf, type StudyVersions, type Undecided } from "@/lib/studies/version-mapping";

export type Given = { question: string; value: string; codebookVersion: number };

/** An answer in the newest version's words; `value` null where it says none of its options, and `why`. */
export type Reading = { question: string; value: string | null; why: Undecided | null };

/** Answers keep what they were given as: this is only how they are read. Reserved questions are the same in all versions. */
export function readingOf({ versions }: StudyVersions, { question, value, codebookVersion }: Given): Reading {
  if (question.startsWith("_")) return { question, value, why: null };
  const path = versions.find((entry) => entry.version === codebookVersion)?.path;
  if (!path) return { question, value: null, why: "newer" };
  const mapped = mapLabel(path, { question, value });
  if ("value" in mapped) return { ...mapped, why: null };

  return { question: path.get(question)?.to ?? question, value: null, why: mapped.undecided };
}

/** Every id under which a question was ever asked, the newest version's first. */
export function namesOf(study: StudyVersions, question: string): string[] {
  return [...new Set([question, ...mappingOf(study, question).rows.map((row) => row.question)])];
}

/** Older ids of questions beside today's: where none was renamed, nothing more is to be looked up. */
export type Renames = { question: string; name: string }[];

export function renamesOf(study: StudyVersions, questions: readonly string[]): Renames {
  return questions.flatMap((question) =>
    namesOf(study, question)
      .slice(1)
      .map((name) => ({ question, name })),
  );
}

/** Whether a label of question `asked` belongs to the question `today`, under whatever id it was asked. */
export function isAsked(asked: Sql, today: Sql, renames: Renames): Sql {
  if (renames.length === 0) return sql`${asked} = ${today}`;

  return sql`(${asked} = ${today} OR (${today}, ${asked}) IN (SELECT * FROM unnest(
    ${renames.map((one) => one.question)}::text[], ${renames.map((one) => one.name)}::text[]) AS t(question, name)))`;
}
