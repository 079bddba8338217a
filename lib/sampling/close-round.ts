import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { notFound } from "@/lib/errors";
import { CloseRoundInput } from "./schema";

/** A closed round hands out nothing more; what raters hold they may still finish. `closed: false` opens it again. */
export async function closeRound(ctx: ServiceContext, input: unknown): Promise<{ closed: boolean }> {
  const { studyId, roundId, closed } = CloseRoundInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx) => {
    const { count } = await tx.round.updateMany({
      where: { studyId, id: roundId, purpose: { not: "corpus" } },
      data: { closedAt: closed ? new Date() : null },
    });
    if (count === 0) throw notFound("This round");
    await recordAudit(tx, ctx, { studyId, action: closed ? "round.close" : "round.open", subject: roundId });

    return { closed };
  });
}
