import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/queue";
import { findRelease } from "./internal";
import { ReleaseInput } from "./schema";

/** Makes a release that failed or was interrupted from today's data, under its plan. A finished one stays as it is. */
export async function resumeRelease(ctx: ServiceContext, input: unknown): Promise<{ releaseId: string }> {
  const { studyId, releaseId } = ReleaseInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx, inside) => {
    const row = await findRelease(inside, studyId, releaseId);
    if (row.state === "ready") throw finished();
    // The condition again, for whoever finished it between the two statements.
    const changed = await tx.release.updateMany({
      where: { studyId, id: releaseId, state: { not: "ready" } },
      data: { state: "building", problem: null },
    });
    if (changed.count === 0) throw finished();
    await enqueue(inside, "release.build", { studyId, releaseId });
    await recordAudit(tx, ctx, { studyId, action: "release.resume", subject: releaseId });

    return { releaseId };
  });
}

function finished(): ServiceError {
  return new ServiceError("conflict", "This release is finished and cannot change. Make a new one.");
}
