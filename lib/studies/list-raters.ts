import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { StudyScope } from "./schema";
import type { RaterRow } from "./wire";

/** The human raters under their pseudonyms, with what each did. Never shown to raters as a race. */
export async function listRaters(ctx: ServiceContext, input: unknown): Promise<RaterRow[]> {
  const { studyId } = StudyScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);

  return database(ctx).$queryRaw<RaterRow[]>`
    SELECT r.id AS "raterId", r.pseudonym, r."userId" IS NULL AND r.name IS NOT NULL AS imported,
      coalesce(s.filled, 0)::int AS filled, coalesce(s.skipped, 0)::int AS skipped, coalesce(l.extra, 0)::int AS extra,
      l."medianMs", l."lowerMs", l."upperMs"
    FROM "Rater" r
    LEFT JOIN (SELECT "raterId", count(*) FILTER (WHERE state = 'filled') AS filled, count(*) FILTER (WHERE state = 'skipped') AS skipped
      FROM "Slot" WHERE "studyId" = ${studyId}::uuid GROUP BY 1) s ON s."raterId" = r.id
    LEFT JOIN (SELECT "raterId", count(DISTINCT ("roundId", "itemId")) FILTER (WHERE extra) AS extra,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY "elapsedMs") AS "medianMs",
      percentile_cont(0.25) WITHIN GROUP (ORDER BY "elapsedMs") AS "lowerMs",
      percentile_cont(0.75) WITHIN GROUP (ORDER BY "elapsedMs") AS "upperMs"
      FROM "Label" WHERE "studyId" = ${studyId}::uuid AND NOT derived AND left(question, 1) <> '_' GROUP BY 1) l ON l."raterId" = r.id
    WHERE r."studyId" = ${studyId}::uuid AND r.kind = 'human' ORDER BY r.pseudonym`;
}
