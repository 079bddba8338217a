import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import { queryPrepared } from "@/lib/db/prepared";
import { type Sql, sql } from "@/lib/db/sql";
import type { ClaimAnswer, Progress } from "./wire";

/**
 * So many free items are counted at each claim; up to LARGE at most once a minute, and reckoned on in between. As long as
 * PLENTY are left by that reckoning, nothing is counted, and the median of a minute ago is told.
 */
const SMALL = 100;
const PLENTY = 500;
const LARGE = 2000;
const KEPT_MS = 60_000;

export type Own = {
  done: number;
  skipped: number;
  leased: number;
  reserved: number;
  /** Counted up to SMALL; null where it was not asked. */
  few: number | null;
  medianMs: number | null;
};
type Waiting = Pick<z.infer<typeof ClaimAnswer>, "heldByOthers" | "nextFreeAt">;

/** Whether the rater's free items must be counted. `exact`: for who did not get all that they asked for. */
export function mustCount(studyId: string, raterId: string, exact: boolean): boolean {
  const known = counted.get(`${studyId} ${raterId}`);

  return exact || !known || Date.now() - known.at >= KEPT_MS || known.free < PLENTY;
}

/** How far a rater is: one row of `Own`. Its cost does not grow with the study. */
export function ownProgress(studyId: string, raterId: string, count: boolean): Sql {
  return sql`
    SELECT count(*) FILTER (WHERE "state" = 'filled')::int AS "done",
      count(*) FILTER (WHERE "state" = 'skipped')::int AS "skipped",
      count(*) FILTER (WHERE "state" = 'leased')::int AS "leased",
      (SELECT count(*)::int FROM "Slot" s JOIN "Round" r ON r."studyId" = s."studyId" AND r."id" = s."roundId"
        WHERE s."studyId" = ${studyId}::uuid AND s."reservedFor" = ${raterId}::uuid AND s."state" = 'open'
          AND r."closedAt" IS NULL) AS "reserved",
      CASE WHEN ${count}::boolean THEN (${freeItems(studyId, raterId, SMALL)}) END AS "few",
      CASE WHEN ${count}::boolean THEN (
        SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY "ms") FROM (
          SELECT max(l."elapsedMs") AS "ms" FROM (
            SELECT "itemId", "elapsedMs" FROM "Label" WHERE "studyId" = ${studyId}::uuid AND "raterId" = ${raterId}::uuid
              AND NOT "derived" AND "question" NOT LIKE '\\_%' ORDER BY "at" DESC LIMIT 200) l
          GROUP BY l."itemId") times) END AS "medianMs"
    FROM "Slot" WHERE "studyId" = ${studyId}::uuid AND "raterId" = ${raterId}::uuid`;
}

/** Beyond 2000 free items, `left` stays at 2000 and what is held. */
export async function tellProgress(
  ctx: ServiceContext,
  studyId: string,
  raterId: string,
  own: Own | null,
): Promise<z.infer<typeof Progress>> {
  const { done = 0, skipped = 0, leased = 0, reserved = 0, few = 0, medianMs = null } = own ?? {};
  const held = done + skipped + leased;
  const { free, ...kept } = await settle(ctx, { studyId, raterId, few, held, medianMs });

  return { done, skipped, left: leased + reserved + free, medianMs: kept.medianMs };
}

type Count = { free: number; held: number; medianMs: number | null; at: number };
const counted = new Map<string, Count>();

type Found = { studyId: string; raterId: string; few: number | null; held: number; medianMs: number | null };

async function settle(
  ctx: ServiceContext,
  { studyId, raterId, few, held, medianMs }: Found,
): Promise<Pick<Count, "free" | "medianMs">> {
  const key = `${studyId} ${raterId}`;
  const known = counted.get(key);
  if (few !== null && few < SMALL) {
    counted.delete(key);

    return { free: few, medianMs };
  }
  if (known && Date.now() - known.at < KEPT_MS) {
    const free = Math.max(SMALL, known.free - (held - known.held));
    counted.set(key, { ...known, free, held, medianMs: few === null ? known.medianMs : medianMs });

    return { free, medianMs: few === null ? known.medianMs : medianMs };
  }
  const [row] = await queryPrepared<{ count: number }>(ctx, "free items", freeItems(studyId, raterId, LARGE));
  const free = Math.min(row?.count ?? 0, LARGE);
  if (counted.size >= 10_000) counted.clear();
  counted.set(key, { free, held, medianMs, at: Date.now() });

  return { free, medianMs };
}

/**
 * Items with a place that this rater could take, up to `most`. Sub-selects rather than joins: each candidate of the
 * partial index costs one look-up, whatever the planner believes about a table that was filled a second ago.
 */
function freeItems(studyId: string, raterId: string, most: number): Sql {
  return sql`
    SELECT count(*)::int AS "count" FROM (
      SELECT 1 FROM "Round" r CROSS JOIN LATERAL (
        SELECT 1 FROM (
          SELECT DISTINCT ON (s."position") s."position", s."itemId" FROM "Slot" s
          WHERE s."studyId" = ${studyId}::uuid AND s."roundId" = r."id" AND s."state" IN ('open', 'leased')
            AND (s."state" = 'open' OR s."leasedUntil" < now()) AND s."reservedFor" IS NULL
          ORDER BY s."position") c
        WHERE (SELECT true FROM "Slot" m WHERE m."studyId" = ${studyId}::uuid AND m."roundId" = r."id"
          AND m."itemId" = c."itemId" AND m."raterId"::text = ${raterId} LIMIT 1) IS NULL
        LIMIT ${most}::int) free
      WHERE r."studyId" = ${studyId}::uuid AND r."closedAt" IS NULL AND r."purpose" <> 'corpus'
      LIMIT ${most}::int) found`;
}

/** For a rater who gets nothing: the work that others hold, and when the first of it may come free. */
export async function readWaiting(ctx: ServiceContext, studyId: string, raterId: string): Promise<Waiting> {
  const [row] = await queryPrepared<{ heldByOthers: number; nextFreeAt: Date | null }>(
    ctx,
    "waiting",
    sql`
    SELECT count(*)::int AS "heldByOthers", min(s."leasedUntil") AS "nextFreeAt"
    FROM "Round" r JOIN "Slot" s ON s."studyId" = ${studyId}::uuid AND s."roundId" = r."id" AND s."state" = 'leased'
    WHERE r."studyId" = ${studyId}::uuid AND r."closedAt" IS NULL AND s."raterId" <> ${raterId}::uuid
      AND s."reservedFor" IS NULL AND s."leasedUntil" >= now()
      AND (SELECT true FROM "Slot" m WHERE m."studyId" = ${studyId}::uuid AND m."roundId" = s."roundId"
        AND m."itemId" = s."itemId" AND m."raterId"::text = ${raterId} LIMIT 1) IS NULL`,
  );

  return { heldByOthers: row?.heldByOthers ?? 0, nextFreeAt: row?.nextFreeAt?.toISOString() ?? null };
}
