import { join, type Sql, sql } from "@/lib/db/sql";
import { mappingOf, notBlocked, type StudyVersions, type VersionMapping } from "@/lib/studies/version-mapping";

/** How labels of all codebook versions read in the layer's one. */
export type VersionReading = {
  /** Every id under which a question of the layer was ever asked. */
  questionIds: string[];
  /** The question that a label answers, by the id in the layer's version; null: none of the layer's. */
  questionOf(question: string, codebookVersion: number): string | null;
  /** The option that an answer counts as; null where it was split, dropped or comes from a later version. */
  countsAs(question: string, codebookVersion: number, value: string): string | null;
  /** A question changed its id, so that a rater may have a label under each. */
  renamed: boolean;
  /** On labels `l`: false where a derived label of an older version rests on an answer that reads otherwise now. */
  stands: Sql;
};

export function readVersions(study: StudyVersions, questions: readonly string[]): VersionReading {
  const mappings = questions.map((question) => mappingOf(study, question));
  const asked = new Map<string, string>();
  const options = new Map<string, string | null>();
  for (const mapping of mappings) {
    for (const { question, version, from, to } of mapping.rows) {
      asked.set(keyOf(question, version), mapping.question);
      options.set(keyOf(question, version, from), to);
    }
  }

  const questionIds = [...new Set(mappings.flatMap(({ rows }) => rows.map((row) => row.question)))].sort();

  return {
    questionIds,
    renamed: questionIds.length > mappings.length,
    questionOf: (question, version) => asked.get(keyOf(question, version)) ?? null,
    countsAs: (question, version, value) => options.get(keyOf(question, version, value)) ?? null,
    stands: standing(mappings),
  };
}

function keyOf(...parts: (string | number)[]): string {
  return parts.join("\u0000");
}

function standing(mappings: readonly VersionMapping[]): Sql {
  const blocked = mappings.filter((mapping) => mapping.blocked.length > 0);
  if (blocked.length === 0) return sql`true`;

  return join(
    blocked.map((mapping) => {
      const ids = [...new Set(mapping.rows.map((row) => row.question))];
      return sql`(l.question <> ALL(${ids}::text[]) OR ${notBlocked(mapping)})`;
    }),
    sql` AND `,
  );
}
