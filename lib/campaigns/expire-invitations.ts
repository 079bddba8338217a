import { recordAudit } from "@/lib/audit/record-audit";
import { requireAdministrator } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";

/**
 * For a nightly job. Once a campaign is over, links of people who never agreed are deleted and their invitations are
 * expired; who answered keeps the link, so that withdrawing stays as easy as agreeing.
 */
export async function expireInvitations(ctx: ServiceContext, now = new Date()): Promise<{ expired: number }> {
  requireAdministrator(ctx);
  const over = await database(ctx).campaign.findMany({
    where: { OR: [{ state: "closed" }, { state: "open", closesAt: { lte: now } }] },
    select: { studyId: true, id: true },
  });
  let expired = 0;
  for (const { studyId, id: campaignId } of over) {
    expired += await withTransaction(ctx, async (tx) => {
      const silent = {
        studyId,
        campaignId,
        state: { in: ["made" as const, "sent" as const, "bounced" as const, "opened" as const] },
        OR: [{ invitee: { response: null } }, { invitee: { response: { consentAt: null } } }],
      };
      await tx.invitationToken.deleteMany({ where: { studyId, invitation: silent } });
      const { count } = await tx.invitation.updateMany({ where: silent, data: { state: "expired", expiredAt: now } });
      if (count > 0) {
        await recordAudit(tx, ctx, { studyId, action: "campaign.expire", subject: campaignId, detail: { count } });
      }

      return count;
    });
  }

  return { expired };
}
