import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { tendQueued } from "./end-queued";
import { endAbandonedImports, viewOf } from "./internal";
import { ListImportsInput } from "./schema";
import type { ImportView } from "./wire";

/** The study's imports, the newest first, without their faults. */
export async function listImports(ctx: ServiceContext, input: unknown): Promise<ImportView[]> {
  const { studyId, limit } = ListImportsInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  await endAbandonedImports(ctx, studyId);
  await tendQueued(ctx, studyId);
  const rows = await database(ctx).import.findMany({
    where: { studyId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    omit: { faults: true },
  });

  return rows.map((row) => viewOf({ ...row, faults: [] }));
}
