import { forPrisma, settledByRound } from "@/lib/adjudication/settled-adjudications";
import type { PatternRow } from "@/lib/agreement/pattern-table";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { categoryTable, inCategory, type LabelVersions, namesOf, ownLabels } from "./label-versions";
import { decodePattern, patternPowers } from "./pattern-key";
import type { AbstainSource } from "./report-subject";

export type LabelScope = {
  studyId: string;
  question: string;
  roundIds: string[];
  /** Declared option ids, in order; a label's category is its place here. */
  categories: string[];
  raterIds: string[];
  judgeIds: string[];
  /** Of a derived label: the question, and the answers to it, by which a judge says that it is unsure. */
  abstainSource: AbstainSource | null;
  blindOnly: boolean;
  /** How labels of other codebook versions read; null where every label means what it says. */
  versions: LabelVersions;
  /** Whether SETTLED is among `raterIds`: what adjudicators settled, as the column of one more rater. */
  settled?: boolean;
};

/** Stands for the adjudicators among the raters' ids. */
export const SETTLED = "00000000-0000-0000-0000-000000000000";

export type JudgePatterns = { judgeId: string; rows: PatternRow[] };
export type LoadedPatterns = { humans: PatternRow[]; judges: JudgePatterns[] };

const { sql, empty } = Prisma;

/**
 * Groups the items by what their raters said and counts each pattern, in the database: what comes back depends on how
 * many patterns there are, not on how many items. For each judge the patterns are split by the judge's own answer, which
 * is the last label of a row (null where it gave none).
 */
export async function loadPatterns(ctx: ServiceContext, scope: LabelScope): Promise<LoadedPatterns> {
  const people = peoplePatterns(scope);
  const found = await database(ctx).$queryRaw<{ key: string; n: number }[]>`
    WITH ${people} SELECT h.key::text, count(*)::int AS n FROM h GROUP BY h.key`;
  const decoded = new Map(
    found.map(({ key }) => [key, decodePattern(key, scope.raterIds.length, scope.categories.length)]),
  );
  const labelsOf = (key: string) => decoded.get(key) ?? [];
  const humans = found.map(({ key, n }) => ({ labels: labelsOf(key), items: n }));
  if (scope.judgeIds.length === 0) return { humans, judges: [] };
  const answered = await database(ctx).$queryRaw<{ judgeId: string; key: string; code: number; n: number }[]>`
    WITH ${people}, j AS (${judgeLabels(scope)})
    SELECT l."raterId" AS "judgeId", h.key::text, c.code, count(*)::int AS n
    FROM j l JOIN category c ON ${inCategory(scope.versions)} JOIN h ON h."itemId" = l."itemId" AND h.unit = l.unit
    GROUP BY 1, 2, 3`;
  const ofJudge = new Map(scope.judgeIds.map((judgeId) => [judgeId, [] as typeof answered]));
  for (const row of answered) ofJudge.get(row.judgeId)?.push(row);
  const total = new Map(found.map(({ key, n }) => [key, n]));

  return {
    humans,
    judges: scope.judgeIds.map((judgeId) => {
      const left = new Map(total);
      const rows: PatternRow[] = [];
      for (const { key, code, n } of ofJudge.get(judgeId) ?? []) {
        left.set(key, (left.get(key) ?? 0) - n);
        rows.push({ labels: [...labelsOf(key), code - 1], items: n });
      }
      for (const [key, n] of left) if (n > 0) rows.push({ labels: [...labelsOf(key), null], items: n });

      return { judgeId, rows };
    }),
  };
}

/** For the transaction around it: right after an import the planner knows no counts, and would join judges and items row by row. */
export async function preparePatternPass(ctx: ServiceContext): Promise<void> {
  await database(ctx).$queryRaw`SELECT set_config('enable_nestloop', 'off', true)`;
}

/** One row an item and judge: its label, or that it was unsure about what the label is derived from. */
function judgeLabels(scope: LabelScope): Prisma.Sql {
  const { studyId, question, judgeIds, abstainSource, versions } = scope;
  const judged = sql`l."studyId" = ${studyId}::uuid AND l."raterId" = ANY(${judgeIds}::uuid[])`;
  const columns = sql`l."raterId", l."itemId", l.unit, l.question, l."codebookVersion", l.value`;
  const own = sql`SELECT ${columns} FROM (${ownLabels(scope, judged)}) l`;
  if (!abstainSource) return own;
  const silent = versions?.abstain?.rows.filter((row) => row.to !== null && abstainSource.values.includes(row.to));
  const said = silent ? [...new Set(silent.map((row) => row.from))] : abstainSource.values;

  return sql`${own} UNION ALL
    SELECT ${columns} FROM "Label" l
    WHERE ${judged} AND l.question = ANY(${namesOf(silent ?? [], abstainSource.question)}::text[]) AND l.value = ANY(${said}::text[])
      AND NOT EXISTS (SELECT 1 FROM "Label" d WHERE d."studyId" = l."studyId" AND d."roundId" = l."roundId"
        AND d."itemId" = l."itemId" AND d.unit = l.unit AND d."raterId" = l."raterId"
        AND d.question = ANY(${namesOf(versions?.own.rows ?? [], question)}::text[]))`;
}

/** CTEs rater, category and h: one row an item (a unit, a round) with the key of its pattern. */
function peoplePatterns(scope: LabelScope): Prisma.Sql {
  const { studyId, roundIds, categories, raterIds, blindOnly, versions } = scope;
  const powers = patternPowers(raterIds.length, categories.length);
  // Beyond 2^62 the sum would overflow: a text key says the same, at the cost of a sort in each group.
  const key = powers
    ? sql`sum(c.code * r.power)::bigint`
    : sql`string_agg(r.place || ':' || c.code, ',' ORDER BY r.place)`;
  const placed = powers
    ? sql`unnest(${raterIds}::uuid[], ${powers}::bigint[]) AS t(id, power)`
    : sql`unnest(${raterIds}::uuid[], ${raterIds.map((_, index) => index)}::int[]) AS t(id, place)`;
  const blind = blindOnly ? sql`AND l.origin = 'studio'` : empty;
  const counting = sql`l."studyId" = ${studyId}::uuid AND l."roundId" = ANY(${roundIds}::uuid[]) AND NOT l.extra ${blind}`;

  return sql`rater AS (SELECT * FROM ${placed}),
    category AS (${categoryTable(scope)}),
    h AS (SELECT l."itemId", l.unit, l."roundId", ${key} AS key
      FROM (SELECT l."itemId", l.unit, l."roundId", l."raterId", l.question, l."codebookVersion", l.value
        FROM (${ownLabels(scope, counting)}) l
        WHERE NOT EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = l."studyId" AND s."roundId" = l."roundId"
            AND s."itemId" = l."itemId" AND s."raterId" = l."raterId" AND s.state <> 'filled')
        ${scope.settled ? settledLabels(scope) : empty}) l
      JOIN rater r ON r.id = l."raterId" JOIN category c ON ${inCategory(versions)} GROUP BY 1, 2, 3)`;
}

function settledLabels(scope: LabelScope): Prisma.Sql {
  const { question, versions } = scope;
  const target = versions?.own.target ?? 0;

  return sql`UNION ALL SELECT d."itemId", d.unit, d."roundId", ${SETTLED}::uuid, ${question}, ${target}::int, d.value
    FROM (${forPrisma(settledByRound(settledScope(scope)))}) d WHERE d.value IS NOT NULL`;
}

/** Decisions read in the reported version as labels do. */
function settledScope({
  studyId,
  question,
  roundIds,
  versions,
}: Pick<LabelScope, "studyId" | "question" | "roundIds" | "versions">) {
  return { studyId, question, roundIds, ...(versions && { mapping: versions.own }) };
}

/** Whether adjudicators settled anything of this question in these rounds. */
export async function hasSettled(
  ctx: ServiceContext,
  scope: Pick<LabelScope, "studyId" | "question" | "roundIds" | "versions">,
): Promise<boolean> {
  const [row] = await database(ctx).$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM (${forPrisma(settledByRound(settledScope(scope)))}) d WHERE d.value IS NOT NULL) AS found`;

  return row?.found ?? false;
}
