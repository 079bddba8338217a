import type { Metadata } from "next";
import { AuthorAgreement } from "@/components/campaigns/author-agreement";
import { CampaignFrame } from "@/components/campaigns/campaign-frame";
import { ReviewAgreement } from "@/components/campaigns/review-agreement";
import { ReviewWorkspace } from "@/components/campaigns/review-workspace";
import { campaignAt, GROUP_WORDS } from "@/components/campaigns/words";
import { formatCount } from "@/components/ui/format-number";
import { PillLinks } from "@/components/ui/pill-links";
import { authorAgreement } from "@/lib/endorsements/author-agreement";
import { reviewAgreement } from "@/lib/endorsements/review-agreement";
import { reviewQueue } from "@/lib/endorsements/review-queue";
import { REVIEW_GROUPS } from "@/lib/endorsements/wire";
import { campaignPage } from "@/lib/http/campaign-page";
import { orNotFound } from "@/lib/http/page-context";

export const metadata: Metadata = { title: "Review" };

const STATES = { open: "open", disputed: "reviewers differ", done: "done", all: "all" };

export default async function ReviewPage({
  params,
  searchParams,
}: PageProps<"/studies/[slug]/campaigns/[campaignId]/review">) {
  const given = await searchParams;
  const text = (name: string) => (typeof given[name] === "string" && given[name] !== "" ? given[name] : undefined);
  const open = await campaignPage(params, "/review", ["researcher", "adjudicator"]);
  const [state, group] = [text("state") ?? "open", text("group")];
  const [page, agreement, authors] = await orNotFound(
    Promise.all([
      reviewQueue(open.ctx, { ...open.scope, state, ...(group !== undefined && { group }) }),
      reviewAgreement(open.ctx, open.scope),
      authorAgreement(open.ctx, open.scope),
    ]),
  );
  const href = (query: Record<string, string>) =>
    campaignAt(open.slug, open.scope.campaignId, `/review?${new URLSearchParams(query)}`);

  return (
    <>
      <CampaignFrame open={open} current="/review" title="Review">
        What needs thought comes first. Nothing is released that no person has confirmed.
      </CampaignFrame>
      <PillLinks
        label="State"
        className="mb-3"
        items={Object.entries(STATES).map(([name, label]) => ({
          href: href({ state: name }),
          label,
          current: name === state,
        }))}
      />
      <PillLinks
        label="Kind of pair"
        className="mb-8"
        items={[
          { href: href({ state }), label: "everything", current: group === undefined },
          ...REVIEW_GROUPS.filter((name) => page.byGroup[name] > 0 || name === group).map((name) => ({
            href: href({ state, group: name }),
            label: `${GROUP_WORDS[name]} ${formatCount(page.byGroup[name])}`,
            current: name === group,
          })),
        ]}
      />
      <ReviewWorkspace
        key={`${state} ${group}`}
        slug={open.slug}
        campaignId={open.scope.campaignId}
        rows={page.rows}
        total={page.total}
      />
      <ReviewAgreement pairs={agreement} needed={open.campaign.reviewers} />
      <AuthorAgreement agreement={authors} />
    </>
  );
}
