import type { ServiceContext } from "@/lib/context";
import { queryPrepared } from "@/lib/db/prepared";
import { sql } from "@/lib/db/sql";
import { notFound } from "@/lib/errors";
import { requireRaterWithWork } from "./internal";
import { LEASE_MINUTES, ReopenSlotInput } from "./schema";
import { type HeldSlot, serveAgain } from "./serve-slots";
import type { ServedSlot } from "./wire";

/**
 * One of the rater's own slots again, with their answers, to look at or revise. Nothing changes until they answer; only an
 * item that a new codebook version asks again is taken up under that version.
 */
export async function reopenSlot(ctx: ServiceContext, input: unknown): Promise<ServedSlot> {
  const { studyId, slotId } = ReopenSlotInput.parse(input);
  const raterId = await requireRaterWithWork(ctx, studyId);
  await queryPrepared(
    ctx,
    "take up again",
    sql`
    UPDATE "Slot" SET "state" = 'leased', "leasedUntil" = now() + make_interval(mins => ${LEASE_MINUTES}::int),
      "codebookVersion" = (SELECT max(c."version") FROM "Codebook" c WHERE c."studyId" = ${studyId}::uuid)
    WHERE "studyId" = ${studyId}::uuid AND "id" = ${slotId}::uuid AND "raterId" = ${raterId}::uuid AND "state" = 'open'`,
  );
  const rows = await queryPrepared<HeldSlot>(
    ctx,
    "slot again",
    sql`
    SELECT s."id"::text AS "slotId", s."itemId"::text, s."roundId"::text, r."name" AS "round", r."purpose"::text,
      s."position", s."state"::text, s."codebookVersion", s."leasedUntil", i."content"
    FROM "Slot" s JOIN "Round" r ON r."studyId" = s."studyId" AND r."id" = s."roundId"
    JOIN "Item" i ON i."studyId" = s."studyId" AND i."id" = s."itemId"
    WHERE s."studyId" = ${studyId}::uuid AND s."id" = ${slotId}::uuid AND s."raterId" = ${raterId}::uuid`,
  );
  const [served] = await serveAgain(ctx, { studyId, raterId }, rows);
  if (!served) throw notFound("This item");

  return served;
}
