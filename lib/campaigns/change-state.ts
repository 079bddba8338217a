import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { findCampaign } from "./find-campaign";
import { countsOf, missingFor } from "./read-campaign";
import { ChangeStateInput } from "./schema";
import { newestTexts } from "./write-texts";

/** Opens a campaign, closes it, or opens it again. Closing keeps every answer; links then show what was recorded. */
export async function changeCampaignState(ctx: ServiceContext, input: unknown): Promise<{ state: "open" | "closed" }> {
  const { studyId, campaignId, state } = ChangeStateInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx) => {
    const campaign = await findCampaign(tx, studyId, campaignId);
    if (state === "open") {
      const texts = await newestTexts(tx, { studyId, campaignId });
      const missing = missingFor(campaign, texts, await countsOf(tx, studyId, campaignId));
      if (missing.length > 0) {
        throw new ServiceError("conflict", `Not opened. Still missing: ${missing.join("; ")}.`, { extra: { missing } });
      }
    } else if (campaign.state === "draft") {
      throw new ServiceError("conflict", "This campaign was never opened; there is nothing to close.");
    }
    const now = new Date();
    await tx.campaign.update({
      where: { studyId_id: { studyId, id: campaignId } },
      data: state === "open" ? { state, openedAt: campaign.openedAt ?? now, closedAt: null } : { state, closedAt: now },
      select: { id: true },
    });
    await recordAudit(tx, ctx, {
      studyId,
      action: `campaign.${state === "open" ? "open" : "close"}`,
      subject: campaignId,
    });

    return { state };
  });
}
