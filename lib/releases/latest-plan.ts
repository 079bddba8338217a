import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { LatestPlanInput } from "./schema";
import { ReleasePlan } from "./wire";

export type LatestPlan = { releaseId: string; version: string; plan: ReleasePlan };

/** The plan of the last finished release (of one profile, where named): what a patch repeats and a new form starts from. */
export async function latestPlan(ctx: ServiceContext, input: unknown): Promise<LatestPlan | null> {
  const { studyId, profile } = LatestPlanInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const row = await database(ctx).release.findFirst({
    where: { studyId, state: "ready", ...(profile && { profile }) },
    orderBy: [{ frozenAt: "desc" }, { id: "desc" }],
    select: { id: true, version: true, plan: true },
  });

  return row ? { releaseId: row.id, version: row.version, plan: ReleasePlan.parse(row.plan) } : null;
}
