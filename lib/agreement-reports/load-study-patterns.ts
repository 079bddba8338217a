import { z } from "zod";
import { IMPORTED_ADJUDICATOR } from "@/lib/adjudication/settled-adjudications";
import type { PatternRow } from "@/lib/agreement/pattern-table";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { readCodebook } from "@/lib/studies/read-codebook";
import { loadStudyVersions, mappingOf } from "@/lib/studies/version-mapping";
import { countVersions, labelVersions, namesOf } from "./label-versions";
import { hasSettled, loadPatterns, SETTLED } from "./load-patterns";
import { reportSubject } from "./report-subject";
import type { ReportRater, Subject, VersionLabels } from "./wire";

const Input = z.strictObject({
  studyId: z.uuid(),
  question: z.string().max(60).optional(),
  /** A round's name; all but practice where absent. */
  round: z.string().max(200).optional(),
  /** Labels of this codebook version alone; all, as the newest version reads them, where absent. */
  codebookVersion: z.int().min(1).optional(),
});

/** The labels of a question as counted patterns; a label is the place of its option in the subject. */
export type StudyPatterns = {
  subject: Subject;
  raters: ReportRater[];
  judges: ReportRater[];
  /** Whether a column of what adjudicators settled stands behind the raters' in `humans` and `withJudge`. */
  settled: boolean;
  /** A label per rater, then the settled one. */
  humans: PatternRow[];
  /** In the order of `judges`: the same, and the judge's own last. */
  withJudge: PatternRow[][];
  /** A label per judge, over everything that any judge labelled. */
  amongJudges: PatternRow[];
  /** The version whose options these are, and people's labels by their version and how they read in it. */
  codebookVersion: number;
  versions: VersionLabels[];
};

/** The same labels that the agreement page reports on, as patterns instead of results: for the command line. */
export async function loadStudyPatterns(ctx: ServiceContext, input: z.input<typeof Input>): Promise<StudyPatterns> {
  const { studyId, question, round, codebookVersion } = Input.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const only = codebookVersion !== undefined;
  const { codebook, version } = await readCodebook(ctx, { studyId, ...(only && { version: codebookVersion }) });
  const { subject, abstainSource } = reportSubject(codebook, question);
  const study = await loadStudyVersions(ctx, studyId, version);
  const mapping = mappingOf(study, subject.id);
  const db = database(ctx);
  const all = await db.round.findMany({ where: { studyId }, select: { id: true, name: true, purpose: true } });
  const roundIds = all.filter((row) => isWanted(row, round)).map((row) => row.id);
  if (roundIds.length === 0 && round !== undefined) throw notFound(`The round ${round}`);
  const corpusIds = all.filter((row) => row.purpose === "corpus").map((row) => row.id);
  const found = await db.$queryRaw<(ReportRater & { kind: "human" | "judge" })[]>`
    SELECT DISTINCT r.id, r.pseudonym, r.name, r.kind::text
    FROM "Rater" r JOIN "Label" l ON l."studyId" = r."studyId" AND l."raterId" = r.id
    WHERE r."studyId" = ${studyId}::uuid AND l.question = ANY(${namesOf(mapping.rows, subject.id)}::text[]) AND NOT l.extra
      AND (NOT ${only}::boolean OR l."codebookVersion" = ${version}::int)
      AND (r.kind = 'judge' OR (l."roundId" = ANY(${roundIds}::uuid[]) AND r.name IS DISTINCT FROM ${IMPORTED_ADJUDICATOR}))
    ORDER BY 2`;
  const raters = found.filter((row) => row.kind === "human").map(plain);
  const judges = found.filter((row) => row.kind === "judge").map(plain);
  const idsOf = (rows: ReportRater[]) => rows.map((row) => row.id);
  const scope = {
    studyId,
    question: subject.id,
    categories: subject.options.map((option) => option.id),
    abstainSource,
    blindOnly: false,
    versions: labelVersions(study, subject.id, abstainSource, only),
  };
  const settled = await hasSettled(ctx, { ...scope, roundIds });
  const raterIds = [...idsOf(raters), ...(settled ? [SETTLED] : [])];
  const people = await loadPatterns(ctx, { ...scope, roundIds, raterIds, judgeIds: idsOf(judges), settled });
  const among = await loadPatterns(ctx, { ...scope, roundIds: corpusIds, raterIds: idsOf(judges), judgeIds: [] });
  const rowsOf = new Map(people.judges.map(({ judgeId, rows }) => [judgeId, rows]));

  return {
    subject,
    raters,
    judges,
    settled,
    humans: people.humans,
    withJudge: judges.map((judge) => rowsOf.get(judge.id) ?? []),
    amongJudges: among.humans,
    codebookVersion: version,
    versions: await countVersions(ctx, { studyId, roundIds, mapping }),
  };
}

function isWanted(row: { name: string; purpose: string }, name: string | undefined): boolean {
  if (row.purpose === "corpus") return false;

  return name === undefined ? row.purpose !== "practice" : row.name === name;
}

function plain({ id, pseudonym, name }: ReportRater): ReportRater {
  return { id, pseudonym, name };
}
