import type { Metadata } from "next";
import { CampaignFrame } from "@/components/campaigns/campaign-frame";
import { ReplyForm } from "@/components/campaigns/reply-form";
import { ReplyTable } from "@/components/campaigns/reply-table";
import { Section } from "@/components/ui/text";
import { listInvitations } from "@/lib/campaigns/list-invitations";
import { listReplies } from "@/lib/endorsements/read-reply";
import { campaignPage } from "@/lib/http/campaign-page";

export const metadata: Metadata = { title: "Replies by mail" };

export default async function RepliesPage({ params }: PageProps<"/studies/[slug]/campaigns/[campaignId]/replies">) {
  const open = await campaignPage(params, "/replies", ["researcher"]);
  const [replies, { rows }] = await Promise.all([
    listReplies(open.ctx, open.scope),
    listInvitations(open.ctx, { ...open.scope, take: 500 }),
  ]);
  const people = rows.flatMap(({ email, name }) => (email === null ? [] : [{ email, name }]));

  return (
    <>
      <CampaignFrame open={open} current="/replies" title="Replies by mail">
        Some people answer by writing back. The text is kept privately; what it says is proposed, and counts once you
        have confirmed it.
      </CampaignFrame>
      <Section title="Add a reply">
        <ReplyForm slug={open.slug} campaignId={open.scope.campaignId} people={people} />
      </Section>
      <Section title="Replies">
        <ReplyTable slug={open.slug} campaignId={open.scope.campaignId} replies={replies} />
      </Section>
    </>
  );
}
