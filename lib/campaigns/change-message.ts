import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { notFound, ServiceError } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/queue";
import { markDelivery } from "./change-invitation";
import { findCampaign } from "./find-campaign";
import { stateOf } from "./list-messages";
import { missingForMail } from "./mail-ready";
import { ChangeMessageInput } from "./schema";
import type { MessageChanged, MessageStateName } from "./wire";

type Action = ReturnType<typeof ChangeMessageInput.parse>["action"];

const FROM: Record<Action, readonly MessageStateName[]> = {
  again: ["unsure", "failed"],
  arrived: ["unsure"],
  bounced: ["sent", "unsure"],
  cancel: ["queued"],
};

/** What a person decides about one message; see ChangeMessageBody. */
export async function changeMessage(ctx: ServiceContext, input: unknown): Promise<MessageChanged> {
  const { studyId, campaignId, messageId, action } = ChangeMessageInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx, inside) => {
    const campaign = await findCampaign(tx, studyId, campaignId);
    await tx.$queryRaw`
      SELECT id::text FROM "Message" WHERE "studyId" = ${studyId}::uuid AND id = ${messageId}::uuid FOR UPDATE`;
    const where = { studyId_id: { studyId, id: messageId } };
    const row = await tx.message.findUnique({ where });
    if (!row || row.campaignId !== campaignId) throw notFound("This message");
    const state = stateOf(row);
    if (!FROM[action].includes(state)) {
      throw new ServiceError("conflict", `Nothing was changed: this message is ${WORDS[state]}.`, { extra: { state } });
    }
    const now = new Date();
    const { invitationId } = row;
    if (action === "again") {
      const missing = await missingForMail(tx, campaign);
      if (missing.length > 0) {
        throw new ServiceError("conflict", `Not sent again. Still missing: ${missing.join("; ")}.`, {
          extra: { missing },
        });
      }
      const data = { state: "queued" as const, problem: null, failedAt: null, claimedAt: null, queuedAt: now };
      await tx.message.update({ where, data, select: { id: true } });
      await enqueue(inside, "mail.send", { studyId, messageId }, { singletonKey: messageId });
    } else if (action === "arrived") {
      const sentAt = row.claimedAt ?? now;
      await tx.message.update({ where, data: { state: "sent", sentAt, problem: null }, select: { id: true } });
      if (row.kind === "invite") await markDelivery(tx, studyId, invitationId, "sent", sentAt);
    } else if (action === "bounced") {
      const problem = "It came back, as a researcher wrote down.";
      await tx.message.update({ where, data: { state: "bounced", bouncedAt: now, problem }, select: { id: true } });
      await markDelivery(tx, studyId, invitationId, "bounced", now);
    } else {
      const problem = "Not sent: taken back before it left.";
      await tx.message.update({ where, data: { state: "failed", failedAt: now, problem }, select: { id: true } });
    }
    await recordAudit(tx, ctx, { studyId, action: `message.${action}`, subject: messageId });
    const after = await tx.message.findUniqueOrThrow({ where });

    return { messageId, state: stateOf(after) };
  });
}

const WORDS: Record<MessageStateName, string> = {
  queued: "waiting to be sent",
  sending: "being sent",
  unsure: "perhaps sent",
  sent: "sent",
  failed: "not sent",
  bounced: "come back",
};
