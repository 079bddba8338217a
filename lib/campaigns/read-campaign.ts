import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database, type Transaction } from "@/lib/db/client";
import type { CampaignModel } from "@/lib/db/generated/models";
import { findCampaign } from "./find-campaign";
import { iso } from "./internal";
import { CampaignScope, StudyScope } from "./schema";
import { type CampaignRow, type CampaignTextView, type CampaignView, Collects } from "./wire";
import { newestTexts } from "./write-texts";

export async function listCampaigns(ctx: ServiceContext, input: unknown): Promise<CampaignRow[]> {
  const { studyId } = StudyScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const rows = await database(ctx).campaign.findMany({ where: { studyId }, orderBy: { createdAt: "desc" } });

  return Promise.all(rows.map((row) => rowOf(database(ctx), row)));
}

export async function readCampaign(ctx: ServiceContext, input: unknown): Promise<CampaignView> {
  const { studyId, campaignId } = CampaignScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const campaign = await findCampaign(database(ctx), studyId, campaignId);
  const row = await rowOf(database(ctx), campaign);
  const texts = await newestTexts(database(ctx), { studyId, campaignId });
  const { languages, reminderDays, senderName, senderEmail, contact, reviewers, poolId, seed } = campaign;

  return {
    ...row,
    languages,
    reminderDays,
    senderName,
    senderEmail,
    contact,
    collects: Collects.parse(campaign.collects),
    reviewers,
    poolId,
    seed,
    texts,
    missing: missingFor(campaign, texts, row),
  };
}

/** What a campaign still lacks before anybody may be asked. */
export function missingFor(
  campaign: Pick<CampaignModel, "languages" | "contact">,
  texts: readonly Pick<CampaignTextView, "kind" | "language">[],
  counts: Pick<CampaignRow, "papers" | "invitees">,
): string[] {
  const has = new Set(texts.map((text) => `${text.kind} ${text.language}`));
  const wanted = campaign.languages.flatMap((language) =>
    (["information", "consent", "question"] as const)
      .filter((kind) => !has.has(`${kind} ${language}`))
      .map((kind) => `the ${kind} text in ${language}`),
  );

  return [
    ...wanted,
    ...(campaign.contact === "" ? ["a contact for questions"] : []),
    ...(counts.papers === 0 ? ["focal papers"] : []),
    ...(counts.papers > 0 && counts.invitees === 0 ? ["people to ask"] : []),
  ];
}

export async function countsOf(tx: Pick<Transaction, "focalPaper" | "invitee">, studyId: string, campaignId: string) {
  const where = { studyId, campaignId };

  return { papers: await tx.focalPaper.count({ where }), invitees: await tx.invitee.count({ where }) };
}

async function rowOf(
  tx: Pick<Transaction, "focalPaper" | "invitee" | "response">,
  campaign: CampaignModel,
): Promise<CampaignRow> {
  const { studyId, id: campaignId } = campaign;
  const submitted = await tx.response.count({
    where: { studyId, campaignId, submittedAt: { not: null }, withdrawnAt: null },
  });

  return {
    campaignId,
    name: campaign.name,
    state: campaign.state,
    opensAt: iso(campaign.opensAt),
    closesAt: iso(campaign.closesAt),
    ...(await countsOf(tx, studyId, campaignId)),
    submitted,
  };
}
