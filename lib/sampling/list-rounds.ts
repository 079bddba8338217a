import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { StudyScope } from "./schema";
import type { RoundRow } from "./wire";

/** The rounds in the order in which they are worked, with how far each is. The corpus round is not among them. */
export async function listRounds(ctx: ServiceContext, input: unknown): Promise<RoundRow[]> {
  const { studyId } = StudyScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);

  return database(ctx).$queryRaw<RoundRow[]>`
    SELECT r."id"::text AS "roundId", r."name", r."purpose"::text, r."seed", r."closedAt" IS NOT NULL AS "closed",
      (SELECT count(DISTINCT si."itemId")::int FROM "Sample" p
        JOIN "SampleItem" si ON si."studyId" = p."studyId" AND si."sampleId" = p."id"
        WHERE p."studyId" = r."studyId" AND p."roundId" = r."id") AS "items",
      coalesce(s."open", 0)::int AS "open", coalesce(s."leased", 0)::int AS "leased",
      coalesce(s."filled", 0)::int AS "filled", coalesce(s."skipped", 0)::int AS "skipped",
      coalesce(s."total", 0)::int AS "total"
    FROM "Round" r
    LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE "state" = 'open') AS "open", count(*) FILTER (WHERE "state" = 'leased') AS "leased",
        count(*) FILTER (WHERE "state" = 'filled') AS "filled", count(*) FILTER (WHERE "state" = 'skipped') AS "skipped",
        count(*) FILTER (WHERE "state" <> 'closed') AS "total"
      FROM "Slot" WHERE "studyId" = r."studyId" AND "roundId" = r."id") s ON true
    WHERE r."studyId" = ${studyId}::uuid AND r."purpose" <> 'corpus'
    ORDER BY r."purpose" <> 'practice', r."ordinal"`;
}
