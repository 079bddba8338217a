import type { PreparedQuery } from "@/lib/db/prepared";
import { sql } from "@/lib/db/sql";
import { LEASE_MINUTES } from "./schema";
import type { TakenSlot } from "./take-slots";

export type RoundState = {
  roundId: string;
  name: string;
  purpose: string;
  /** Whether it has slots kept for this rater, and slots that anybody may have. */
  reserved: boolean;
  free: boolean;
};

export type OpenClaim = { rounds: Map<string, RoundState>; codebookVersion: number; held: TakenSlot[] };

type HeldRow = Omit<TakenSlot, "leasedUntil"> & { leasedUntil: string };
type Row = RoundState & { version: number | null; held: HeldRow[] };

/**
 * The open rounds in the order in which they are worked, the newest codebook, and what the rater holds in these rounds,
 * renewed where it was not within the last minute: lapsed slots too, as long as nobody took them over. One round trip.
 */
export async function openClaim(query: PreparedQuery, studyId: string, raterId: string): Promise<OpenClaim> {
  const rows = await query<Row>(
    "open claim",
    sql`
    WITH renewed AS (
      UPDATE "Slot" s SET "leasedUntil" = now() + make_interval(mins => ${LEASE_MINUTES}::int)
      WHERE s."studyId" = ${studyId}::uuid AND s."raterId" = ${raterId}::uuid AND s."state" = 'leased'
        AND s."leasedUntil" < now() + make_interval(mins => ${LEASE_MINUTES - 1}::int)
      RETURNING s."id", s."itemId", s."roundId", s."position", s."state", s."codebookVersion", s."leasedUntil"
    ), held AS (
      SELECT s.*, i."content" FROM (
        SELECT * FROM renewed UNION ALL
        SELECT f."id", f."itemId", f."roundId", f."position", f."state", f."codebookVersion", f."leasedUntil"
        FROM "Slot" f WHERE f."studyId" = ${studyId}::uuid AND f."raterId" = ${raterId}::uuid AND f."state" = 'leased'
          AND f."leasedUntil" >= now() + make_interval(mins => ${LEASE_MINUTES - 1}::int)
      ) s JOIN "Item" i ON i."studyId" = ${studyId}::uuid AND i."id" = s."itemId"
    )
    SELECT r."id"::text AS "roundId", r."name", r."purpose"::text,
      EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = r."studyId" AND s."reservedFor" = ${raterId}::uuid
        AND s."state" = 'open' AND s."roundId" = r."id") AS "reserved",
      (SELECT true FROM "Slot" s WHERE s."studyId" = r."studyId" AND s."roundId" = r."id"
        AND s."state" IN ('open', 'leased') AND s."reservedFor" IS NULL
        ORDER BY s."position" LIMIT 1) IS NOT NULL AS "free",
      (SELECT max(c."version") FROM "Codebook" c WHERE c."studyId" = r."studyId") AS "version",
      coalesce((SELECT jsonb_agg(jsonb_build_object('slotId', h."id", 'itemId', h."itemId", 'roundId', h."roundId",
          'position', h."position", 'state', h."state", 'codebookVersion', h."codebookVersion",
          'leasedUntil', h."leasedUntil", 'content', h."content") ORDER BY h."position")
        FROM held h WHERE h."roundId" = r."id"), '[]') AS "held"
    FROM "Round" r WHERE r."studyId" = ${studyId}::uuid AND r."closedAt" IS NULL AND r."purpose" <> 'corpus'
    ORDER BY r."purpose" <> 'practice', r."ordinal", r."id"`,
  );

  return {
    rounds: new Map(rows.map(({ held: _, version: __, ...round }) => [round.roundId, round])),
    codebookVersion: rows[0]?.version ?? 1,
    held: rows.flatMap(({ held }) => held.map((slot) => ({ ...slot, leasedUntil: new Date(slot.leasedUntil) }))),
  };
}
