import type { Codebook, CodebookQuestion } from "@/lib/codebooks/schema";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { notFound } from "@/lib/errors";
import type { StudyVersions } from "@/lib/studies/version-mapping";
import { isAsked, type Renames, renamesOf } from "./in-version";
import { forPrisma, IMPORTED_ADJUDICATOR } from "./settled-adjudications";

/** A question that people answer, with the options that they have. */
export type Adjudicable = Pick<CodebookQuestion, "id" | "title" | "scale"> & { options: string[] };

export function adjudicableQuestions(codebook: Codebook): Adjudicable[] {
  return codebook.questions.flatMap(({ id, title, scale, options }) => {
    const asked = options.filter((option) => option.askedOf !== "judge").map((option) => option.id);

    return asked.length > 0 ? [{ id, title, scale, options: asked }] : [];
  });
}

export type NamedRound = { id: string; name: string };

/** The rounds whose answers are adjudicated: all but practice and the judges' own, in the study's order. */
export async function adjudicableRounds(ctx: ServiceContext, studyId: string): Promise<NamedRound[]> {
  return database(ctx).round.findMany({
    where: { studyId, purpose: { notIn: ["corpus", "practice"] } },
    orderBy: [{ ordinal: "asc" }, { createdAt: "asc" }],
    select: { id: true, name: true },
  });
}

/** One of a list by its id, or all where none is named. */
export function chosen<T extends { id: string }>(all: readonly T[], id: string | undefined, what: string): T[] {
  if (id === undefined) return [...all];
  const found = all.filter((entry) => entry.id === id);
  if (found.length === 0) throw notFound(what);

  return found;
}

/** Labels `l` of people `r` that count: of filled places, not late; imported decisions are no answers. */
export function countedPeople(): Sql {
  return sql`r.kind = 'human' AND NOT l.extra AND r.name IS DISTINCT FROM ${IMPORTED_ADJUDICATOR}::text
    AND NOT EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = l."studyId" AND s."roundId" = l."roundId"
      AND s."itemId" = l."itemId" AND s."raterId" = l."raterId" AND s.state <> 'filled')`;
}

/**
 * The hash of what everyone answers to a question now, as an expression over a row `a` that names studyId, roundId,
 * itemId, unit and question. A later, changed or withdrawn answer gives another one.
 */
export function currentBasis(renames: Renames): Sql {
  return sql`(SELECT encode(sha256(convert_to(coalesce(string_agg(
        concat_ws('=', b."raterId", b."roundId", b.value, b.extra), ',' ORDER BY b."raterId", b."roundId"), ''), 'UTF8')), 'hex')
      FROM "Label" b JOIN "Rater" t ON t."studyId" = b."studyId" AND t.id = b."raterId"
      WHERE b."studyId" = a."studyId" AND b."itemId" = a."itemId" AND b.unit = a.unit
        AND ${isAsked(sql`b.question`, sql`a.question`, renames)}
        AND (b."roundId" = a."roundId" OR t.kind = 'judge'))`;
}

/** One question on one item in one round. */
export type EntryKey = { studyId: string; roundId: string; itemId: string; unit: string; question: string };

/** The hash of the answers as they are now. */
export async function readBasis(
  ctx: ServiceContext,
  { studyId, roundId, itemId, unit, question }: EntryKey,
  study: StudyVersions,
): Promise<string> {
  const [row] = await database(ctx).$queryRaw<{ basis: string }[]>(
    forPrisma(sql`SELECT ${currentBasis(renamesOf(study, [question]))} AS basis FROM (SELECT ${studyId}::uuid AS "studyId", ${roundId}::uuid AS "roundId",
      ${itemId}::uuid AS "itemId", ${unit}::text AS unit, ${question}::text AS question) a`),
  );

  return row?.basis ?? "";
}
