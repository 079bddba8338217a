import type { Metadata } from "next";
import { CampaignFrame } from "@/components/campaigns/campaign-frame";
import { ExportsView } from "@/components/campaigns/exports-view";
import { FunnelView } from "@/components/campaigns/funnel-view";
import { RatesView } from "@/components/campaigns/rates-view";
import { StateActions } from "@/components/campaigns/state-actions";
import { readFunnel } from "@/lib/campaigns/read-funnel";
import { responseRates } from "@/lib/campaigns/response-rates";
import { campaignPage } from "@/lib/http/campaign-page";

export const metadata: Metadata = { title: "Campaign" };

export default async function CampaignPage({ params }: PageProps<"/studies/[slug]/campaigns/[campaignId]">) {
  const open = await campaignPage(params, "");
  const { ctx, slug, scope, campaign } = open;
  const [funnel, rates] = await Promise.all([readFunnel(ctx, scope), responseRates(ctx, scope)]);
  const researcher = open.roles.includes("researcher");

  return (
    <>
      <CampaignFrame open={open} current="">
        Answers from responders only. A work that nobody endorsed is unlabelled, never a negative.
      </CampaignFrame>
      {researcher ? (
        <StateActions slug={slug} campaignId={scope.campaignId} state={campaign.state} missing={campaign.missing} />
      ) : null}
      <FunnelView slug={slug} campaignId={scope.campaignId} funnel={funnel} researcher={researcher} />
      <RatesView rates={rates} />
      <ExportsView slug={slug} campaignId={scope.campaignId} funnel={funnel} />
    </>
  );
}
