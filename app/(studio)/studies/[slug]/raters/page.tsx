import type { Metadata } from "next";
import { MemberTable } from "@/components/study/member-table";
import { RaterTable } from "@/components/study/rater-table";
import { PageHeader } from "@/components/ui/text";
import { listMembers } from "@/lib/accounts/list-members";
import { studyPage } from "@/lib/http/study-page";
import { listRaters } from "@/lib/studies/list-raters";

export const metadata: Metadata = { title: "Raters" };

export default async function RatersPage({ params }: PageProps<"/studies/[slug]/raters">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/raters");
  const researcher = study.roles.includes("researcher");
  const [raters, people] = await Promise.all([
    listRaters(ctx, { studyId: study.studyId }),
    researcher ? listMembers(ctx, { studyId: study.studyId }) : null,
  ]);

  return (
    <>
      <PageHeader title="Raters">
        Results name raters by random pseudonyms. Who stands behind one is seen by the study’s researchers alone.
      </PageHeader>
      <RaterTable raters={raters} />
      {people ? <MemberTable slug={slug} members={people.members} links={people.links} /> : null}
    </>
  );
}
