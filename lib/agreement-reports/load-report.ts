import type { z } from "zod";
import { IMPORTED_ADJUDICATOR } from "@/lib/adjudication/settled-adjudications";
import { countTable } from "@/lib/agreement/count-table";
import { evaluateMeasure } from "@/lib/agreement/measure";
import { type PatternRow, type PatternTable, patternTable } from "@/lib/agreement/pattern-table";
import { percentAgreementMeasure } from "@/lib/agreement/percent-agreement";
import { selectRaters } from "@/lib/agreement/select-raters";
import { withReference } from "@/lib/agreement/with-reference";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { notFound, ServiceError } from "@/lib/errors";
import { readCodebook } from "@/lib/studies/read-codebook";
import { loadStudyVersions, mappingOf } from "@/lib/studies/version-mapping";
import { judgeReport } from "./judge-report";
import { countVersions, labelVersions, namesOf } from "./label-versions";
import { loadFlow } from "./load-flow";
import { hasSettled, loadPatterns, preparePatternPass, SETTLED } from "./load-patterns";
import { pairCells, raterMeasures } from "./rater-measures";
import { numericValues, reportSubject } from "./report-subject";
import { ReportInput, type ReportQuery } from "./schema";
import type { AgreementReport, ReportRater, Subject } from "./wire";

/** Judges in full bootstrap; where there are more, all but the chosen one get the instant interval. */
const FULL_JUDGES = 3;
const LONGEST_READ_MS = 120_000;
/** The column of what adjudicators settled here, or an import brought as the rater of this name: none of the raters. */
const ADJUDICATED = IMPORTED_ADJUDICATOR;

/**
 * The agreement report of one question or derived label: people among themselves, and each judge against the named
 * reference, from pattern counts. Only filled, not late labels enter; the flow says what was left out. All counts are
 * of one moment, whoever labels meanwhile.
 */
export async function loadReport(ctx: ServiceContext, input: z.input<typeof ReportInput>): Promise<AgreementReport> {
  const query = ReportInput.parse(input);
  await requireRole(ctx, query.studyId, ["researcher", "adjudicator", "auditor"]);
  const read = await withTransaction(ctx, (_, inside) => readCounts(inside, query), {
    isolationLevel: "RepeatableRead",
    timeout: LONGEST_READ_MS,
  });
  const { subject, rounds, allRounds, raters, settled, judges, loaded, flow } = read;
  if (query.reference === "adjudicated" && !settled) throw noAdjudication();
  const plan = { replicates: query.replicates, seed: query.seed, level: query.level };
  const categories = subject.options.map((option) => option.id);
  const names = raters.map((rater) => rater.pseudonym);
  const columns = settled ? [...names, ADJUDICATED] : names;
  const everyone = humanTable(subject, columns, loaded.humans);
  const humans = settled ? selectRaters(everyone, names) : everyone;
  const pairable = evaluateMeasure(percentAgreementMeasure(countTable(humans)));
  const referenceRater = raters.find((rater) => rater.id === query.referenceRater) ?? null;
  if (query.referenceRater && !referenceRater) throw notFound("This rater");
  const rule = {
    raters: referenceRater ? [referenceRater.pseudonym] : names,
    rule: query.reference === "adjudicated" ? ("majority" as const) : query.reference,
    ...(query.reference === "adjudicated" && !referenceRater && { adjudicated: ADJUDICATED }),
  };
  const quick = judges.length > FULL_JUDGES;
  const values = numericValues(categories);

  return {
    subject,
    rounds,
    allRounds,
    raters,
    codebookVersions: read.codebookVersions,
    codebookVersion: read.codebookVersion,
    versionOnly: query.codebookVersion !== undefined,
    versions: read.counted,
    items: sumOf(loaded.humans, (row) => (given(row, names.length) > 0 ? 1 : 0)),
    labels: sumOf(loaded.humans, (row) => given(row, names.length)),
    adjudicated: settled,
    pairableItems: pairable.items,
    flow,
    measures: raterMeasures(humans, subject.scale, plan),
    pairs: pairCells(humans, plan),
    distribution: names.map((rater, place) => ({
      rater,
      counts: countsOf(loaded.humans, place, humans.categories.length),
    })),
    reference: {
      rule: referenceRater ? "rater" : query.reference,
      rater: referenceRater,
      provenance: withReference(everyone, rule).provenance,
    },
    judges: loaded.judges.flatMap(({ judgeId, rows }) => {
      const judge = judges.find((entry) => entry.id === judgeId);
      if (!judge) return [];
      const column = `judge ${judge.pseudonym}`;
      const table = patternTable({ categories, ...(values && { values }), raters: [...columns, column], rows });
      const referenced = withReference(table, { ...rule, name: "the reference" });
      const full = !quick || judgeId === query.judgeId;
      const { reference, provenance } = referenced;
      const { judgeOnly: abstain, scale } = subject;
      const report = judgeReport(
        { table: referenced.table, judge: column, humans: names, reference, abstain, scale },
        full ? plan : { ...plan, quick: true },
      );

      return [{ ...judge, provenance, report }];
    }),
    plan,
  };
}

async function readCounts(ctx: ServiceContext, query: ReportQuery) {
  const { studyId } = query;
  await preparePatternPass(ctx);
  const only = query.codebookVersion !== undefined;
  const { codebook, version } = await readCodebook(ctx, { studyId, ...(only && { version: query.codebookVersion }) });
  const { subject, abstainSource } = reportSubject(codebook, query.question);
  const allRounds = await readRounds(ctx, studyId);
  const rounds = query.roundId
    ? allRounds.filter((round) => round.id === query.roundId)
    : allRounds.filter((round) => round.purpose !== "practice");
  if (query.roundId && rounds.length === 0) throw notFound("This round");
  const roundIds = rounds.map((round) => round.id);
  const study = await loadStudyVersions(ctx, studyId, version);
  const mapping = mappingOf(study, subject.id);
  const names = namesOf(mapping.rows, subject.id);
  const { people: raters, judges, codebookVersions } = await readLabellers(ctx, query, names, roundIds);
  const versions = labelVersions(study, subject.id, abstainSource, only);
  const scope = { studyId, question: subject.id, roundIds, versions };
  const settled = await hasSettled(ctx, scope);
  const loaded = await loadPatterns(ctx, {
    ...scope,
    categories: subject.options.map((option) => option.id),
    raterIds: [...raters.map((rater) => rater.id), ...(settled ? [SETTLED] : [])],
    judgeIds: judges.map((judge) => judge.id),
    abstainSource,
    blindOnly: query.blindOnly,
    settled,
  });
  const flow = await loadFlow(ctx, studyId, roundIds, names);
  const counted = await countVersions(ctx, { studyId, roundIds, mapping });

  return {
    ...{ subject, rounds, allRounds, raters, settled, judges, loaded, flow },
    ...{ codebookVersion: version, codebookVersions, counted },
  };
}

/** People's patterns; judge-only options stand last, so their indexes are those of the shorter list. */
function humanTable(subject: Subject, raters: string[], rows: readonly PatternRow[]): PatternTable {
  const categories = subject.options.map((option) => option.id).filter((id) => !subject.judgeOnly.includes(id));
  const values = numericValues(categories);

  return patternTable({ categories, ...(values && { values }), raters, rows });
}

/** Labels that the first `raters` columns gave. */
function given(row: PatternRow, raters: number): number {
  return row.labels.slice(0, raters).filter((label) => label !== null).length;
}

function noAdjudication(): ServiceError {
  return new ServiceError(
    "bad_input",
    "This question has no adjudicated labels. Adjudicate it, or import them as the labels of a rater named adjudicated.",
  );
}

function sumOf(rows: readonly PatternRow[], each: (row: PatternRow) => number): number {
  return rows.reduce((sum, row) => sum + (row.items ?? 1) * each(row), 0);
}

function countsOf(rows: readonly PatternRow[], place: number, categories: number): number[] {
  const counts = new Array<number>(categories).fill(0);
  for (const row of rows) {
    const label = row.labels[place];
    if (label !== null && label !== undefined) counts[label] = (counts[label] ?? 0) + (row.items ?? 1);
  }

  return counts;
}

async function readRounds(ctx: ServiceContext, studyId: string) {
  return database(ctx).round.findMany({
    where: { studyId, purpose: { not: "corpus" } },
    orderBy: [{ ordinal: "asc" }, { createdAt: "asc" }],
    select: { id: true, name: true, purpose: true },
  });
}

/**
 * Who answered this question: people in these rounds (and, where only blind labels or one codebook version count, by
 * such a label), judges anywhere; and under which codebook versions people did.
 */
async function readLabellers(ctx: ServiceContext, query: ReportQuery, questions: string[], roundIds: string[]) {
  const { studyId, blindOnly, codebookVersion = null } = query;
  const rows = await database(ctx).$queryRaw<
    (ReportRater & { kind: "human" | "judge"; used: boolean; versions: number[] })[]
  >`
    SELECT r.id, r.pseudonym, r.name, r.kind::text, array_agg(DISTINCT l."codebookVersion") AS versions,
      bool_or((NOT ${blindOnly} OR l.origin = 'studio') AND (${codebookVersion}::int IS NULL OR l."codebookVersion" = ${codebookVersion}::int)) AS used
    FROM "Rater" r JOIN "Label" l ON l."studyId" = r."studyId" AND l."raterId" = r.id AND l.question = ANY(${questions}::text[]) AND NOT l.extra
    WHERE r."studyId" = ${studyId}::uuid
      AND (r.kind = 'judge' OR (l."roundId" = ANY(${roundIds}::uuid[]) AND r.name IS DISTINCT FROM ${ADJUDICATED}))
    GROUP BY 1, 2, 3, 4 ORDER BY 4, 2`;
  const people = rows.filter((row) => row.kind === "human");
  const plain = ({ id, pseudonym, name }: ReportRater) => ({ id, pseudonym, name });

  return {
    people: people.filter((row) => row.used).map(plain),
    judges: rows.filter((row) => row.kind === "judge").map(plain),
    codebookVersions: [...new Set(people.flatMap((row) => row.versions))].toSorted((a, b) => a - b),
  };
}
