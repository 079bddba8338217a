import type { Transaction } from "@/lib/db/client";
import type { CampaignModel } from "@/lib/db/generated/models";
import { notFound } from "@/lib/errors";

export async function findCampaign(
  tx: Pick<Transaction, "campaign">,
  studyId: string,
  campaignId: string,
): Promise<CampaignModel> {
  const campaign = await tx.campaign.findUnique({ where: { studyId_id: { studyId, id: campaignId } } });
  if (!campaign) throw notFound("This campaign");

  return campaign;
}
