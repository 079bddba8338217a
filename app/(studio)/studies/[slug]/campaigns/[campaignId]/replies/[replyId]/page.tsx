import type { Metadata } from "next";
import { CampaignFrame } from "@/components/campaigns/campaign-frame";
import { ReplyWorkspace } from "@/components/campaigns/reply-workspace";
import { readReply } from "@/lib/endorsements/read-reply";
import { campaignPage } from "@/lib/http/campaign-page";
import { orNotFound } from "@/lib/http/page-context";

export const metadata: Metadata = { title: "A reply" };

export default async function ReplyPage({
  params,
}: PageProps<"/studies/[slug]/campaigns/[campaignId]/replies/[replyId]">) {
  const { replyId } = await params;
  const open = await campaignPage(params, `/replies/${replyId}`, ["researcher"]);
  const reply = await orNotFound(readReply(open.ctx, { ...open.scope, replyId }));

  return (
    <>
      <CampaignFrame
        open={open}
        current="/replies"
        title={`Reply of ${reply.name ?? reply.email ?? "somebody erased"}`}
      />
      <ReplyWorkspace slug={open.slug} campaignId={open.scope.campaignId} reply={reply} />
    </>
  );
}
