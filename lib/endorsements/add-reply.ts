import { recordAudit } from "@/lib/audit/record-audit";
import { canonicalEmail } from "@/lib/auth/canonical-email";
import { requireRole } from "@/lib/auth/require-role";
import { findCampaign } from "@/lib/campaigns/find-campaign";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { sha256 } from "./internal";
import { AddReplyInput } from "./reply-schema";

/** Keeps a reply as it was pasted; nothing in it is an answer before a person has read it so. The same text again is the same reply. */
export async function addReply(ctx: ServiceContext, input: unknown): Promise<{ replyId: string; again: boolean }> {
  const { studyId, campaignId, email, text, receivedAt } = AddReplyInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx) => {
    await findCampaign(tx, studyId, campaignId);
    const invitee = await tx.invitee.findFirst({
      where: { studyId, campaignId, email: canonicalEmail(email) },
      select: { id: true, papers: { where: { notMineAt: null }, select: { focalId: true } } },
    });
    if (!invitee) {
      throw new ServiceError("unprocessable", "Not kept: nobody with this address was asked in this campaign.");
    }
    const textHash = sha256(text);
    const where = { studyId_inviteeId_textHash: { studyId, inviteeId: invitee.id, textHash } };
    const there = await tx.mailReply.findUnique({ where, select: { id: true } });
    if (there) return { replyId: there.id, again: true };
    const createdById = ctx.actor.kind === "user" ? ctx.actor.userId : null;
    const replyId = uuid7();
    await tx.mailReply.create({
      data: { studyId, id: replyId, campaignId, inviteeId: invitee.id, text, textHash, receivedAt, createdById },
      select: { id: true },
    });
    await recordAudit(tx, ctx, { studyId, action: "reply.add", subject: replyId });

    return { replyId, again: false };
  });
}
