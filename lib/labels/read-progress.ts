import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { StudyScope } from "./schema";

export type RaterProgress = {
  pseudonym: string;
  done: number;
  skipped: number;
  leased: number;
  /** Kept for this rater and not begun. */
  reserved: number;
  /** Answered late, beside k. */
  extra: number;
  medianMs: number | null;
  lastAt: string | null;
};

export type StudyProgress = {
  /** done + skipped + leased + open = total, of all rounds. */
  done: number;
  skipped: number;
  leased: number;
  open: number;
  total: number;
  raters: RaterProgress[];
};

type Row = Omit<RaterProgress, "lastAt"> & { lastAt: Date | null };

/** Who has done what. Raters are not ranked: they come in the order of their pseudonyms. */
export async function readProgress(ctx: ServiceContext, input: unknown): Promise<StudyProgress> {
  const { studyId } = StudyScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const [totals] = await database(ctx).$queryRaw<Omit<StudyProgress, "raters">[]>`
    SELECT count(*) FILTER (WHERE "state" = 'filled')::int AS "done",
      count(*) FILTER (WHERE "state" = 'skipped')::int AS "skipped",
      count(*) FILTER (WHERE "state" = 'leased')::int AS "leased",
      count(*) FILTER (WHERE "state" = 'open')::int AS "open",
      count(*) FILTER (WHERE "state" <> 'closed')::int AS "total"
    FROM "Slot" WHERE "studyId" = ${studyId}::uuid`;
  const raters = await database(ctx).$queryRaw<Row[]>`
    SELECT r."pseudonym", s."done", s."skipped", s."leased", v."reserved", l."extra", t."medianMs", l."lastAt"
    FROM "Rater" r
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE "state" = 'filled')::int AS "done",
        count(*) FILTER (WHERE "state" = 'skipped')::int AS "skipped",
        count(*) FILTER (WHERE "state" = 'leased')::int AS "leased"
      FROM "Slot" WHERE "studyId" = r."studyId" AND "raterId" = r."id") s
    CROSS JOIN LATERAL (SELECT count(*)::int AS "reserved" FROM "Slot"
      WHERE "studyId" = r."studyId" AND "reservedFor" = r."id" AND "state" = 'open') v
    CROSS JOIN LATERAL (SELECT count(DISTINCT ("roundId", "itemId")) FILTER (WHERE "extra")::int AS "extra",
        max("at") AS "lastAt"
      FROM "Label" WHERE "studyId" = r."studyId" AND "raterId" = r."id") l
    CROSS JOIN LATERAL (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY "ms") AS "medianMs" FROM (
        SELECT max("elapsedMs") AS "ms" FROM "Label" WHERE "studyId" = r."studyId" AND "raterId" = r."id"
          AND NOT "derived" AND "question" NOT LIKE '\\_%' GROUP BY "roundId", "itemId") times) t
    WHERE r."studyId" = ${studyId}::uuid AND r."kind" = 'human' AND r."userId" IS NOT NULL
    ORDER BY r."pseudonym"`;
  const none = { done: 0, skipped: 0, leased: 0, open: 0, total: 0 };

  return {
    ...none,
    ...totals,
    raters: raters.map((row) => ({ ...row, lastAt: row.lastAt?.toISOString() ?? null })),
  };
}
