import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { notFound, ServiceError } from "@/lib/errors";
import { checkPlan } from "./check-plan";
import { draftVersion } from "./internal";
import { CreateReleaseInput } from "./schema";

/** Puts a release down to be made: its plan is checked now, its rows are read when `buildRelease` makes it. */
export async function createRelease(ctx: ServiceContext, input: unknown): Promise<{ releaseId: string }> {
  const { studyId, plan, patchOf } = CreateReleaseInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx, inside) => {
    await checkPlan(inside, studyId, plan);
    if (patchOf) {
      const base = await tx.release.findFirst({
        where: { studyId, id: patchOf },
        select: { state: true, profile: true },
      });
      if (!base) throw notFound("This release");
      if (base.state !== "ready" || base.profile !== plan.profile)
        throw new ServiceError("conflict", "A patch follows a finished release of the same profile. Nothing was made.");
    }
    const id = uuid7();
    await tx.release.create({
      data: {
        ...{ studyId, id, version: draftVersion(id), profile: plan.profile, plan, patchOf: patchOf ?? null },
        createdById: ctx.actor.kind === "user" ? ctx.actor.userId : null,
      },
      select: { id: true },
    });
    await recordAudit(tx, ctx, {
      studyId,
      action: "release.create",
      subject: id,
      detail: { profile: plan.profile, layers: plan.layers, ...(patchOf && { patchOf }) },
    });

    return { releaseId: id };
  });
}
