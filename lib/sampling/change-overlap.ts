import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { notFound } from "@/lib/errors";
import { REPLACEMENT } from "@/lib/labels/schema";
import { ChangeOverlapInput } from "./schema";

type ItemPlaces = { itemId: string; position: number; places: number; highest: number; open: string[] };

/**
 * Brings the places of a round's items to k. More: open slots are added. Fewer: open slots that are kept for nobody are
 * closed, the last ones first; what is leased, filled or reserved stays, so an item may keep more than k.
 */
export async function changeOverlap(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ added: number; closed: number; above: number }> {
  const { studyId, roundId, k, itemIds } = ChangeOverlapInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(
    ctx,
    async (tx) => {
      const locked = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM "Round" WHERE "studyId" = ${studyId}::uuid AND "id" = ${roundId}::uuid AND "purpose" <> 'corpus' FOR UPDATE`;
      if (locked.length === 0) throw notFound("This round");
      // A skipped slot with its replacement is one place; so is one that was taken over. Claims of open slots wait.
      await tx.$queryRaw`SELECT count(*)::int FROM (SELECT 1 FROM "Slot" WHERE "studyId" = ${studyId}::uuid
        AND "roundId" = ${roundId}::uuid AND "state" = 'open' ORDER BY "id" FOR UPDATE) locked`;
      const all = await tx.$queryRaw<ItemPlaces[]>`
        SELECT "itemId"::text, min("position") AS "position",
          count(DISTINCT "n" % ${REPLACEMENT}::int) FILTER (WHERE "state" IN ('open', 'leased', 'filled'))::int AS "places",
          max("n" % ${REPLACEMENT}::int) AS "highest",
          coalesce(array_agg("id"::text ORDER BY "n" % ${REPLACEMENT}::int DESC)
            FILTER (WHERE "state" = 'open' AND "reservedFor" IS NULL), '{}') AS "open"
        FROM "Slot" WHERE "studyId" = ${studyId}::uuid AND "roundId" = ${roundId}::uuid GROUP BY "itemId"`;
      const wanted = itemIds ? new Set(itemIds) : null;
      const items = wanted ? all.filter((item) => wanted.has(item.itemId)) : all;
      if (wanted && items.length < wanted.size) throw notFound("One of these items in this round");
      const close = items.flatMap((item) => item.open.slice(0, Math.max(0, item.places - k)));
      const add = items.flatMap(({ itemId, position, places, highest }) =>
        Array.from({ length: Math.max(0, k - places) }, (_, i) => ({
          itemId,
          position,
          n: highest + i + 1,
          id: uuid7(),
        })),
      );
      for (let from = 0; from < add.length; from += 5000) {
        const rows = add.slice(from, from + 5000).map((slot) => ({ studyId, roundId, ...slot }));
        await tx.slot.createMany({ data: rows });
      }
      await tx.$queryRaw`UPDATE "Slot" SET "state" = 'closed' WHERE "studyId" = ${studyId}::uuid AND "id" = ANY(${close}::uuid[])`;
      const above = items.filter((item) => item.places - Math.min(item.open.length, Math.max(0, item.places - k)) > k);
      const result = { added: add.length, closed: close.length, above: above.length };
      await recordAudit(tx, ctx, {
        studyId,
        action: "round.change-overlap",
        subject: roundId,
        detail: { k, items: items.length, ...result },
      });

      return result;
    },
    { timeout: 120_000 },
  );
}
