import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { notFound } from "@/lib/errors";
import { OnePoolInput } from "./schema";

export async function deletePool(ctx: ServiceContext, input: unknown): Promise<{ poolId: string }> {
  const { studyId, poolId } = OnePoolInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(
    ctx,
    async (tx) => {
      const where = { studyId_id: { studyId, id: poolId } };
      const row = await tx.pool.findUnique({ where, select: { name: true, sha256: true } });
      if (!row) throw notFound("This pool");
      await tx.pool.delete({ where, select: { id: true } });
      await recordAudit(tx, ctx, { studyId, action: "pool.delete", subject: poolId, detail: row });

      return { poolId };
    },
    { timeout: 600_000 },
  );
}
