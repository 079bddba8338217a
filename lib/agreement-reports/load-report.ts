import type { z } from "zod";
import { countTable } from "@/lib/agreement/count-table";
import { evaluateMeasure } from "@/lib/agreement/measure";
import { patternTable } from "@/lib/agreement/pattern-table";
import { percentAgreementMeasure } from "@/lib/agreement/percent-agreement";
import { withReference } from "@/lib/agreement/with-reference";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { readCodebook } from "@/lib/studies/read-codebook";
import { judgeReport } from "./judge-report";
import { loadFlow } from "./load-flow";
import { loadPatterns } from "./load-patterns";
import { pairCells, raterMeasures } from "./rater-measures";
import { numericValues, reportSubject } from "./report-subject";
import { ReportInput, type ReportQuery } from "./schema";
import type { AgreementReport, ReportRater } from "./wire";

/** Judges in full bootstrap; where there are more, all but the chosen one get the instant interval. */
const FULL_JUDGES = 3;

/**
 * The agreement report of one question or derived label: people among themselves, and each judge against the named
 * reference, from pattern counts. Only filled, not late labels enter; the flow says what was left out.
 */
export async function loadReport(ctx: ServiceContext, input: z.input<typeof ReportInput>): Promise<AgreementReport> {
  const query = ReportInput.parse(input);
  await requireRole(ctx, query.studyId, ["researcher", "adjudicator", "auditor"]);
  const { codebook } = await readCodebook(ctx, { studyId: query.studyId });
  const subject = reportSubject(codebook, query.question);
  const allRounds = await readRounds(ctx, query.studyId);
  const rounds = query.roundId
    ? allRounds.filter((round) => round.id === query.roundId)
    : allRounds.filter((round) => round.purpose !== "practice");
  if (query.roundId && rounds.length === 0) throw notFound("This round");
  const roundIds = rounds.map((round) => round.id);
  const { raters, judges, versions } = await readLabellers(ctx, query, subject.id, roundIds);
  const plan = { replicates: query.replicates, seed: query.seed, level: query.level };
  const categories = subject.options.map((option) => option.id);
  const humanCategories = categories.filter((category) => !subject.judgeOnly.includes(category));
  const scope = { categories, raterIds: raters.map((rater) => rater.id), judgeIds: judges.map((judge) => judge.id) };
  const loaded = await loadPatterns(ctx, {
    studyId: query.studyId,
    question: subject.id,
    roundIds,
    ...scope,
    blindOnly: query.blindOnly,
    codebookVersion: query.codebookVersion,
  });
  const names = raters.map((rater) => rater.pseudonym);
  const values = numericValues(humanCategories);
  const humans = patternTable({
    categories: humanCategories,
    ...(values && { values }),
    raters: names,
    rows: loaded.humans,
  });
  const pairable = evaluateMeasure(percentAgreementMeasure(countTable(humans)));
  const referenceRater = raters.find((rater) => rater.id === query.referenceRater) ?? null;
  if (query.referenceRater && !referenceRater) throw notFound("This rater");
  const chosen = referenceRater ? [referenceRater.pseudonym] : names;
  const rule = { raters: chosen, rule: query.reference };
  const quick = judges.length > FULL_JUDGES;

  return {
    subject,
    rounds,
    allRounds,
    raters,
    codebookVersions: versions,
    items: loaded.humans.reduce((sum, row) => sum + (row.items ?? 1), 0),
    labels: loaded.humans.reduce(
      (sum, row) => sum + (row.items ?? 1) * row.labels.filter((label) => label !== null).length,
      0,
    ),
    pairableItems: pairable.items,
    flow: await loadFlow(ctx, query.studyId, roundIds, subject.id),
    measures: raterMeasures(humans, subject.scale, plan),
    pairs: pairCells(humans, plan),
    distribution: names.map((rater, place) => ({
      rater,
      counts: countsOf(loaded.humans, place, humanCategories.length),
    })),
    reference: {
      rule: referenceRater ? "rater" : query.reference,
      rater: referenceRater,
      provenance: withReference(humans, rule).provenance,
    },
    judges: loaded.judges.flatMap(({ judgeId, rows }) => {
      const judge = judges.find((entry) => entry.id === judgeId);
      if (!judge) return [];
      const all = numericValues(categories);
      const column = `judge ${judge.pseudonym}`;
      const table = patternTable({ categories, ...(all && { values: all }), raters: [...names, column], rows });
      const referenced = withReference(table, { ...rule, name: "the reference" });
      const full = !quick || judgeId === query.judgeId;
      const report = judgeReport(
        {
          table: referenced.table,
          judge: column,
          humans: names,
          reference: referenced.reference,
          abstain: subject.judgeOnly,
          scale: subject.scale,
        },
        { ...plan, quick: !full },
      );

      return [{ ...judge, provenance: referenced.provenance, report }];
    }),
    plan,
  };
}

function countsOf(
  rows: { labels: readonly (number | null)[]; items?: number }[],
  place: number,
  categories: number,
): number[] {
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

/** Who answered this question: people in these rounds, judges anywhere; and under which codebook versions people did. */
async function readLabellers(ctx: ServiceContext, query: ReportQuery, question: string, roundIds: string[]) {
  const rows = await database(ctx).$queryRaw<(ReportRater & { kind: "human" | "judge"; versions: number[] })[]>`
    SELECT r.id, r.pseudonym, r.name, r.kind::text, array_agg(DISTINCT l."codebookVersion") AS versions
    FROM "Rater" r JOIN "Label" l ON l."studyId" = r."studyId" AND l."raterId" = r.id AND l.question = ${question} AND NOT l.extra
    WHERE r."studyId" = ${query.studyId}::uuid AND (r.kind = 'judge' OR l."roundId" = ANY(${roundIds}::uuid[]))
    GROUP BY 1, 2, 3, 4 ORDER BY 4, 2`;
  const people = rows.filter((row) => row.kind === "human");
  const plain = ({ id, pseudonym, name }: ReportRater) => ({ id, pseudonym, name });

  return {
    raters: people.map(plain),
    judges: rows.filter((row) => row.kind === "judge").map(plain),
    versions: [...new Set(people.flatMap((row) => row.versions))].toSorted((a, b) => a - b),
  };
}
