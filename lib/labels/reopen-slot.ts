import type { ServiceContext } from "@/lib/context";
import { type PreparedQuery, queryPrepared } from "@/lib/db/prepared";
import { sql } from "@/lib/db/sql";
import { notFound } from "@/lib/errors";
import { requireRaterWithWork } from "./internal";
import { ReopenSlotInput } from "./schema";
import { type HeldSlot, serveSlots } from "./serve-slots";
import type { ServedSlot } from "./wire";

/** One of the rater's own slots again, with their answers, to look at or revise. Nothing changes until they answer. */
export async function reopenSlot(ctx: ServiceContext, input: unknown): Promise<ServedSlot> {
  const { studyId, slotId } = ReopenSlotInput.parse(input);
  const raterId = await requireRaterWithWork(ctx, studyId);
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
  const ask: PreparedQuery = (name, statement) => queryPrepared(ctx, name, statement);
  const [served] = await serveSlots(ctx, ask, { studyId, raterId, remember: false }, rows);
  if (!served) throw notFound("This item");

  return served;
}
