import { join, type Sql, sql } from "@/lib/db/sql";
import { mappingOf, notBlocked, type StudyVersions, type VersionMapping } from "@/lib/studies/version-mapping";

/** How labels of all codebook versions read in the layer's one. */
export type VersionReading = {
  /** One for each question of the layer. */
  mappings: VersionMapping[];
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

/** A question as a version asks it: its id in the layer's version, and what became of its options. */
type Asked = { question: string; options: Map<string, string | null> };

export function readVersions(study: StudyVersions, questions: readonly string[]): VersionReading {
  const mappings = questions.map((question) => mappingOf(study, question));
  const versions = new Map<number, Map<string, Asked>>();
  for (const mapping of mappings) {
    for (const { question, version, from, to } of mapping.rows) {
      const asked = versions.get(version) ?? new Map<string, Asked>();
      versions.set(version, asked);
      const one = asked.get(question) ?? { question: mapping.question, options: new Map() };
      asked.set(question, one);
      one.options.set(from, to);
    }
  }

  const questionIds = [...new Set(mappings.flatMap(({ rows }) => rows.map((row) => row.question)))].sort();

  return {
    mappings,
    questionIds,
    renamed: questionIds.length > mappings.length,
    questionOf: (question, version) => versions.get(version)?.get(question)?.question ?? null,
    countsAs: (question, version, value) => versions.get(version)?.get(question)?.options.get(value) ?? null,
    stands: standing(mappings),
  };
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
