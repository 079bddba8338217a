import { PillLinks } from "@/components/ui/pill-links";
import { campaignAt } from "./words";

export const CAMPAIGN_PAGES = {
  "": "Funnel",
  "/edit": "Texts & settings",
  "/papers": "Papers",
  "/invitations": "Invitations",
  "/mail": "Mail",
  "/replies": "Replies by mail",
  "/review": "Review",
  "/cross-layer": "Against a layer",
} as const;
export type CampaignPage = keyof typeof CAMPAIGN_PAGES;

const OF_RESEARCHERS: CampaignPage[] = ["/edit", "/papers", "/invitations", "/mail", "/replies"];

type Props = { slug: string; campaignId: string; current?: CampaignPage; roles: readonly string[] };

export function CampaignNav({ slug, campaignId, current, roles }: Props) {
  const researcher = roles.includes("researcher");
  const reviewer = researcher || roles.includes("adjudicator");
  const pages = (Object.keys(CAMPAIGN_PAGES) as CampaignPage[]).filter(
    (page) => (researcher || !OF_RESEARCHERS.includes(page)) && (reviewer || page !== "/review"),
  );

  return (
    <PillLinks
      label="Pages of the campaign"
      className="mb-8"
      items={pages.map((page) => ({
        href: campaignAt(slug, campaignId, page),
        label: CAMPAIGN_PAGES[page],
        current: page === current,
      }))}
    />
  );
}
