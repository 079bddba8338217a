import type { Metadata } from "next";
import { StudyOverview } from "@/components/study/study-overview";
import { PageHeader } from "@/components/ui/text";
import { studyPage } from "@/lib/http/study-page";
import { readOverview } from "@/lib/studies/read-overview";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params }: PageProps<"/studies/[slug]">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug);
  const overview = await readOverview(ctx, { studyId: study.studyId });

  return (
    <>
      <PageHeader title={study.name}>{study.description}</PageHeader>
      <StudyOverview slug={slug} overview={overview} researcher={study.roles.includes("researcher")} />
    </>
  );
}
