import { UsageError } from "@/bin/command";
import { findStudy } from "@/bin/find-study";
import { type PatternRow, patternTable } from "@/lib/agreement/pattern-table";
import { selectRaters } from "@/lib/agreement/select-raters";
import { loadStudyPatterns, type StudyPatterns } from "@/lib/agreement-reports/load-study-patterns";
import { numericValues } from "@/lib/agreement-reports/report-subject";
import type { ServiceContext } from "@/lib/context";
import type { AgreementData } from "./agreement-report";
import { ADJUDICATED } from "./judges";
import { raterPairs } from "./pair-measures";
import type { Scale } from "./wire";

export type StudyQuestion = {
  study: string;
  question?: string;
  round?: string;
  /** Judges by pseudonym or name; all where none is named. */
  judges: string[];
  /** Whether settled labels are wanted as the reference. */
  adjudicated?: boolean;
  /** Labels of one codebook version alone. */
  codebookVersion?: number;
};

/** A question of a study as the data of a report: raters by pseudonym, scale and categories from the codebook. */
export async function studyData(
  ctx: ServiceContext,
  { study, question, round, judges, adjudicated = false, codebookVersion }: StudyQuestion,
): Promise<{ data: AgreementData; scale: Scale; notices: string[] }> {
  const { studyId } = await findStudy(ctx, study);
  const found = await loadStudyPatterns(ctx, {
    studyId,
    ...(question !== undefined && { question }),
    ...(round !== undefined && { round }),
    ...(codebookVersion !== undefined && { codebookVersion }),
  });
  const { subject } = found;
  if (adjudicated && !found.settled) throw new UsageError(`Nothing of ${subject.id} is adjudicated in this study.`);
  const categories = subject.options.map((option) => option.id);
  const values = numericValues(categories.filter((category) => !subject.judgeOnly.includes(category)));
  const table = (raters: string[], rows: PatternRow[]) =>
    patternTable({
      categories,
      // The numbers of judge-only options are never read: those are taken out before any distance is.
      ...(values && {
        values: categories.map((category) => (subject.judgeOnly.includes(category) ? 0 : Number(category))),
      }),
      raters,
      rows,
    });
  const names = found.raters.map((rater) => rater.pseudonym);
  const people = found.settled ? [...names, ADJUDICATED] : names;
  const everyone = table(people, found.humans);
  const known = found.judges.map((judge, index) => ({ ...judge, rows: found.withJudge[index] ?? [] }));
  const absent = judges.find((wanted) => !known.some((judge) => isNamed(judge, wanted)));
  if (absent !== undefined) {
    const list = known.map((judge) => judge.name ?? judge.pseudonym).join(", ");
    throw new UsageError(`There is no judge ${absent} with labels for ${subject.id}. There are: ${list || "none"}.`);
  }
  const chosen = known.filter((judge) => judges.length === 0 || judges.some((wanted) => isNamed(judge, wanted)));
  const columns = known.map((judge) => judge.pseudonym);
  const among = table(columns, found.amongJudges);

  return {
    scale: subject.scale === "binary" ? "nominal" : subject.scale,
    data: {
      humans: found.settled ? selectRaters(everyone, names) : everyone,
      judges:
        names.length === 0
          ? []
          : chosen.map(({ pseudonym, rows }) => ({ judge: pseudonym, table: table([...people, pseudonym], rows) })),
      judgePairs: raterPairs(chosen.map((judge) => judge.pseudonym)).map(([a, b]) => ({
        a,
        b,
        table: selectRaters(among, [a, b]),
      })),
      abstain: subject.judgeOnly,
    },
    notices: [
      ...chosen.filter((judge) => judge.name).map((judge) => `${judge.pseudonym} is the judge ${judge.name}.`),
      ...(codebookVersion === undefined
        ? sayVersions(found)
        : [`Labels of codebook version ${codebookVersion} alone.`]),
    ],
  };
}

/** Versions are never mixed silently: how many labels of each are read in this one, and how many are left out. */
function sayVersions({ versions, codebookVersion }: StudyPatterns): string[] {
  return versions
    .filter((row) => row.version !== codebookVersion)
    .map(({ version, asTheyAre, mapped, split, dropped, newer, resting }) => {
      const out = [
        [split, "split since"],
        [dropped, "dropped since"],
        [newer, "of a later version"],
        [resting, "derived otherwise since"],
      ].filter(([count]) => count !== 0);
      const left = out.length > 0 ? `; left out: ${out.map(([count, why]) => `${count} ${why}`).join(", ")}` : "";

      return `Codebook version ${version}: ${asTheyAre} labels as they are, ${mapped} renamed or merged as version ${codebookVersion} says${left}.`;
    });
}

function isNamed(judge: { pseudonym: string; name: string | null }, wanted: string): boolean {
  return judge.pseudonym === wanted || judge.name === wanted;
}
