import { recordAudit } from "@/lib/audit/record-audit";
import { canonicalEmail } from "@/lib/auth/canonical-email";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { findCampaign } from "./find-campaign";
import { UpdateCampaignInput } from "./schema";
import { writeTexts } from "./write-texts";

/** What may change once people have been asked: nothing that they agreed to or answered under. */
const WHILE_OPEN = new Set(["opensAt", "closesAt", "reminderDays", "senderName", "senderEmail", "contact", "poolId"]);
const MAILS = new Set(["invitation", "reminder"]);

export async function updateCampaign(ctx: ServiceContext, input: unknown): Promise<{ campaignId: string }> {
  const { studyId, campaignId, texts = [], ...fields } = UpdateCampaignInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  if (typeof changes.senderEmail === "string" && changes.senderEmail !== "") {
    changes.senderEmail = canonicalEmail(changes.senderEmail);
  }

  return withTransaction(ctx, async (tx) => {
    const { state } = await findCampaign(tx, studyId, campaignId);
    if (state !== "draft") {
      const refused = [
        ...Object.keys(changes).filter((key) => !WHILE_OPEN.has(key)),
        ...texts.filter((text) => !MAILS.has(text.kind)).map((text) => text.kind),
      ];
      if (refused.length > 0) {
        throw new ServiceError(
          "conflict",
          `Nothing was changed: this campaign is ${state}, and people have agreed to it as it is (${refused.join(", ")}). Dates, reminders, sender, pool and mails may still change.`,
        );
      }
    }
    await tx.campaign.update({
      where: { studyId_id: { studyId, id: campaignId } },
      data: changes,
      select: { id: true },
    });
    const newTexts = await writeTexts(tx, { studyId, campaignId }, texts);
    const { contact: _, senderName: __, senderEmail: ___, ...detail } = changes;
    await recordAudit(tx, ctx, {
      studyId,
      action: "campaign.update",
      subject: campaignId,
      detail: { ...detail, newTexts },
    });

    return { campaignId };
  });
}
