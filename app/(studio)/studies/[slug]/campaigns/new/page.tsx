import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CampaignForm } from "@/components/campaigns/campaign-form";
import { PageHeader } from "@/components/ui/text";
import { studyPage } from "@/lib/http/study-page";
import { listPools } from "@/lib/pools/list-pools";

export const metadata: Metadata = { title: "New campaign" };

export default async function NewCampaignPage({ params }: PageProps<"/studies/[slug]/campaigns/new">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/campaigns/new");
  if (!study.roles.includes("researcher")) notFound();
  const pools = await listPools(ctx, { studyId: study.studyId });

  return (
    <>
      <PageHeader title="New campaign">
        It is saved as a draft. Nobody is asked before you open it, and then what people agree to stays as it is.
      </PageHeader>
      <CampaignForm slug={slug} pools={pools.map(({ poolId, name }) => ({ poolId, name }))} />
    </>
  );
}
