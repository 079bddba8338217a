import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import type { ClaimAnswer } from "./wire";

/** Beyond this many the rest is not counted: a rater sees "1000 and more". */
const COUNTED = 1000;

type Row = {
  done: number;
  skipped: number;
  leased: number;
  reserved: number;
  free: number;
  medianMs: number | null;
  heldByOthers: number;
  nextFreeAt: Date | null;
};

/** How far a rater is, and what stands in the way where nothing is left to take. Cost does not grow with the study. */
export async function readOwnProgress(
  ctx: ServiceContext,
  studyId: string,
  raterId: string,
): Promise<Pick<z.infer<typeof ClaimAnswer>, "progress" | "heldByOthers" | "nextFreeAt">> {
  const [row] = await database(ctx).$queryRaw<Row[]>`
    WITH rounds AS MATERIALIZED (
      SELECT "id" FROM "Round" WHERE "studyId" = ${studyId}::uuid AND "closedAt" IS NULL AND "purpose" <> 'corpus'
    ), mine AS (
      SELECT count(*) FILTER (WHERE "state" = 'filled')::int AS "done",
        count(*) FILTER (WHERE "state" = 'skipped')::int AS "skipped",
        count(*) FILTER (WHERE "state" = 'leased')::int AS "leased"
      FROM "Slot" WHERE "studyId" = ${studyId}::uuid AND "raterId" = ${raterId}::uuid
    ), others AS (
      SELECT count(*)::int AS "heldByOthers", min(s."leasedUntil") AS "nextFreeAt"
      FROM rounds r JOIN "Slot" s ON s."studyId" = ${studyId}::uuid AND s."roundId" = r."id" AND s."state" = 'leased'
      WHERE s."raterId" <> ${raterId}::uuid AND s."reservedFor" IS NULL AND s."leasedUntil" >= now()
        AND NOT EXISTS (SELECT 1 FROM "Slot" m WHERE m."studyId" = s."studyId" AND m."roundId" = s."roundId"
          AND m."itemId" = s."itemId" AND m."raterId" = ${raterId}::uuid)
    )
    SELECT mine.*, others.*,
      (SELECT count(*)::int FROM "Slot" s JOIN rounds r ON r."id" = s."roundId" WHERE s."studyId" = ${studyId}::uuid
        AND s."reservedFor" = ${raterId}::uuid AND s."state" = 'open') AS "reserved",
      (SELECT coalesce(sum(f."count"), 0)::int FROM rounds r CROSS JOIN LATERAL (
        SELECT count(*) FROM (
          SELECT DISTINCT ON (s."position") 1 FROM "Slot" s
          WHERE s."studyId" = ${studyId}::uuid AND s."roundId" = r."id" AND s."state" IN ('open', 'leased')
            AND (s."state" = 'open' OR s."leasedUntil" < now()) AND s."reservedFor" IS NULL
            AND NOT EXISTS (SELECT 1 FROM "Slot" m WHERE m."studyId" = s."studyId" AND m."roundId" = s."roundId"
              AND m."itemId" = s."itemId" AND m."raterId" = ${raterId}::uuid)
          ORDER BY s."position" LIMIT ${COUNTED}::int) few) f) AS "free",
      (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY "ms") FROM (
        SELECT max(l."elapsedMs") AS "ms" FROM (
          SELECT "itemId", "elapsedMs" FROM "Label" WHERE "studyId" = ${studyId}::uuid AND "raterId" = ${raterId}::uuid
            AND NOT "derived" AND "question" NOT LIKE '\\_%' ORDER BY "at" DESC LIMIT 200) l
        GROUP BY l."itemId") times) AS "medianMs"
    FROM mine, others`;
  const { done = 0, skipped = 0, leased = 0, reserved = 0, free = 0, medianMs = null } = row ?? {};

  return {
    progress: { done, skipped, left: leased + reserved + Math.min(free, COUNTED), medianMs },
    heldByOthers: row?.heldByOthers ?? 0,
    nextFreeAt: row?.nextFreeAt?.toISOString() ?? null,
  };
}
