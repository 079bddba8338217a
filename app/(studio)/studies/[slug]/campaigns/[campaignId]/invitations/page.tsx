import type { Metadata } from "next";
import { CampaignFrame } from "@/components/campaigns/campaign-frame";
import { InvitationTable } from "@/components/campaigns/invitation-table";
import { InvitePanel } from "@/components/campaigns/invite-panel";
import { formatCount } from "@/components/ui/format-number";
import { Footnote } from "@/components/ui/text";
import { listInvitations } from "@/lib/campaigns/list-invitations";
import type { InvitationRow } from "@/lib/campaigns/wire";
import { campaignPage, type OpenCampaign } from "@/lib/http/campaign-page";

export const metadata: Metadata = { title: "Invitations" };

const MOST = 5000;

export default async function InvitationsPage({
  params,
}: PageProps<"/studies/[slug]/campaigns/[campaignId]/invitations">) {
  const open = await campaignPage(params, "/invitations", ["researcher"]);
  const { rows, more } = await allInvitations(open);

  return (
    <>
      <CampaignFrame open={open} current="/invitations" title="Invitations">
        A link is a person’s own: it works again and again until the deadline or until it is revoked, and opens the same
        answers on every device.
      </CampaignFrame>
      {open.campaign.state === "closed" ? null : <InvitePanel slug={open.slug} campaignId={open.scope.campaignId} />}
      <InvitationTable slug={open.slug} campaignId={open.scope.campaignId} rows={rows} />
      {more ? <Footnote>The first {formatCount(MOST)} are shown; the API gives the others.</Footnote> : null}
    </>
  );
}

async function allInvitations({ ctx, scope }: OpenCampaign): Promise<{ rows: InvitationRow[]; more: boolean }> {
  const rows: InvitationRow[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listInvitations>> = await listInvitations(ctx, {
      ...scope,
      take: 500,
      ...(cursor !== null && { cursor }),
    });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null && rows.length < MOST);

  return { rows, more: cursor !== null };
}
