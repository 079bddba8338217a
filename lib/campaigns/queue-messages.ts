import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import type { CampaignModel } from "@/lib/db/generated/models";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/queue";
import { checkHeader } from "@/lib/mail/check-header";
import { refusedKeys } from "./create-invitations";
import { findCampaign } from "./find-campaign";
import { doNotAskKey } from "./internal";
import { missingForMail } from "./mail-ready";
import { type Plan, planInvite, planReminder, type Writable, whyNever } from "./message-rule";
import { QueueMessagesInput } from "./schema";
import type { MessagesQueued, NotWritten } from "./wire";

/**
 * Puts a mail to each person who may be written to in the queue; a background job sends them. Asking twice queues
 * nothing twice, and says why the others are left.
 */
export async function queueMessages(ctx: ServiceContext, input: unknown): Promise<MessagesQueued> {
  const { studyId, campaignId, action, invitationIds } = QueueMessagesInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(
    ctx,
    async (tx, inside) => {
      const campaign = await findCampaign(tx, studyId, campaignId);
      const missing = await missingForMail(tx, campaign);
      if (missing.length > 0) {
        throw new ServiceError("conflict", `No mail was queued. Still missing: ${missing.join("; ")}.`, {
          extra: { missing },
        });
      }
      const now = new Date();
      const again = invitationIds !== undefined;

      return queueFor(tx, inside, campaign, {
        action,
        ...(invitationIds && { invitationIds }),
        plan: (one) => (action === "invite" ? planInvite(one, again, now) : planReminder(one, null, now)),
      });
    },
    { timeout: 120_000 },
  );
}

type Choice = { action: string; invitationIds?: readonly string[]; plan: (one: Writable) => Plan };

/** Also for the nightly reminders. One at a time for each campaign, so that nobody is planned twice. */
export async function queueFor(
  tx: Transaction,
  ctx: ServiceContext,
  campaign: CampaignModel,
  { action, invitationIds, plan }: Choice,
): Promise<MessagesQueued> {
  const { studyId, id: campaignId, senderEmail } = campaign;
  checkHeader(campaign.senderName, "the sender's name");
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('invitations:' || ${campaignId}, 0))::text`;
  const invitations = await tx.invitation.findMany({
    where: { studyId, campaignId, ...(invitationIds && { id: { in: [...invitationIds] } }) },
    include: { invitee: { select: { email: true } }, messages: true },
    orderBy: { id: "asc" },
  });
  const refused = await refusedKeys(tx, studyId);
  const left = new Map<NotWritten["reason"], number>();
  const rows = invitations.flatMap(({ id, invitee, ...one }) => {
    const { email } = invitee;
    const never = whyNever(one, email, email !== null && refused.has(doNotAskKey(studyId, email)));
    const made: Plan = never ? { not: never } : plan(one);
    if ("not" in made) {
      left.set(made.not, (left.get(made.not) ?? 0) + 1);

      return [];
    }
    const messageId = uuid7();

    return [
      { studyId, campaignId, invitationId: id, id: messageId, ...made, messageId: mailId(messageId, senderEmail) },
    ];
  });
  await tx.message.createMany({ data: rows });
  for (const { id } of rows) await enqueue(ctx, "mail.send", { studyId, messageId: id }, { singletonKey: id });
  const counts = [...left].map(([reason, people]) => ({ reason, people }));
  if (rows.length > 0) {
    await recordAudit(tx, ctx, {
      studyId,
      action: "campaign.mail",
      subject: campaignId,
      detail: { action, queued: rows.length, left: counts },
    });
  }

  return { queued: rows.length, left: counts };
}

/** Of the sender's own domain; the same however often the message is tried. */
function mailId(id: string, senderEmail: string): string {
  return `${id}@${senderEmail.split("@")[1] ?? "assay.invalid"}`;
}
