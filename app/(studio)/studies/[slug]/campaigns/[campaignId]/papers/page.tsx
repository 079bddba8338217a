import type { Metadata } from "next";
import { CampaignFrame } from "@/components/campaigns/campaign-frame";
import { PaperImport } from "@/components/campaigns/paper-import";
import { PaperTable } from "@/components/campaigns/paper-table";
import { Section } from "@/components/ui/text";
import { listFocalPapers } from "@/lib/campaigns/list-invitations";
import { campaignPage } from "@/lib/http/campaign-page";

export const metadata: Metadata = { title: "Focal papers" };

export default async function PapersPage({ params }: PageProps<"/studies/[slug]/campaigns/[campaignId]/papers">) {
  const open = await campaignPage(params, "/papers", ["researcher"]);
  const papers = await listFocalPapers(open.ctx, open.scope);

  return (
    <>
      <CampaignFrame open={open} current="/papers" title="Focal papers">
        The papers that are asked about, their authors and their reference lists. Everything in a file is stored, or
        nothing of it.
      </CampaignFrame>
      {open.campaign.state === "closed" ? null : (
        <Section title="Import">
          <PaperImport slug={open.slug} campaignId={open.scope.campaignId} />
        </Section>
      )}
      <Section title="Papers">
        <PaperTable papers={papers} />
      </Section>
    </>
  );
}
