import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { ListCodebookTasksInput } from "./schema";
import type { CodebookTaskRow } from "./wire";

/** What the guideline should say: open ones first, oldest first, then the settled ones, newest first. */
export async function listCodebookTasks(ctx: ServiceContext, input: unknown): Promise<CodebookTaskRow[]> {
  const { studyId } = ListCodebookTasksInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const rows = await database(ctx).$queryRaw<(Omit<CodebookTaskRow, "createdAt" | "doneAt"> & Times)[]>`
    SELECT t.id::text AS "taskId", t.question, t.option, t.text, t."itemId"::text, i.key AS "itemKey",
      coalesce(u.name, '') AS by, t."codebookVersion", t."createdAt", t."doneAt", t."doneVersion"
    FROM "CodebookTask" t LEFT JOIN "Item" i ON i."studyId" = t."studyId" AND i.id = t."itemId"
    LEFT JOIN "User" u ON u.id = t."createdById"
    WHERE t."studyId" = ${studyId}::uuid
    ORDER BY t."doneAt" IS NOT NULL, t."doneAt" DESC, t."createdAt", t.id LIMIT 1000`;

  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  }));
}

type Times = { createdAt: Date; doneAt: Date | null };
