import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { ReadItemInput } from "./schema";
import type { ItemLabel, ItemView } from "./wire";

/** One item with everyone's answers, under pseudonyms. Not for raters: their page must stay blind. */
export async function readItem(ctx: ServiceContext, input: unknown): Promise<ItemView> {
  const { studyId, itemId } = ReadItemInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const db = database(ctx);
  const item = await db.item.findUnique({ where: { studyId_id: { studyId, id: itemId } } });
  if (!item) throw notFound("This item");
  const labels = await db.$queryRaw<(Omit<ItemLabel, "at"> & { at: Date })[]>`
    SELECT r.pseudonym, r.kind::text, o.name AS round, l.unit, l.question, l.value, l.derived, l.extra, l.origin::text, l.note,
      l.confidence, l.probability, l.rationale, l."codebookVersion", l.at
    FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
    JOIN "Round" o ON o."studyId" = l."studyId" AND o.id = l."roundId"
    WHERE l."studyId" = ${studyId}::uuid AND l."itemId" = ${itemId}::uuid ORDER BY r.kind, r.pseudonym, l.derived, l.question`;

  return {
    itemId,
    key: item.key,
    content: item.content as Record<string, unknown>,
    focalKey: item.focalKey,
    targetKey: item.targetKey,
    located: item.located,
    labels: labels.map((label) => ({ ...label, at: label.at.toISOString() })),
  };
}
