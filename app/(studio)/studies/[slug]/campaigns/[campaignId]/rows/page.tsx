import type { Metadata } from "next";
import { CampaignFrame } from "@/components/campaigns/campaign-frame";
import { FunnelRows } from "@/components/campaigns/funnel-rows";
import { FUNNEL_WORDS } from "@/components/campaigns/words";
import { formatCount } from "@/components/ui/format-number";
import { listFunnelRows } from "@/lib/campaigns/list-funnel-rows";
import type { FunnelStep } from "@/lib/campaigns/wire";
import { campaignPage } from "@/lib/http/campaign-page";
import { orNotFound } from "@/lib/http/page-context";

export const metadata: Metadata = { title: "Rows of the funnel" };

export default async function RowsPage({
  params,
  searchParams,
}: PageProps<"/studies/[slug]/campaigns/[campaignId]/rows">) {
  const { step } = await searchParams;
  const open = await campaignPage(params, "/rows");
  const rows = await orNotFound(listFunnelRows(open.ctx, { ...open.scope, step }));
  const words = FUNNEL_WORDS[step as FunnelStep];

  return (
    <>
      <CampaignFrame open={open} title={`${formatCount(rows.rows.length)} ${words}`} />
      <FunnelRows label={words} rows={rows} />
    </>
  );
}
