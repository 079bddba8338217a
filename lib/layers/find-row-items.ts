import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { RowItemsInput } from "./schema";
import type { RowItem } from "./wire";

/** The items behind rows of a layer by the rows' keys: the item itself, or the contexts of an edge in order of their keys. */
export async function findRowItems(ctx: ServiceContext, input: unknown): Promise<Map<string, RowItem[]>> {
  const { studyId, rows, keys } = RowItemsInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const found = rows === "item" ? await itemsOf(ctx, studyId, keys) : await contextsOf(ctx, studyId, keys);
  const byKey = new Map<string, RowItem[]>();
  for (const { row, itemId, key } of found) byKey.set(row, [...(byKey.get(row) ?? []), { itemId, key }]);

  return byKey;
}

type Found = RowItem & { row: string };

function itemsOf(ctx: ServiceContext, studyId: string, keys: string[]): Promise<Found[]> {
  return database(ctx).$queryRaw<Found[]>`
    SELECT i.key AS row, i.id AS "itemId", i.key FROM "Item" i
    WHERE i."studyId" = ${studyId}::uuid AND i.key = ANY(${keys}::text[])`;
}

/** An edge's key does not say where its focal part ends; every part before a space is tried, so that the index serves. */
function contextsOf(ctx: ServiceContext, studyId: string, keys: string[]): Promise<Found[]> {
  const focal = keys.flatMap((key) => [...key.matchAll(/ /g)].map(({ index }) => key.slice(0, index)));

  return database(ctx).$queryRaw<Found[]>`
    SELECT i."focalKey" || ' ' || i."targetKey" AS row, i.id AS "itemId", i.key FROM "Item" i
    WHERE i."studyId" = ${studyId}::uuid AND i."focalKey" = ANY(${focal}::text[])
      AND i."focalKey" || ' ' || i."targetKey" = ANY(${keys}::text[]) ORDER BY i.key COLLATE "C"`;
}
