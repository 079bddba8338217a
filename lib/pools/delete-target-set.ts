import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { notFound } from "@/lib/errors";
import { OneTargetSetInput } from "./schema";

export async function deleteTargetSet(ctx: ServiceContext, input: unknown): Promise<{ targetSetId: string }> {
  const { studyId, targetSetId } = OneTargetSetInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(
    ctx,
    async (tx) => {
      const where = { studyId_id: { studyId, id: targetSetId } };
      const row = await tx.targetSet.findUnique({ where, select: { name: true, sha256: true } });
      if (!row) throw notFound("This target set");
      await tx.targetSet.delete({ where, select: { id: true } });
      await recordAudit(tx, ctx, { studyId, action: "target-set.delete", subject: targetSetId, detail: row });

      return { targetSetId };
    },
    { timeout: 600_000 },
  );
}
