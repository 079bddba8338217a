import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Certificate } from "@/components/releases/certificate";
import { PrintButton } from "@/components/releases/print-button";
import { buttonVariants } from "@/components/ui/button";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { readRelease } from "@/lib/releases/read-release";
import { readReleaseNumbers } from "@/lib/releases/read-release-numbers";

export const metadata: Metadata = { title: "Certificate" };

export default async function CertificatePage({
  params,
}: PageProps<"/studies/[slug]/releases/[releaseId]/certificate">) {
  const { slug, releaseId } = await params;
  const { ctx, study } = await studyPage(slug, `/releases/${releaseId}/certificate`);
  const input = { studyId: study.studyId, releaseId };
  const release = await orNotFound(readRelease(ctx, input));
  const { manifest } = release;
  if (manifest === null) notFound();
  const numbers = await readReleaseNumbers(ctx, input);

  return (
    <>
      <div className="no-print mb-8 flex flex-wrap gap-3">
        <PrintButton />
        <Link prefetch={false} href={`/studies/${slug}/releases/${releaseId}`} className={buttonVariants()}>
          Back to the release
        </Link>
      </div>
      <Certificate study={study.name} release={{ ...release, manifest }} numbers={numbers} />
    </>
  );
}
