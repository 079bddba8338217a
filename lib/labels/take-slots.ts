import type { PreparedQuery } from "@/lib/db/prepared";
import { sql } from "@/lib/db/sql";
import { uuid7 } from "@/lib/db/uuid";
import { LEASE_MINUTES, REPLACEMENT } from "./schema";
import type { HeldSlot } from "./serve-slots";

export type Where = { studyId: string; raterId: string; roundId: string; codebookVersion: number };
export type TakenSlot = Omit<HeldSlot, "round" | "purpose">;

/**
 * Takes up to `count` slots of a round in the order of its positions: `reserved` ones of this rater, or those free to
 * all. A reserved one may have
 * been theirs before (the codebook changed, they are asked again). The candidates come one by one from the partial index; each is locked, or passed over where another rater is
 * just taking it. A lapsed slot stays its rater's as `closed`, so that a late answer finds it, and a new one takes its
 * place. `from`: the position to begin at.
 */
export async function takeSlots(
  query: PreparedQuery,
  where: Where,
  reserved: boolean,
  count: number,
  from = 0,
): Promise<TakenSlot[]> {
  const { studyId, raterId, roundId, codebookVersion } = where;
  const fresh = Array.from({ length: count }, () => uuid7());

  return query<TakenSlot>(
    "take slots",
    sql`
    WITH pick AS MATERIALIZED (
      SELECT s."id", s."itemId", s."n", s."state", s."position", (row_number() OVER ())::int AS "place"
      FROM (
        SELECT DISTINCT ON (o."position") o."position", o."itemId" FROM "Slot" o
        WHERE o."studyId" = ${studyId}::uuid AND o."roundId" = ${roundId}::uuid AND o."state" IN ('open', 'leased')
          AND o."position" >= ${from}::int
          AND (o."state" = 'open' OR o."leasedUntil" < now())
          AND CASE WHEN ${reserved}::boolean THEN o."reservedFor" = ${raterId}::uuid ELSE o."reservedFor" IS NULL END
        ORDER BY o."position"
      ) c
      CROSS JOIN LATERAL (
        SELECT t."id", t."itemId", t."n", t."state", t."position" FROM "Slot" t
        WHERE t."studyId" = ${studyId}::uuid AND t."roundId" = ${roundId}::uuid AND t."itemId" = c."itemId"
          AND (t."state" = 'open' OR (t."state" = 'leased' AND t."leasedUntil" < now()))
          AND CASE WHEN ${reserved}::boolean THEN t."reservedFor" = ${raterId}::uuid ELSE t."reservedFor" IS NULL END
          AND NOT EXISTS (SELECT 1 FROM "Slot" m WHERE m."studyId" = ${studyId}::uuid AND m."roundId" = ${roundId}::uuid
            AND m."itemId" = c."itemId" AND m."raterId"::text = ${raterId} AND (m."id" <> t."id" OR t."state" <> 'open'))
        ORDER BY t."n" LIMIT 1 FOR UPDATE OF t SKIP LOCKED
      ) s
      ORDER BY c."position" LIMIT ${count}::int
    ), taken AS (
      UPDATE "Slot" t SET
        "state" = CASE WHEN p."state" = 'open' THEN 'leased'::"SlotState" ELSE 'closed'::"SlotState" END,
        "raterId" = CASE WHEN p."state" = 'open' THEN ${raterId}::uuid ELSE t."raterId" END,
        "leasedUntil" = CASE WHEN p."state" = 'open' THEN now() + make_interval(mins => ${LEASE_MINUTES}::int) END,
        "codebookVersion" = CASE WHEN p."state" = 'open' THEN ${codebookVersion}::int ELSE t."codebookVersion" END
      FROM pick p WHERE t."studyId" = ${studyId}::uuid AND t."id" = p."id"
      RETURNING t."id", t."itemId", t."position", t."state", t."leasedUntil"
    ), instead AS (
      INSERT INTO "Slot" ("studyId", "id", "roundId", "itemId", "n", "position", "reservedFor", "raterId", "state",
        "leasedUntil", "codebookVersion")
      SELECT ${studyId}::uuid, (${fresh}::uuid[])[p."place"], ${roundId}::uuid, p."itemId",
        ${REPLACEMENT}::int + (SELECT max(a."n") FROM "Slot" a WHERE a."studyId" = ${studyId}::uuid
          AND a."roundId" = ${roundId}::uuid AND a."itemId" = p."itemId"
          AND a."n" % ${REPLACEMENT}::int = p."n" % ${REPLACEMENT}::int),
        p."position", NULL, ${raterId}::uuid, 'leased', now() + make_interval(mins => ${LEASE_MINUTES}::int),
        ${codebookVersion}::int
      FROM pick p WHERE p."state" = 'leased'
      RETURNING "id", "itemId", "position", "state", "leasedUntil"
    )
    SELECT x."id"::text AS "slotId", x."itemId"::text, ${roundId}::text AS "roundId", x."position", x."state"::text,
      ${codebookVersion}::int AS "codebookVersion", x."leasedUntil", i."content"
    FROM (SELECT * FROM taken UNION ALL SELECT * FROM instead) x
    JOIN "Item" i ON i."studyId" = ${studyId}::uuid AND i."id" = x."itemId"
    WHERE x."state" = 'leased' ORDER BY x."position"`,
  );
}

/**
 * The last resort of a rater who comes back: items lost to others whose place nobody fills. The free place is given up
 * and the rater's own slot of before is held again.
 */
export async function regainSlots(query: PreparedQuery, where: Where, count: number): Promise<TakenSlot[]> {
  const { studyId, raterId, roundId } = where;

  return query<TakenSlot>(
    "regain slots",
    sql`
    WITH pick AS MATERIALIZED (
      SELECT m."id" AS "mine", f."id" AS "free" FROM "Slot" m
      CROSS JOIN LATERAL (
        SELECT t."id" FROM "Slot" t WHERE t."studyId" = ${studyId}::uuid AND t."roundId" = ${roundId}::uuid
          AND t."itemId" = m."itemId" AND t."state" = 'open' AND t."reservedFor" IS NULL
        ORDER BY t."n" DESC LIMIT 1 FOR UPDATE OF t SKIP LOCKED
      ) f
      WHERE m."studyId" = ${studyId}::uuid AND m."roundId" = ${roundId}::uuid AND m."raterId" = ${raterId}::uuid
        AND m."state" = 'closed'
        AND NOT EXISTS (SELECT 1 FROM "Label" l WHERE l."studyId" = m."studyId" AND l."roundId" = m."roundId"
          AND l."itemId" = m."itemId" AND l."raterId" = m."raterId" AND l."extra")
      ORDER BY m."position" LIMIT ${count}::int
    ), given AS (
      UPDATE "Slot" t SET "state" = 'closed' FROM pick p WHERE t."studyId" = ${studyId}::uuid AND t."id" = p."free"
    ), held AS (
      UPDATE "Slot" t SET "state" = 'leased', "leasedUntil" = now() + make_interval(mins => ${LEASE_MINUTES}::int)
      FROM pick p WHERE t."studyId" = ${studyId}::uuid AND t."id" = p."mine"
      RETURNING t."id", t."itemId", t."position", t."state", t."leasedUntil", t."codebookVersion"
    )
    SELECT h."id"::text AS "slotId", h."itemId"::text, ${roundId}::text AS "roundId", h."position", h."state"::text,
      h."codebookVersion", h."leasedUntil", i."content"
    FROM held h JOIN "Item" i ON i."studyId" = ${studyId}::uuid AND i."id" = h."itemId" ORDER BY h."position"`,
  );
}
