import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import type { Flow } from "./wire";

export async function loadFlow(
  ctx: ServiceContext,
  studyId: string,
  roundIds: string[],
  /** Under all its names. */
  questions: string[],
): Promise<Flow> {
  const db = database(ctx);
  const [counts, skipped] = await Promise.all([
    db.$queryRaw<Omit<Flow, "skipped">[]>`
      SELECT
        (SELECT count(DISTINCT (p."roundId", i."itemId"))::int FROM "Sample" p JOIN "SampleItem" i ON i."studyId" = p."studyId" AND i."sampleId" = p.id
          WHERE p."studyId" = ${studyId}::uuid AND p."roundId" = ANY(${roundIds}::uuid[])) AS drawn,
        s.served, s."slotsFilled", l.answered, l."extraLabels", l.imported
      FROM (SELECT count(DISTINCT ("roundId", "itemId")) FILTER (WHERE "servedAt" IS NOT NULL)::int AS served,
          count(*) FILTER (WHERE state = 'filled')::int AS "slotsFilled"
        FROM "Slot" WHERE "studyId" = ${studyId}::uuid AND "roundId" = ANY(${roundIds}::uuid[])) s,
      (SELECT count(DISTINCT ("roundId", "itemId")) FILTER (WHERE NOT extra)::int AS answered,
          count(*) FILTER (WHERE extra)::int AS "extraLabels",
          count(DISTINCT ("roundId", "itemId")) FILTER (WHERE origin = 'imported')::int AS imported
        FROM "Label" WHERE "studyId" = ${studyId}::uuid AND "roundId" = ANY(${roundIds}::uuid[]) AND question = ANY(${questions}::text[])) l`,
    db.$queryRaw<{ reason: string; slots: number }[]>`
      SELECT l.value AS reason, count(*)::int AS slots FROM "Label" l
      WHERE l."studyId" = ${studyId}::uuid AND l."roundId" = ANY(${roundIds}::uuid[]) AND l.question = '_skip' GROUP BY 1 ORDER BY 2 DESC, 1`,
  ]);
  const row = counts[0] ?? { drawn: 0, served: 0, answered: 0, slotsFilled: 0, extraLabels: 0, imported: 0 };

  return { ...row, skipped };
}
