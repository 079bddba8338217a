import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { notFound } from "@/lib/errors";
import { OneRunInput } from "./schema";

export async function deleteRun(ctx: ServiceContext, input: unknown): Promise<{ runId: string }> {
  const { studyId, runId } = OneRunInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(
    ctx,
    async (tx) => {
      const where = { studyId_id: { studyId, id: runId } };
      const row = await tx.run.findUnique({ where, select: { name: true, sha256: true } });
      if (!row) throw notFound("This run");
      await tx.run.delete({ where, select: { id: true } });
      await recordAudit(tx, ctx, { studyId, action: "run.delete", subject: runId, detail: row });

      return { runId };
    },
    { timeout: 600_000 },
  );
}
