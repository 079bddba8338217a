import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { StudyScope } from "./schema";

export type SampleRow = {
  sampleId: string;
  round: string;
  seed: string;
  generator: string;
  plan: unknown;
  frameHash: string;
  frameSize: number;
  createdAt: string;
  strata: { stratum: string; drawn: number; inclusionProbability: number }[];
};

/** How the study's items were drawn, oldest first: what a release states, and what drawing again needs. */
export async function listSamples(ctx: ServiceContext, input: unknown): Promise<SampleRow[]> {
  const { studyId } = StudyScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const rows = await database(ctx).$queryRaw<(Omit<SampleRow, "createdAt"> & { createdAt: Date })[]>`
    SELECT s."id"::text AS "sampleId", r."name" AS "round", s."seed", s."generator", s."plan", s."frameHash",
      s."frameSize", s."createdAt",
      (SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY t."stratum"), '[]') FROM (
        SELECT si."stratum", count(*)::int AS "drawn", min(si."inclusionProbability") AS "inclusionProbability"
        FROM "SampleItem" si WHERE si."studyId" = s."studyId" AND si."sampleId" = s."id" GROUP BY si."stratum") t) AS "strata"
    FROM "Sample" s JOIN "Round" r ON r."studyId" = s."studyId" AND r."id" = s."roundId"
    WHERE s."studyId" = ${studyId}::uuid ORDER BY s."createdAt", s."id"`;

  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
