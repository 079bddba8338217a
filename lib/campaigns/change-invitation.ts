import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { notFound, ServiceError } from "@/lib/errors";
import { mintLink } from "./internal";
import { ChangeInvitationInput } from "./schema";
import type { InvitationChanged } from "./wire";

/**
 * `revoke`: none of its links opens anything any more. `replace`: revokes and makes a new invitation; what was answered
 * stays with the person. `link`: one more link to the same answers. `sent`, `bounced`: what happened to one's own mailing.
 */
export async function changeInvitation(ctx: ServiceContext, input: unknown): Promise<InvitationChanged> {
  const { studyId, campaignId, invitationId, action } = ChangeInvitationInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx) => {
    const found = await tx.invitation.findUnique({
      where: { studyId_id: { studyId, id: invitationId } },
      include: { invitee: { select: { email: true } } },
    });
    if (!found || found.campaignId !== campaignId) throw notFound("This invitation");
    if (found.revokedAt && action !== "revoke") {
      throw new ServiceError("conflict", "This invitation is revoked. Invite the person again with the newest one.");
    }
    const scope = { studyId, campaignId, invitationId };
    const changed = await apply(tx, scope, action, found);
    await recordAudit(tx, ctx, { studyId, action: `invitation.${action}`, subject: invitationId });

    return changed;
  });
}

type Found = { inviteeId: string; declinedAt: Date | null; invitee: { email: string | null } };

async function apply(
  tx: Transaction,
  { studyId, campaignId, invitationId }: { studyId: string; campaignId: string; invitationId: string },
  action: ReturnType<typeof ChangeInvitationInput.parse>["action"],
  found: Found,
): Promise<InvitationChanged> {
  const where = { studyId_id: { studyId, id: invitationId } };
  const now = new Date();
  if (action === "sent" || action === "bounced") {
    await markDelivery(tx, studyId, invitationId, action, now);

    return { invitationId };
  }
  if (action === "link") return { invitationId, url: await mintLink(tx, { studyId, invitationId }, "link") };
  await tx.invitationToken.updateMany({ where: { studyId, invitationId, revokedAt: null }, data: { revokedAt: now } });
  if (action === "revoke") {
    await tx.invitation.update({ where, data: { revokedAt: now }, select: { id: true } });

    return { invitationId };
  }
  if (found.declinedAt || found.invitee.email === null) {
    throw new ServiceError("conflict", "This person declined or was erased, and is not asked again.");
  }
  const id = uuid7();
  await tx.invitation.create({ data: { studyId, id, campaignId, inviteeId: found.inviteeId }, select: { id: true } });
  await tx.invitation.update({ where, data: { revokedAt: now, replacedById: id }, select: { id: true } });

  return { invitationId: id, url: await mintLink(tx, { studyId, invitationId: id }, "created") };
}

/** A mail went out, or came back. Never turns back what the person has done since. */
export async function markDelivery(
  tx: Transaction,
  studyId: string,
  invitationId: string,
  what: "sent" | "bounced",
  at: Date,
): Promise<void> {
  const from = what === "sent" ? (["made", "bounced"] as const) : (["made", "sent"] as const);
  await tx.invitation.updateMany({
    where: { studyId, id: invitationId, state: { in: [...from] } },
    data: { state: what },
  });
  await tx.invitation.updateMany({
    where: { studyId, id: invitationId },
    data: what === "sent" ? { sentAt: at } : { bouncedAt: at },
  });
}
