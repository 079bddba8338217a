import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/text";
import type { CampaignView } from "@/lib/campaigns/wire";
import { CampaignNav, type CampaignPage } from "./campaign-nav";
import { CAMPAIGN_STATES } from "./words";

type Props = {
  open: { slug: string; roles: readonly string[]; campaign: CampaignView };
  current?: CampaignPage;
  title?: string;
  children?: ReactNode;
};

/** The head of every page of a campaign. */
export function CampaignFrame({ open, current, title, children }: Props) {
  const { campaign, slug, roles } = open;

  return (
    <>
      <PageHeader
        title={title ?? campaign.name}
        eyebrow={
          title
            ? `Campaign: ${campaign.name}, answers from responders only`
            : `Campaign, ${CAMPAIGN_STATES[campaign.state]}`
        }
        className="mb-5"
      >
        {children}
      </PageHeader>
      <CampaignNav
        slug={slug}
        campaignId={campaign.campaignId}
        roles={roles}
        {...(current !== undefined && { current })}
      />
    </>
  );
}
