import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database, type Transaction } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { type BounceReport, readBounces } from "@/lib/mail/read-bounces";
import { markDelivery } from "./change-invitation";
import { findCampaign } from "./find-campaign";
import { BouncesInput } from "./schema";
import type { BouncesRecorded } from "./wire";

/** Mails that came back, pasted as they were received: the message is found by its id, else by the address. */
export async function recordBounces(ctx: ServiceContext, input: unknown): Promise<BouncesRecorded> {
  const { studyId, campaignId, text } = BouncesInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  await findCampaign(database(ctx), studyId, campaignId);
  const reports = readBounces(text);
  if (reports.length === 0) {
    throw new ServiceError(
      "unprocessable",
      "Nothing was recorded: no delivery report was found in this text. Paste the whole mail with its source (“show original”), down to the lines that begin with “Final-Recipient”.",
    );
  }

  return withTransaction(ctx, async (tx) => {
    const result: BouncesRecorded = { bounced: [], ignored: [] };
    for (const report of reports) {
      const ignore = (why: BouncesRecorded["ignored"][number]["why"]) =>
        result.ignored.push({ email: report.recipient, why });
      if (report.action !== "failed") ignore("delayed");
      else {
        const message = await find(tx, studyId, campaignId, report);
        if (!message) ignore("not_ours");
        else if (message.state === "bounced") ignore("known");
        else {
          await bounce(tx, message, report.said);
          result.bounced.push({ email: report.recipient, problem: report.said });
        }
      }
    }
    if (result.bounced.length > 0) {
      await recordAudit(tx, ctx, {
        studyId,
        action: "campaign.bounces",
        subject: campaignId,
        detail: { bounced: result.bounced.length },
      });
    }

    return result;
  });
}

async function find(tx: Transaction, studyId: string, campaignId: string, { messageId, recipient }: BounceReport) {
  const where = { studyId, campaignId, state: { in: ["sent" as const, "sending" as const, "bounced" as const] } };
  const byId = messageId === null ? null : await tx.message.findFirst({ where: { ...where, messageId } });

  return (
    byId ??
    tx.message.findFirst({
      where: { ...where, invitation: { invitee: { email: recipient } } },
      orderBy: { id: "desc" },
    })
  );
}

async function bounce(
  tx: Transaction,
  { studyId, id, invitationId }: { studyId: string; id: string; invitationId: string },
  problem: string,
): Promise<void> {
  const now = new Date();
  await tx.message.update({
    where: { studyId_id: { studyId, id } },
    data: { state: "bounced", bouncedAt: now, problem },
    select: { id: true },
  });
  await markDelivery(tx, studyId, invitationId, "bounced", now);
}
