import type { Transaction } from "@/lib/db/client";
import type { CampaignModel } from "@/lib/db/generated/models";
import { mailSettings } from "@/lib/mail/settings";

/** What must be done before mails of a campaign can go out, in words; empty once they can. */
export async function missingForMail(
  tx: Pick<Transaction, "campaignText">,
  campaign: CampaignModel,
  now = new Date(),
): Promise<string[]> {
  const { studyId, id: campaignId, languages } = campaign;
  const language = languages[0] ?? "en";
  const text = await tx.campaignText.count({ where: { studyId, campaignId, kind: "invitation", language } });
  const over = campaign.closesAt !== null && campaign.closesAt <= now;

  return [
    ...(mailSettings() ? [] : ["a mail server (ASSAY_SMTP_URL); until then, download the links as CSV"]),
    ...(campaign.senderEmail === "" ? ["the sender's address"] : []),
    ...(text === 0 ? [`the invitation text in ${language}`] : []),
    ...(campaign.state === "draft" ? ["opening the campaign"] : []),
    ...(campaign.state === "closed" || over ? ["a campaign that is not over"] : []),
    ...(campaign.opensAt && campaign.opensAt > now ? ["the opening date, which has not come"] : []),
  ];
}
