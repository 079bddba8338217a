import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { findRelease } from "./internal";
import { ReleaseInput } from "./schema";

/** Takes away a release that was never finished. What is finished stays: others may have it already. */
export async function discardRelease(ctx: ServiceContext, input: unknown): Promise<void> {
  const { studyId, releaseId } = ReleaseInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  await withTransaction(ctx, async (tx, inside) => {
    await findRelease(inside, studyId, releaseId);
    const gone = await tx.release.deleteMany({ where: { studyId, id: releaseId, state: { not: "ready" } } });
    if (gone.count === 0)
      throw new ServiceError("conflict", "This release is finished and stays: others may have it already.");
    await recordAudit(tx, ctx, { studyId, action: "release.discard", subject: releaseId });
  });
}
