import type { Metadata } from "next";
import { JudgeTable } from "@/components/study/judge-table";
import { PageHeader } from "@/components/ui/text";
import { studyPage } from "@/lib/http/study-page";
import { listJudges } from "@/lib/judges/list-judges";

export const metadata: Metadata = { title: "Judges" };

export default async function JudgesPage({ params }: PageProps<"/studies/[slug]/judges">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/judges");
  const judges = await listJudges(ctx, { studyId: study.studyId });

  return (
    <>
      <PageHeader title="Judges">
        A judge is a rater with a model, a prompt and a run. It never fills a person’s place, and its labels are never
        shown to raters.
      </PageHeader>
      <JudgeTable slug={slug} judges={judges} researcher={study.roles.includes("researcher")} />
    </>
  );
}
