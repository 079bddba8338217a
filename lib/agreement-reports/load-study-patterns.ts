import { z } from "zod";
import { IMPORTED_ADJUDICATOR } from "@/lib/adjudication/settled-adjudications";
import type { PatternRow } from "@/lib/agreement/pattern-table";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { readCodebook } from "@/lib/studies/read-codebook";
import { hasSettled, loadPatterns, SETTLED } from "./load-patterns";
import { reportSubject } from "./report-subject";
import type { ReportRater, Subject } from "./wire";

const Input = z.strictObject({
  studyId: z.uuid(),
  question: z.string().max(60).optional(),
  /** A round's name; all but practice where absent. */
  round: z.string().max(200).optional(),
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
};

/** The same labels that the agreement page reports on, as patterns instead of results: for the command line. */
export async function loadStudyPatterns(ctx: ServiceContext, input: z.input<typeof Input>): Promise<StudyPatterns> {
  const { studyId, question, round } = Input.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const { codebook } = await readCodebook(ctx, { studyId });
  const { subject, abstainSource } = reportSubject(codebook, question);
  const db = database(ctx);
  const all = await db.round.findMany({ where: { studyId }, select: { id: true, name: true, purpose: true } });
  const roundIds = all.filter((row) => isWanted(row, round)).map((row) => row.id);
  if (roundIds.length === 0 && round !== undefined) throw notFound(`The round ${round}`);
  const corpusIds = all.filter((row) => row.purpose === "corpus").map((row) => row.id);
  const found = await db.$queryRaw<(ReportRater & { kind: "human" | "judge" })[]>`
    SELECT DISTINCT r.id, r.pseudonym, r.name, r.kind::text
    FROM "Rater" r JOIN "Label" l ON l."studyId" = r."studyId" AND l."raterId" = r.id
    WHERE r."studyId" = ${studyId}::uuid AND l.question = ${subject.id} AND NOT l.extra
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
    codebookVersion: undefined,
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
  };
}

function isWanted(row: { name: string; purpose: string }, name: string | undefined): boolean {
  if (row.purpose === "corpus") return false;

  return name === undefined ? row.purpose !== "practice" : row.name === name;
}

function plain({ id, pseudonym, name }: ReportRater): ReportRater {
  return { id, pseudonym, name };
}
