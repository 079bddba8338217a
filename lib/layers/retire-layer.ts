import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { notFound } from "@/lib/errors";
import { StoredLayerInput } from "./schema";

/** Takes a layer out of the lists. It stays readable, because releases and other layers may rest on it. */
export async function retireLayer(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ layerId: string; retiredAt: string }> {
  const { studyId, layerId } = StoredLayerInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx) => {
    const row = await tx.layer.findFirst({ where: { studyId, id: layerId }, select: { name: true, retiredAt: true } });
    if (!row) throw notFound("This layer");
    if (row.retiredAt) return { layerId, retiredAt: row.retiredAt.toISOString() };
    const retiredAt = new Date();
    await tx.layer.update({
      where: { studyId_id: { studyId, id: layerId } },
      data: { retiredAt },
      select: { id: true },
    });
    await recordAudit(tx, ctx, { studyId, action: "layer.retire", subject: layerId, detail: { name: row.name } });

    return { layerId, retiredAt: retiredAt.toISOString() };
  });
}
