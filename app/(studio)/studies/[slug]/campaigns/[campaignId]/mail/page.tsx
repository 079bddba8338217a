import type { Metadata } from "next";
import { BounceForm } from "@/components/campaigns/bounce-form";
import { CampaignFrame } from "@/components/campaigns/campaign-frame";
import { MailPanel } from "@/components/campaigns/mail-panel";
import { MessageTable } from "@/components/campaigns/message-table";
import { Footnote, Section } from "@/components/ui/text";
import { listMessages } from "@/lib/campaigns/list-messages";
import { campaignPage } from "@/lib/http/campaign-page";

export const metadata: Metadata = { title: "Mail" };

export default async function MailPage({ params }: PageProps<"/studies/[slug]/campaigns/[campaignId]/mail">) {
  const open = await campaignPage(params, "/mail", ["researcher"]);
  const list = await listMessages(open.ctx, { ...open.scope, take: 500 });
  const at = { slug: open.slug, campaignId: open.scope.campaignId };

  return (
    <>
      <CampaignFrame open={open} current="/mail" title="Mail">
        One message a person, each with a link of its own, sent one after another in the background.
      </CampaignFrame>
      <MailPanel {...at} list={list} reminderDays={open.campaign.reminderDays} />
      <MessageTable {...at} rows={list.rows} />
      {list.nextCursor ? <Footnote>The newest 500 are shown; the API gives the others.</Footnote> : null}
      <Section title="Mails that came back later" className="mt-12">
        <BounceForm {...at} />
      </Section>
    </>
  );
}
