import type { Metadata } from "next";
import { CodebookUpload } from "@/components/study/codebook-upload";
import { CodebookView } from "@/components/study/codebook-view";
import { PageHeader, Section } from "@/components/ui/text";
import { guidelineFor, guidelineMarkdown } from "@/lib/codebooks/guideline";
import { judgePrompt } from "@/lib/codebooks/judge-prompt";
import { studyPage } from "@/lib/http/study-page";
import { listCodebookVersions } from "@/lib/studies/list-codebook-versions";
import { readCodebook } from "@/lib/studies/read-codebook";

export const metadata: Metadata = { title: "Codebook" };

export default async function CodebookPage({ params }: PageProps<"/studies/[slug]/codebook">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/codebook");
  const [current, versions] = await Promise.all([
    readCodebook(ctx, { studyId: study.studyId }),
    listCodebookVersions(ctx, { studyId: study.studyId }),
  ]);

  return (
    <>
      <PageHeader title={current.codebook.title} eyebrow={`Codebook, version ${current.version}`}>
        One definition yields the raters’ questions, their guideline, and the judge’s prompt.
      </PageHeader>
      <CodebookView
        codebook={current.codebook}
        guideline={guidelineMarkdown(guidelineFor(current.codebook, "human"))}
        prompt={judgePrompt(current.codebook, {}).system}
      />
      <Section title="Versions">
        <ul className="grid gap-1.5">
          {versions.map((version) => (
            <li key={version.version} className="flex flex-wrap gap-x-4">
              <b className="font-semibold">v{version.version}</b>
              <span>{version.createdAt.slice(0, 10)}</span>
              <span className="text-ink-2">{version.note || version.name}</span>
              <code className="text-sm text-ink-2">{version.contentHash.slice(0, 12)}</code>
            </li>
          ))}
        </ul>
      </Section>
      {study.roles.includes("researcher") ? <CodebookUpload slug={slug} /> : null}
    </>
  );
}
