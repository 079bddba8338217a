import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { ListInput } from "./schema";
import type { TargetSetView } from "./wire";

export async function listTargetSets(ctx: ServiceContext, input: unknown): Promise<TargetSetView[]> {
  const { studyId } = ListInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const rows = await database(ctx).targetSet.findMany({ where: { studyId }, orderBy: { createdAt: "asc" } });

  return rows.map(({ id, name, kind, fileName, sha256, bytes, rows: count, createdAt }) => ({
    targetSetId: id,
    name,
    kind,
    fileName,
    sha256,
    bytes: Number(bytes),
    rows: count,
    createdAt: createdAt.toISOString(),
  }));
}
