import type { Metadata } from "next";
import Link from "next/link";
import { ReleaseTable } from "@/components/releases/release-table";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/text";
import { studyPage } from "@/lib/http/study-page";
import { listReleases } from "@/lib/releases/list-releases";

export const metadata: Metadata = { title: "Releases" };

export default async function ReleasesPage({ params }: PageProps<"/studies/[slug]/releases">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/releases");
  const releases = await listReleases(ctx, { studyId: study.studyId });
  const researcher = study.roles.includes("researcher");

  return (
    <>
      <PageHeader
        title="Releases"
        actions={
          researcher ? (
            <Link
              prefetch={false}
              href={`/studies/${slug}/releases/new`}
              className={buttonVariants({ variant: "primary" })}
            >
              New release
            </Link>
          ) : null
        }
      >
        Frozen layers with their labels, agreement and hashes. A release never changes; a new version follows it.
      </PageHeader>
      <ReleaseTable slug={slug} releases={releases} />
    </>
  );
}
