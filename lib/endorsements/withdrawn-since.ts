import { z } from "zod";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";

const Input = z.strictObject({ studyId: z.uuid(), since: z.date() });

/** Confirmed pairs that authors took back since a moment (a release's freezing): counted, never named. */
export async function withdrawnSince(ctx: ServiceContext, input: unknown): Promise<{ pairs: number }> {
  const { studyId, since } = Input.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const { _sum } = await database(ctx).endorsementEvent.aggregate({
    where: { studyId, at: { gt: since } },
    _sum: { pairs: true },
  });

  return { pairs: _sum.pairs ?? 0 };
}
