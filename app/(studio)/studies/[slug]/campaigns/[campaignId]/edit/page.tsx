import type { Metadata } from "next";
import { CampaignForm } from "@/components/campaigns/campaign-form";
import { CampaignFrame } from "@/components/campaigns/campaign-frame";
import { campaignPage } from "@/lib/http/campaign-page";
import { listPools } from "@/lib/pools/list-pools";

export const metadata: Metadata = { title: "Texts and settings" };

export default async function EditPage({ params }: PageProps<"/studies/[slug]/campaigns/[campaignId]/edit">) {
  const open = await campaignPage(params, "/edit", ["researcher"]);
  const pools = await listPools(open.ctx, { studyId: open.scope.studyId });

  return (
    <>
      <CampaignFrame open={open} current="/edit" title="Texts & settings" />
      <CampaignForm
        slug={open.slug}
        campaign={open.campaign}
        pools={pools.map(({ poolId, name }) => ({ poolId, name }))}
      />
    </>
  );
}
