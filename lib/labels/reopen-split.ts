import type { Transaction } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { SplitAnswer } from "./asked-again";

const { sql, empty } = Prisma;

/** Who is asked again. `elsewhere`: such answers that nobody is asked for again, by why. */
export type AskedAgain = {
  items: number;
  raters: number;
  slots: number;
  elsewhere: { closedRound: number; raterGone: number; imported: number };
};

/** What `reopenSplit` would do now, and the answers (of items and raters) that it would leave. */
export async function countSplit(tx: Transaction, studyId: string, answers: SplitAnswer[]): Promise<AskedAgain> {
  const [row] = await tx.$queryRaw<
    { items: number; raters: number; slots: number; closedRound: number; raterGone: number; imported: number }[]
  >`
    WITH said AS (
      SELECT DISTINCT l."roundId", l."itemId", l."raterId", l.origin FROM "Label" l
      JOIN ${relation(answers)} ON x.question = l.question AND x.version = l."codebookVersion" AND x.value = l.value
      JOIN "Rater" p ON p."studyId" = l."studyId" AND p.id = l."raterId" AND p.kind = 'human'
      WHERE l."studyId" = ${studyId}::uuid AND NOT l.derived AND NOT l.extra
    ), known AS (
      SELECT d.*, s.id AS slot, ${rounds} AS asks, (${rates(studyId, sql`d."raterId"`)}) AS rates
      FROM said d JOIN "Round" r ON r."studyId" = ${studyId}::uuid AND r.id = d."roundId"
      LEFT JOIN "Slot" s ON s."studyId" = ${studyId}::uuid AND s."roundId" = d."roundId" AND s."itemId" = d."itemId"
        AND s."raterId" = d."raterId" AND s.state = 'filled'
    )
    SELECT count(DISTINCT "itemId") FILTER (WHERE slot IS NOT NULL AND asks AND rates)::int AS items,
      count(DISTINCT "raterId") FILTER (WHERE slot IS NOT NULL AND asks AND rates)::int AS raters,
      count(slot) FILTER (WHERE asks AND rates)::int AS slots,
      count(*) FILTER (WHERE slot IS NOT NULL AND NOT asks)::int AS "closedRound",
      count(*) FILTER (WHERE slot IS NOT NULL AND asks AND NOT rates)::int AS "raterGone",
      count(*) FILTER (WHERE slot IS NULL AND origin = 'imported')::int AS imported
    FROM known`;
  const { closedRound = 0, raterGone = 0, imported = 0, items = 0, raters = 0, slots = 0 } = row ?? {};

  return { items, raters, slots, elsewhere: { closedRound, raterGone, imported } };
}

/**
 * Slots whose rater gave an answer that is several options now go back to that rater alone: open, reserved for them, and
 * still theirs, so that a late answer finds its slot. Their labels stay as they are. `slotId`: that slot only.
 */
export async function reopenSplit(
  tx: Transaction,
  studyId: string,
  answers: SplitAnswer[],
  slotId?: string,
): Promise<number> {
  if (answers.length === 0) return 0;
  const only = slotId === undefined ? empty : sql`AND s.id = ${slotId}::uuid`;

  return tx.$executeRaw`
    UPDATE "Slot" s SET state = 'open', "reservedFor" = s."raterId", "leasedUntil" = NULL, "filledAt" = NULL
    FROM "Round" r
    WHERE s."studyId" = ${studyId}::uuid AND s.state = 'filled' ${only}
      AND r."studyId" = s."studyId" AND r.id = s."roundId" AND ${rounds} AND ${rates(studyId, sql`s."raterId"`)}
      AND (s."roundId", s."itemId", s."raterId") IN (
        SELECT l."roundId", l."itemId", l."raterId" FROM "Label" l
        JOIN ${relation(answers)} ON x.question = l.question AND x.version = l."codebookVersion" AND x.value = l.value
        WHERE l."studyId" = ${studyId}::uuid AND NOT l.derived AND NOT l.extra AND l.origin = 'studio')`;
}

/**
 * Until the end of the transaction nobody records an answer: those under way are seen by what follows, later ones see
 * the new version. Without it an answer to a split option could slip in between.
 */
export async function holdSlots(tx: Transaction): Promise<void> {
  await tx.$executeRaw`LOCK TABLE "Slot" IN SHARE ROW EXCLUSIVE MODE`;
}

/** Practice is past and counts nowhere. */
const rounds = sql`(r."closedAt" IS NULL AND r.purpose NOT IN ('practice', 'corpus'))`;

function rates(studyId: string, raterId: Prisma.Sql): Prisma.Sql {
  return sql`EXISTS (SELECT 1 FROM "Rater" q JOIN "Membership" m ON m."studyId" = q."studyId" AND m."userId" = q."userId"
    WHERE q."studyId" = ${studyId}::uuid AND q.id = ${raterId} AND m.role = 'rater')`;
}

function relation(answers: SplitAnswer[]): Prisma.Sql {
  const questions = answers.map((answer) => answer.question);
  const versions = answers.map((answer) => answer.version);
  const values = answers.map((answer) => answer.value);

  return sql`unnest(${questions}::text[], ${versions}::int[], ${values}::text[]) AS x(question, version, value)`;
}
