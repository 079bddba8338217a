import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { notFound } from "@/lib/errors";
import { SettleCodebookTaskInput } from "./schema";

type Settled = { taskId: string; doneVersion: number | null };

/** Marks an entry of the to-do list as settled by a codebook version, or as open again. */
export async function settleCodebookTask(ctx: ServiceContext, input: unknown): Promise<Settled> {
  const { studyId, taskId, done, version } = SettleCodebookTaskInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx) => {
    const named = await tx.codebook.findFirst({
      where: version === undefined ? { studyId } : { studyId, version },
      orderBy: { version: "desc" },
      select: { version: true },
    });
    if (!named) throw notFound("This codebook");
    const doneById = ctx.actor.kind === "user" ? ctx.actor.userId : null;
    const doneVersion = done ? named.version : null;
    const { count } = await tx.codebookTask.updateMany({
      where: { studyId, id: taskId },
      data: { doneAt: done ? new Date() : null, doneById: done ? doneById : null, doneVersion },
    });
    if (count === 0) throw notFound("This entry");
    const action = done ? "codebook.settle-task" : "codebook.reopen-task";
    await recordAudit(tx, ctx, { studyId, action, subject: taskId, detail: { version: doneVersion } });

    return { taskId, doneVersion };
  });
}
