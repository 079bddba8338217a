import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { notFound } from "@/lib/errors";
import { RevokeJoinLinkInput } from "./schema";

export async function revokeJoinLink(ctx: ServiceContext, input: unknown): Promise<{ revoked: true }> {
  const { studyId, linkId } = RevokeJoinLinkInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx) => {
    const { count } = await tx.joinLink.updateMany({
      where: { id: linkId, studyId, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count === 0) throw notFound("This link");
    await recordAudit(tx, ctx, { studyId, action: "join-link.revoke", subject: linkId });

    return { revoked: true };
  });
}
