import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { beingBuilt, rowOf, waitingToBeBuilt } from "./internal";
import { StudyScope } from "./schema";
import type { ReleaseRow } from "./wire";

/** The study's releases, the newest first, with those that were not finished. */
export async function listReleases(ctx: ServiceContext, input: unknown): Promise<ReleaseRow[]> {
  const { studyId } = StudyScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const rows = await database(ctx).release.findMany({
    where: { studyId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    include: { files: { select: { bytes: true } } },
    omit: { manifest: true },
  });
  const open = rows.filter((row) => row.state === "building").map((row) => row.id);
  const [building, waiting] = await Promise.all([beingBuilt(ctx, open), waitingToBeBuilt(ctx, open)]);

  return rows.map((row) => rowOf(row, building.has(row.id), waiting.has(row.id)));
}
