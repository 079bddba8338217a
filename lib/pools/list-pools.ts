import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { ListInput } from "./schema";
import type { PoolView } from "./wire";

export async function listPools(ctx: ServiceContext, input: unknown): Promise<PoolView[]> {
  const { studyId } = ListInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const rows = await database(ctx).pool.findMany({ where: { studyId }, orderBy: { createdAt: "asc" } });

  return rows.map(({ id, name, fileName, sha256, bytes, size, createdAt }) => ({
    poolId: id,
    name,
    fileName,
    sha256,
    bytes: Number(bytes),
    size,
    createdAt: createdAt.toISOString(),
  }));
}
