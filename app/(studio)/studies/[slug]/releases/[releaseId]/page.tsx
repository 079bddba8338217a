import type { Metadata } from "next";
import Link from "next/link";
import { PatchButton, RefreshWhileBuilding, UnfinishedActions } from "@/components/releases/release-actions";
import {
  ReleaseAgreement,
  ReleaseChanges,
  ReleaseCitation,
  ReleaseFiles,
  ReleaseLayers,
} from "@/components/releases/release-contents";
import { sizeOf } from "@/components/releases/words";
import { buttonVariants } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format-number";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/text";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { readRelease } from "@/lib/releases/read-release";
import { readReleaseNumbers } from "@/lib/releases/read-release-numbers";

export const metadata: Metadata = { title: "Release" };

export default async function ReleasePage({ params }: PageProps<"/studies/[slug]/releases/[releaseId]">) {
  const { slug, releaseId } = await params;
  const { ctx, study } = await studyPage(slug, `/releases/${releaseId}`);
  const input = { studyId: study.studyId, releaseId };
  const release = await orNotFound(readRelease(ctx, input));
  const researcher = study.roles.includes("researcher");
  const { manifest } = release;
  if (manifest === null) {
    return (
      <>
        <PageHeader title={release.title} eyebrow="Release, not finished" />
        {release.state === "building" ? (
          <>
            <Notice title="It is being made.">This page shows it when it is there; you may leave it.</Notice>
            <RefreshWhileBuilding />
          </>
        ) : (
          <div className="grid gap-6">
            <Notice
              tone={release.state === "failed" ? "bad" : "warn"}
              title={release.state === "failed" ? "It could not be made." : "Making it was interrupted."}
            >
              {release.problem ?? "Nothing of it was kept but its plan."}
            </Notice>
            {researcher ? <UnfinishedActions slug={slug} releaseId={releaseId} /> : null}
          </div>
        )}
      </>
    );
  }
  const numbers = await readReleaseNumbers(ctx, input);
  const mayDownload = researcher || study.roles.includes("auditor");
  const bytes = release.files.reduce((sum, file) => sum + file.bytes, 0);
  const ready = { ...release, manifest };

  return (
    <>
      <PageHeader
        title={`${release.title}, ${release.version}`}
        eyebrow={`Release for ${release.profile === "public" ? "the public" : `the ${release.profile} profile`}`}
        actions={
          <>
            {mayDownload ? (
              <a
                href={`/api/v1/studies/${slug}/releases/${releaseId}/archive`}
                download
                className={buttonVariants({ variant: "primary" })}
              >
                Download all as zip
              </a>
            ) : null}
            <Link
              prefetch={false}
              href={`/studies/${slug}/releases/${releaseId}/certificate`}
              className={buttonVariants()}
            >
              Certificate
            </Link>
          </>
        }
      >
        {formatCount(release.files.length)} files, {sizeOf(bytes)}; data of {manifest.at.slice(0, 10)};{" "}
        {manifest.licence.name}. Manifest <code className="text-xs break-all">{release.manifestHash}</code>
      </PageHeader>
      {release.withdrawnSince > 0 ? (
        <div className="mb-9">
          <Notice tone="warn" title={`${formatCount(release.withdrawnSince)} withdrawn since.`}>
            This release keeps what was frozen. A patch release leaves out what was withdrawn.
          </Notice>
          {researcher ? <PatchButton slug={slug} releaseId={releaseId} plan={release.plan} /> : null}
        </div>
      ) : null}
      <ReleaseLayers release={ready} />
      <ReleaseAgreement numbers={numbers} />
      <ReleaseFiles slug={slug} release={release} download={mayDownload} />
      <ReleaseCitation release={ready} />
      <ReleaseChanges release={ready} />
    </>
  );
}
