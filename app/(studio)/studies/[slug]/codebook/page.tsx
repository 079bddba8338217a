import type { Metadata } from "next";
import { NewVersion } from "@/components/codebook/new-version";
import { TaskList } from "@/components/codebook/task-list";
import { VersionHistory } from "@/components/codebook/version-history";
import { CodebookView } from "@/components/study/codebook-view";
import { PageHeader } from "@/components/ui/text";
import { codebookText } from "@/lib/codebooks/codebook-text";
import { guidelineFor, guidelineMarkdown } from "@/lib/codebooks/guideline";
import { judgePrompt } from "@/lib/codebooks/judge-prompt";
import { studyPage } from "@/lib/http/study-page";
import { listCodebookTasks } from "@/lib/studies/list-codebook-tasks";
import { readCodebook } from "@/lib/studies/read-codebook";
import { readCodebookHistory } from "@/lib/studies/read-codebook-history";

export const metadata: Metadata = { title: "Codebook" };

export default async function CodebookPage({ params }: PageProps<"/studies/[slug]/codebook">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/codebook");
  const { studyId } = study;
  const [current, versions, tasks] = await Promise.all([
    readCodebook(ctx, { studyId }),
    readCodebookHistory(ctx, { studyId }),
    listCodebookTasks(ctx, { studyId }),
  ]);
  const isResearcher = study.roles.includes("researcher");

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
      <TaskList
        slug={slug}
        tasks={tasks}
        newest={current.version}
        mayAdd={isResearcher || study.roles.includes("adjudicator")}
        maySettle={isResearcher}
      />
      <VersionHistory versions={versions} />
      {isResearcher ? <NewVersion slug={slug} text={codebookText(current.codebook)} version={current.version} /> : null}
    </>
  );
}
