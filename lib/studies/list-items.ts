import type { z } from "zod";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { asksVersions, itemConditions } from "./item-conditions";
import { ListItemsInput } from "./schema";
import { loadVersionMapping } from "./version-mapping";
import type { ItemAnswer, ItemPage, ItemRow } from "./wire";

type Row = Omit<ItemRow, "answers">;

/**
 * The items of a study, by key, with everyone's answers to one question under pseudonyms. Keyset pages: every item is
 * reached whatever happens to the list meanwhile.
 */
export async function listItems(ctx: ServiceContext, input: z.input<typeof ListItemsInput>): Promise<ItemPage> {
  const query = ListItemsInput.parse(input);
  await requireRole(ctx, query.studyId, ["researcher", "adjudicator", "auditor"]);
  const { studyId, cursor, take } = query;
  const db = database(ctx);
  const { question } = query;
  const mapping = question && asksVersions(query) ? await loadVersionMapping(ctx, { studyId, question }) : null;
  const where = itemConditions(query, mapping);
  const after = cursor === undefined ? Prisma.empty : Prisma.sql`AND i.key > ${cursor} COLLATE "C"`;
  const [found, totals] = await Promise.all([
    db.$queryRaw<Row[]>`
      SELECT i.id AS "itemId", i.key, left(regexp_replace(coalesce(i.content->>'context_text', i.content->>'cited_title',
          i.content->>'s1', i.content->>'text', i.content::text), '\\s+', ' ', 'g'), 160) AS excerpt, i.located,
        (SELECT min(p.stratum) FROM "SampleItem" p WHERE p."studyId" = i."studyId" AND p."itemId" = i.id) AS stratum
      FROM "Item" i WHERE i."studyId" = ${studyId}::uuid ${where} ${after} ORDER BY i.key COLLATE "C" LIMIT ${take + 1}`,
    db.$queryRaw<
      { n: number }[]
    >`SELECT count(*)::int AS n FROM "Item" i WHERE i."studyId" = ${studyId}::uuid ${where}`,
  ]);
  const rows = found.slice(0, take);
  const answers = query.question
    ? await readAnswers(
        ctx,
        studyId,
        query.question,
        rows.map((row) => row.itemId),
      )
    : new Map<string, ItemAnswer[]>();

  return {
    rows: rows.map((row) => ({ ...row, answers: answers.get(row.itemId) ?? [] })),
    total: totals[0]?.n ?? 0,
    nextCursor: found.length > take ? (rows.at(-1)?.key ?? null) : null,
  };
}

async function readAnswers(
  ctx: ServiceContext,
  studyId: string,
  question: string,
  itemIds: string[],
): Promise<Map<string, ItemAnswer[]>> {
  const labels = await database(ctx).$queryRaw<(ItemAnswer & { itemId: string })[]>`
    SELECT l."itemId", r.pseudonym, r.kind::text, l.value FROM "Label" l
    JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
    WHERE l."studyId" = ${studyId}::uuid AND l."itemId" = ANY(${itemIds}::uuid[]) AND l.question = ${question} AND NOT l.extra
    ORDER BY r.kind, r.pseudonym`;
  const byItem = new Map<string, ItemAnswer[]>();
  for (const { itemId, ...answer } of labels) byItem.set(itemId, [...(byItem.get(itemId) ?? []), answer]);

  return byItem;
}
