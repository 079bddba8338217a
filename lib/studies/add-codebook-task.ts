import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole, requireUser } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { notFound } from "@/lib/errors";
import { AddCodebookTaskInput } from "./schema";

/** Something that the guideline should say, noted beside the items. */
export async function addCodebookTask(ctx: ServiceContext, input: unknown): Promise<{ taskId: string }> {
  const { studyId, text, question, option } = AddCodebookTaskInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator"]);
  const createdById = requireUser(ctx);

  return withTransaction(ctx, async (tx) => {
    const newest = await tx.codebook.findFirst({
      where: { studyId },
      orderBy: { version: "desc" },
      select: { version: true },
    });
    if (!newest) throw notFound("This codebook");
    const taskId = uuid7();
    const about = { question: question ?? null, option: option ?? null };
    await tx.codebookTask.create({
      data: { studyId, id: taskId, text, ...about, codebookVersion: newest.version, createdById },
      select: { id: true },
    });
    await recordAudit(tx, ctx, { studyId, action: "codebook.add-task", subject: taskId, detail: { text, ...about } });

    return { taskId };
  });
}
