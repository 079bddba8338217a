import type { Transaction } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import type { StandingSlot } from "./read-standing";
import { REPLACEMENT } from "./schema";

/** Places of one item change together: skips, their undoing and late answers of the same item wait for each other. */
export async function lockItem(tx: Transaction, slotId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('item:' || "roundId" || "itemId", 0))::text
    FROM "Slot" WHERE "id" = ${slotId}::uuid`;
}

/**
 * A skipped slot gets a replacement that is open to all others, at most as many per item as the item has places.
 * False where a claim made the same number at this moment.
 */
export async function addReplacement(tx: Transaction, studyId: string, slot: StandingSlot): Promise<boolean> {
  const { roundId, itemId, n, replacement } = slot;
  const [item] = await tx.$queryRaw<{ skipped: number; k: number }[]>`
    SELECT count(*) FILTER (WHERE "state" = 'skipped')::int AS "skipped",
      count(*) FILTER (WHERE "n" < ${REPLACEMENT}::int AND NOT ("state" = 'closed' AND "raterId" IS NULL))::int AS "k"
    FROM "Slot" WHERE "studyId" = ${studyId}::uuid AND "roundId" = ${roundId}::uuid AND "itemId" = ${itemId}::uuid`;
  if (!item || item.skipped >= item.k) return true;
  const withdrawn = replacement?.state === "closed" && replacement.raterId === null;
  const number = withdrawn ? replacement.n : (replacement?.n ?? n) + REPLACEMENT;
  const rows = await tx.$queryRaw<unknown[]>`
    INSERT INTO "Slot" ("studyId", "id", "roundId", "itemId", "n", "position")
    SELECT "studyId", ${uuid7()}::uuid, "roundId", "itemId", ${number}::int, "position"
    FROM "Slot" WHERE "studyId" = ${studyId}::uuid AND "id" = ${slot.slotId}::uuid
    ON CONFLICT ("studyId", "roundId", "itemId", "n")
      DO UPDATE SET "state" = 'open' WHERE "Slot"."state" = 'closed' AND "Slot"."raterId" IS NULL
    RETURNING 1`;

  return rows.length === 1;
}

/** Closes the replacement of a slot that comes back. False where somebody has it already. */
export async function takeBackReplacement(tx: Transaction, studyId: string, slot: StandingSlot): Promise<boolean> {
  const { roundId, itemId, replacement } = slot;
  if (!replacement || (replacement.state === "closed" && replacement.raterId === null)) return true;
  const rows = await tx.$queryRaw<unknown[]>`
    UPDATE "Slot" SET "state" = 'closed' WHERE "studyId" = ${studyId}::uuid AND "roundId" = ${roundId}::uuid
      AND "itemId" = ${itemId}::uuid AND "n" = ${replacement.n}::int AND "state" = 'open' RETURNING 1`;

  return rows.length === 1;
}

/** For a late answer: an open place of the same item is given up in its favour. False where there is none. */
export async function giveUpOpenPlace(
  tx: Transaction,
  studyId: string,
  raterId: string,
  slot: StandingSlot,
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    UPDATE "Slot" SET "state" = 'closed', "raterId" = NULL, "leasedUntil" = NULL
    WHERE "studyId" = ${studyId}::uuid AND "id" = (
      SELECT "id" FROM "Slot" WHERE "studyId" = ${studyId}::uuid AND "roundId" = ${slot.roundId}::uuid
        AND "itemId" = ${slot.itemId}::uuid AND "state" = 'open'
        AND ("reservedFor" IS NULL OR "reservedFor" = ${raterId}::uuid)
      ORDER BY "n" DESC LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING 1`;

  return rows.length === 1;
}

/** Whether a rater's answers to an item count within k or beside it. */
export async function markExtra(
  tx: Transaction,
  studyId: string,
  raterId: string,
  slot: StandingSlot,
  extra: boolean,
): Promise<void> {
  await tx.label.updateMany({
    where: { studyId, roundId: slot.roundId, itemId: slot.itemId, raterId, extra: !extra },
    data: { extra },
  });
}
