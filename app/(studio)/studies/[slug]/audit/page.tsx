import type { Metadata } from "next";
import { AuditLog } from "@/components/study/audit-log";
import { PageHeader } from "@/components/ui/text";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { listAudit } from "@/lib/studies/list-audit";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ params, searchParams }: PageProps<"/studies/[slug]/audit">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/audit");
  const { before } = await searchParams;
  const page = await orNotFound(
    listAudit(ctx, { studyId: study.studyId, ...(typeof before === "string" && { before: Number(before) }) }),
  );

  return (
    <>
      <PageHeader title="Audit log">
        Who changed what in this study. Each event holds the hash of the one before it, so that a change made later
        shows. Raters’ answers have chains of their own.
      </PageHeader>
      <AuditLog slug={slug} page={page} />
    </>
  );
}
