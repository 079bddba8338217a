import type { z } from "zod";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { withTransaction } from "@/lib/db/transaction";
import { readCodebook } from "@/lib/studies/read-codebook";
import { loadStudyVersions, mappingOf, type StudyVersions } from "@/lib/studies/version-mapping";
import { isAsked, type Renames, renamesOf } from "./in-version";
import {
  type Adjudicable,
  adjudicableQuestions,
  adjudicableRounds,
  chosen,
  countedPeople,
  currentBasis,
} from "./internal";
import {
  type Cursor,
  categoryCodes,
  type Entry,
  type Pattern,
  place,
  type Ranked,
  rank,
  readCursor,
  writeCursor,
} from "./rank-patterns";
import { QueueInput, type QueueQuery } from "./schema";
import { forPrisma } from "./settled-adjudications";
import { QUEUE_FILTERS, type QueueFilter, type QueuePage, type QueueRow } from "./wire";

const LONGEST_READ_MS = 60_000;

/**
 * What is in dispute, by what deciding it is worth. PostgreSQL groups entries (a question on an item in a round) by what
 * was said and gives each group's first entries; only groups are scored and ranked here, whatever the number of items.
 * Keyset pages: by worth, within one group by item.
 */
export async function listAdjudications(ctx: ServiceContext, input: z.input<typeof QueueInput>): Promise<QueuePage> {
  const query = QueueInput.parse(input);
  await requireRole(ctx, query.studyId, ["researcher", "adjudicator"]);
  const { codebook } = await readCodebook(ctx, { studyId: query.studyId });
  const questions = adjudicableQuestions(codebook);
  const asked = chosen(questions, query.question, "This question");
  const rounds = await adjudicableRounds(ctx, query.studyId);
  const roundIds = chosen(rounds, query.roundId, "This round").map((round) => round.id);
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const study = await loadStudyVersions(ctx, query.studyId);
  const scope = { query, asked, roundIds, study };
  const patterns = await withTransaction(ctx, (_, inside) => readPatterns(inside, scope, cursor), {
    timeout: LONGEST_READ_MS,
  });
  const ranked = rank(patterns, asked);
  const from = cursor ? place(ranked, cursor, asked) : 0;
  const found = ranked.slice(from).flatMap((pattern) => (pattern.entries ?? []).map((entry) => ({ pattern, entry })));
  const shown = found.slice(0, query.take);
  const last = shown.at(-1);
  const keys = await readKeys(
    ctx,
    query.studyId,
    shown.map(({ entry }) => entry[0]),
  );

  return {
    rows: shown.map(({ pattern, entry }) => toRow(pattern, entry, keys.get(entry[0]) ?? "")),
    nextCursor: found.length > query.take && last ? writeCursor(last.pattern, last.entry) : null,
    counts: countAll(ranked),
    answered: ranked.reduce((total, pattern) => total + pattern.n, 0),
    questions: questions.map(({ id, title }) => ({ id, title })),
    rounds,
  };
}

type Scope = { query: QueueQuery; asked: readonly Adjudicable[]; roundIds: readonly string[]; study: StudyVersions };

/** Answers of all codebook versions as the newest reads them: the categories say what each counts as. */
async function readPatterns(ctx: ServiceContext, scope: Scope, cursor: Cursor | null): Promise<Pattern[]> {
  const { asked, roundIds, study } = scope;
  const { studyId, filter, take } = scope.query;
  const me = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const questions = asked.map((question) => question.id);
  const renames = renamesOf(study, questions);
  const names = [...questions, ...renames.map((one) => one.name)];
  const codes = categoryCodes(
    asked,
    questions.map((question) => mappingOf(study, question)),
  );
  const inQuestions = sql`l."studyId" = ${studyId}::uuid AND l.question = ANY(${names}::text[]) ${newestName(renames)}`;
  const after = cursor
    ? sql`AND (ARRAY[p.question, p.said::text, coalesce(j.said, 0)::text] <> ${cursor.sign}::text[] OR (p."itemId", p."roundId", p.unit)
        > (${cursor.after[0]}::uuid, ${cursor.after[1]}::uuid, ${cursor.after[2]}::text))`
    : sql``;
  // Right after an import the planner knows no counts, and would join judges and items row by row.
  await database(ctx).$queryRaw`SELECT set_config('enable_nestloop', 'off', true)`;

  return database(ctx).$queryRaw<Pattern[]>(
    forPrisma(sql`
    WITH category AS (SELECT * FROM unnest(${codes.questions}::text[], ${codes.asked}::text[], ${codes.versions}::int[],
        ${codes.values}::text[], ${codes.powers}::numeric[]) c(question, asked, version, value, power)
    ), people AS (
      SELECT l."roundId", l."itemId", l.unit, c.question, sum(c.power) AS said, min(c.power) AS low, max(c.power) AS high
      FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
      JOIN category c ON c.asked = l.question AND c.version = l."codebookVersion" AND c.value = l.value
      WHERE ${inQuestions} AND l."roundId" = ANY(${roundIds}::uuid[]) AND ${countedPeople()} GROUP BY 1, 2, 3, 4
    ), judges AS (
      SELECT l."itemId", l.unit, c.question, sum(c.power) AS said, min(c.power) AS low, max(c.power) AS high
      FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
      JOIN category c ON c.asked = l.question AND c.version = l."codebookVersion" AND c.value = l.value
      WHERE ${inQuestions} AND r.kind = 'judge' AND NOT l.extra GROUP BY 1, 2, 3
    ), decided AS (
      SELECT g.*, g.differ AND NOT g.settling AS open, NOT g.basis = ANY(g.hashes) AS stale
      FROM (SELECT a.*, ${currentBasis(renames)} AS basis FROM (
        SELECT x."studyId", x."roundId", x."itemId", x.unit, c.question, count(*)::int AS n,
          count(DISTINCT c.power) > 1 AS differ, bool_or(x.settles) AS settling,
          coalesce(bool_or(x."userId" = ${me}::uuid), false) AS mine, array_agg(x."basisHash") AS hashes
        FROM "Adjudication" x
        JOIN category c ON c.asked = x.question AND c.version = x."codebookVersion" AND c.value = x.value
        WHERE x."studyId" = ${studyId}::uuid AND x.question = ANY(${names}::text[])
          AND x."roundId" = ANY(${roundIds}::uuid[]) GROUP BY 1, 2, 3, 4, 5) a) g
    )
    SELECT p.question, p.said::text AS people, coalesce(j.said, 0)::text AS judges, count(*)::int AS n,
      count(*) FILTER (WHERE d.n IS NULL)::int AS undecided, count(*) FILTER (WHERE d.n = 1 AND NOT d.mine)::int AS second,
      count(*) FILTER (WHERE d.open)::int AS differ, count(*) FILTER (WHERE d.stale)::int AS stale, count(d.n)::int AS decided,
      (array_agg(jsonb_build_array(p."itemId", p."roundId", p.unit, coalesce(d.n, 0), coalesce(d.mine, false),
          coalesce(d.differ, false), coalesce(d.n > 0 AND NOT d.open, false), coalesce(d.stale, false))
        ORDER BY p."itemId", p."roundId", p.unit) FILTER (WHERE ${wanted(filter)} ${after}))[1:${take + 1}::int] AS entries
    FROM people p LEFT JOIN judges j ON j."itemId" = p."itemId" AND j.unit = p.unit AND j.question = p.question
    LEFT JOIN decided d ON d."itemId" = p."itemId" AND d."roundId" = p."roundId" AND d.unit = p.unit AND d.question = p.question
    GROUP BY p.question, p.said, coalesce(j.said, 0)`),
  );
}

/** A rater who answered under two ids of a question counts once, with the newer answer. */
function newestName(renames: Renames): Sql {
  if (renames.length === 0) return sql``;

  return sql`AND NOT EXISTS (SELECT 1 FROM "Label" n WHERE n."studyId" = l."studyId" AND n."roundId" = l."roundId"
    AND n."itemId" = l."itemId" AND n.unit = l.unit AND n."raterId" = l."raterId"
    AND n."codebookVersion" > l."codebookVersion" AND ${isAsked(sql`l.question`, sql`n.question`, renames)}
    AND n.question <> l.question)`;
}

function wanted(filter: QueueFilter): Sql {
  switch (filter) {
    case "undecided":
      return sql`d.n IS NULL AND (p.low <> p.high OR j.low <> p.low OR j.high <> p.low)`;
    case "second":
      return sql`d.n = 1 AND NOT d.mine`;
    case "differ":
      return sql`d.open`;
    case "stale":
      return sql`d.stale`;
    case "decided":
      return sql`d.n > 0`;
  }
}

function countAll(ranked: readonly Ranked[]): Record<QueueFilter, number> {
  const counts = QUEUE_FILTERS.map(
    (filter) => [filter, ranked.reduce((total, pattern) => total + pattern[filter], 0)] as const,
  );

  return Object.fromEntries(counts) as Record<QueueFilter, number>;
}

function toRow(pattern: Ranked, entry: Entry, key: string): QueueRow {
  const [itemId, roundId, unit, decisions, mine, differ, settled, stale] = entry;
  const { people, judges } = pattern.said;
  const answers = new Map<string, number>();
  for (const value of [...people, ...judges]) answers.set(value, (answers.get(value) ?? 0) + 1);
  const state = { decisions, mine, differ, settled, stale };
  const { question, worth } = pattern;

  return {
    itemId,
    roundId,
    unit,
    key,
    question,
    ...state,
    worth,
    answers: [...answers].map(([value, n]) => ({ value, n })),
  };
}

async function readKeys(ctx: ServiceContext, studyId: string, itemIds: string[]): Promise<Map<string, string>> {
  const items = await database(ctx).item.findMany({
    where: { studyId, id: { in: itemIds } },
    select: { id: true, key: true },
  });

  return new Map(items.map((item) => [item.id, item.key]));
}
