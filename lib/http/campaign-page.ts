import { notFound } from "next/navigation";
import { readCampaign } from "@/lib/campaigns/read-campaign";
import type { CampaignView } from "@/lib/campaigns/wire";
import type { ServiceContext } from "@/lib/context";
import { orNotFound } from "./page-context";
import { studyPage } from "./study-page";

export type OpenCampaign = {
  ctx: ServiceContext;
  slug: string;
  roles: readonly string[];
  campaign: CampaignView;
  scope: { studyId: string; campaignId: string };
};

/** What every page of a campaign reads first. With `roles`, only who has one of these finds the page. */
export async function campaignPage(
  params: Promise<{ slug: string; campaignId: string }>,
  path: string,
  roles?: readonly string[],
): Promise<OpenCampaign> {
  const { slug, campaignId } = await params;
  const { ctx, study } = await studyPage(slug, `/campaigns/${campaignId}${path}`);
  if (roles && !study.roles.some((role) => roles.includes(role))) notFound();
  const scope = { studyId: study.studyId, campaignId };
  const campaign = await orNotFound(readCampaign(ctx, scope));

  return { ctx, slug, roles: study.roles, campaign, scope };
}
