import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { findPapers } from "./find-papers";
import { SearchPoolInput } from "./schema";
import type { PoolHit } from "./wire";

/** Papers of a pool by id, DOI, arXiv id, title and year, or a title that resembles: proposals for a person. */
export async function searchPool(ctx: ServiceContext, input: unknown): Promise<PoolHit[]> {
  const wanted = SearchPoolInput.parse(input);
  const { studyId, poolId } = wanted;
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const db = database(ctx);
  if ((await db.pool.count({ where: { studyId, id: poolId } })) === 0) throw notFound("This pool");

  return findPapers(db, wanted);
}
