import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database, type Transaction } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { findCampaign } from "./find-campaign";
import { doNotAskKey, mintLinks } from "./internal";
import { CreateInvitationsInput } from "./schema";
import type { InvitationsMade } from "./wire";

/**
 * Invitations with their personal links, for everybody of the campaign who has none. Who declined in this study, or
 * asked to be forgotten, is left out and stays left out.
 */
export async function createInvitations(ctx: ServiceContext, input: unknown): Promise<InvitationsMade> {
  const { studyId, campaignId, inviteeIds } = CreateInvitationsInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  await findCampaign(database(ctx), studyId, campaignId);

  return withTransaction(
    ctx,
    async (tx) => {
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('invitations:' || ${campaignId}, 0))::text`;
      const { state } = await findCampaign(tx, studyId, campaignId);
      if (state === "closed") throw new ServiceError("conflict", "This campaign is closed. Nobody was invited.");
      const invitees = await tx.invitee.findMany({
        where: {
          studyId,
          campaignId,
          email: { not: null },
          invitations: { none: {} },
          ...(inviteeIds && { id: { in: inviteeIds } }),
        },
        select: { id: true, email: true },
        orderBy: { id: "asc" },
      });
      const refused = await refusedKeys(tx, studyId);
      const asked = invitees.flatMap(({ id, email }) =>
        email === null || refused.has(doNotAskKey(studyId, email))
          ? []
          : [{ inviteeId: id, email, invitationId: uuid7() }],
      );
      await tx.invitation.createMany({
        data: asked.map(({ inviteeId, invitationId }) => ({ studyId, campaignId, inviteeId, id: invitationId })),
      });
      const ids = asked.map((row) => row.invitationId);
      const urls = await mintLinks(tx, studyId, ids, "created");
      await recordAudit(tx, ctx, {
        studyId,
        action: "campaign.invite",
        subject: campaignId,
        detail: { made: asked.length, left: invitees.length - asked.length },
      });

      return {
        made: asked.map((row, i) => ({ ...row, url: urls[i] ?? "" })),
        left: invitees.length - asked.length,
      };
    },
    { timeout: 60_000 },
  );
}

export async function refusedKeys(tx: Pick<Transaction, "doNotAsk">, studyId: string): Promise<Set<string>> {
  const rows = await tx.doNotAsk.findMany({ where: { studyId }, select: { keyHash: true } });

  return new Set(rows.map((row) => row.keyHash));
}
