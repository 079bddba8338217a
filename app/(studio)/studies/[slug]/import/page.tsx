import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackgroundImports } from "@/components/import/background-imports";
import { ImportWorkspace } from "@/components/import/import-workspace";
import { PastImports } from "@/components/import/past-imports";
import { PageHeader, Section } from "@/components/ui/text";
import { studyPage } from "@/lib/http/study-page";
import { documentTarget } from "@/lib/imports/document-target";
import { listImports } from "@/lib/imports/list-imports";
import { listRounds } from "@/lib/sampling/list-rounds";
import { readCodebook } from "@/lib/studies/read-codebook";

export const metadata: Metadata = { title: "Import" };

export default async function ImportPage({ params }: PageProps<"/studies/[slug]/import">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/import");
  if (!study.roles.includes("researcher")) notFound();
  const { studyId, licence, sourceUrl } = study;
  const [{ codebook }, imports, rounds] = await Promise.all([
    readCodebook(ctx, { studyId }),
    listImports(ctx, { studyId }),
    listRounds(ctx, { studyId }),
  ]);
  const target = documentTarget(codebook);
  const open = rounds.filter((round) => round.purpose !== "corpus").map((round) => round.name);

  return (
    <>
      <PageHeader title="Import">
        Everything in a file is stored, or nothing of it. The same file again adds nothing, and the texts stay as they
        are. Papers are read in the background, each whole or not at all.
      </PageHeader>
      <div className="mb-14">
        <ImportWorkspace
          slug={slug}
          codebook={codebook}
          study={{ licence, sourceUrl }}
          rounds={open}
          papers={target && (target === "marker-pair" ? "pairs" : "citations")}
        />
      </div>
      <BackgroundImports slug={slug} queued={imports.filter((one) => one.state === "queued")} />
      <Section title="Past imports">
        <PastImports slug={slug} imports={imports} />
      </Section>
    </>
  );
}
