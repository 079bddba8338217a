import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { requireRaterWithWork } from "./internal";
import { LEASE_MINUTES, RenewLeasesInput } from "./schema";
import type { HeartbeatAnswer } from "./wire";

/** The page's heartbeat: what the rater holds stays theirs. Slots that went to somebody else come back as lost. */
export async function renewLeases(ctx: ServiceContext, input: unknown): Promise<z.infer<typeof HeartbeatAnswer>> {
  const { studyId, slotIds } = RenewLeasesInput.parse(input);
  const raterId = await requireRaterWithWork(ctx, studyId);
  const rows = await database(ctx).$queryRaw<{ leasedUntil: Date; kept: string[] }[]>`
    WITH renewed AS (
      UPDATE "Slot" SET "leasedUntil" = now() + make_interval(mins => ${LEASE_MINUTES}::int)
      WHERE "studyId" = ${studyId}::uuid AND "id" = ANY(${slotIds}::uuid[]) AND "raterId" = ${raterId}::uuid
        AND "state" = 'leased'
    )
    SELECT now() + make_interval(mins => ${LEASE_MINUTES}::int) AS "leasedUntil",
      ARRAY(SELECT "id"::text FROM "Slot" WHERE "studyId" = ${studyId}::uuid AND "id" = ANY(${slotIds}::uuid[])
        AND "raterId" = ${raterId}::uuid AND "state" <> 'closed') AS "kept"`;
  const { leasedUntil = new Date(), kept = [] } = rows[0] ?? {};

  return { leasedUntil: leasedUntil.toISOString(), lost: slotIds.filter((id) => !kept.includes(id)) };
}
