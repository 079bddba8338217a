import { reportSubject } from "@/lib/agreement-reports/report-subject";
import type { Codebook } from "@/lib/codebooks/schema";
import type { Manifest } from "@/lib/release-files/manifest";
import { mappingOf, type StudyVersions, type VersionMapping } from "@/lib/studies/version-mapping";

/** Counted labels of one rater, by the version that they were given under. */
export type Answered = {
  question: string;
  rater: string;
  kind: "human" | "judge";
  version: number;
  labels: number;
};

type OtherVersions = NonNullable<Manifest["otherVersions"]>;

/** The questions of which some version says something else than the newest: what must be read before it is compared. */
export function changedQuestions(versions: StudyVersions, questions: readonly string[]): VersionMapping[] {
  return questions.map((question) => mappingOf(versions, question)).filter((mapping) => !mapping.plain);
}

/**
 * Questions whose agreement a release states over the newest version alone, because labels of others are there and do
 * not all mean what they say; with the labels that this leaves out. O(questions × answered).
 */
export function otherVersions(
  codebook: Codebook,
  versions: StudyVersions,
  answered: readonly Answered[],
): OtherVersions {
  return [...codebook.questions, ...codebook.derived].flatMap(({ id: question }) => {
    const own = mappingOf(versions, question);
    if (own.plain && unsureIsSame(codebook, versions, question)) return [];
    const asked = [...new Set([question, ...own.rows.map((row) => row.question)])].toSorted();
    const labels = answered
      .filter((row) => row.version !== versions.target && asked.includes(row.question))
      .reduce((sum, row) => sum + row.labels, 0);

    return labels === 0 ? [] : [{ question, asked, codebookVersion: versions.target, labels }];
  });
}

/** Of derived labels: whether a judge's answers that stand in for one are the same in all versions. */
function unsureIsSame(codebook: Codebook, versions: StudyVersions, question: string): boolean {
  const { abstainSource } = reportSubject(codebook, question);
  if (!abstainSource) return true;
  const { values } = abstainSource;

  return mappingOf(versions, abstainSource.question)
    .rows.filter((row) => values.includes(row.from) || (row.to !== null && values.includes(row.to)))
    .every((row) => row.from === row.to && row.question === abstainSource.question);
}
