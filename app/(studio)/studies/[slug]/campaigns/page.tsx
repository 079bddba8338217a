import type { Metadata } from "next";
import Link from "next/link";
import { CampaignList } from "@/components/campaigns/campaign-list";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/text";
import { listCampaigns } from "@/lib/campaigns/read-campaign";
import { studyPage } from "@/lib/http/study-page";

export const metadata: Metadata = { title: "Campaigns" };

export default async function CampaignsPage({ params }: PageProps<"/studies/[slug]/campaigns">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/campaigns");
  const campaigns = await listCampaigns(ctx, { studyId: study.studyId });

  return (
    <>
      <PageHeader
        title="Campaigns"
        actions={
          study.roles.includes("researcher") ? (
            <Link
              prefetch={false}
              href={`/studies/${slug}/campaigns/new`}
              className={buttonVariants({ variant: "primary" })}
            >
              New campaign
            </Link>
          ) : null
        }
      >
        Authors say which earlier works shaped their paper; a reviewer confirms each pair before it is released.
      </PageHeader>
      <CampaignList slug={slug} campaigns={campaigns} />
    </>
  );
}
