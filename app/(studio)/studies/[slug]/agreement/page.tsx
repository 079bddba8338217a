import type { Metadata } from "next";
import { AgreementFilters } from "@/components/agreement/agreement-filters";
import { ExclusionFlow } from "@/components/agreement/exclusion-flow";
import { JudgeDetail } from "@/components/agreement/judge-detail";
import { JudgeOverview } from "@/components/agreement/judge-overview";
import { RaterCharts } from "@/components/agreement/rater-charts";
import { RaterMeasures } from "@/components/agreement/rater-measures";
import { ReportSentence } from "@/components/agreement/report-sentence";
import { Empty } from "@/components/ui/empty";
import { loadReport } from "@/lib/agreement-reports/load-report";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { readCodebook } from "@/lib/studies/read-codebook";

export const metadata: Metadata = { title: "Agreement" };

const TEXT = ["question", "roundId", "reference", "referenceRater", "judgeId", "seed"] as const;

export default async function AgreementPage({ params, searchParams }: PageProps<"/studies/[slug]/agreement">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/agreement");
  const given = await searchParams;
  const query: Record<string, unknown> = { studyId: study.studyId };
  for (const name of TEXT) if (typeof given[name] === "string" && given[name] !== "") query[name] = given[name];
  if (given.blindOnly === "1") query.blindOnly = true;
  const version = typeof given.version === "string" && given.version !== "" ? Number(given.version) : undefined;
  if (version !== undefined) query.codebookVersion = version;
  const [{ codebook }, report] = await Promise.all([
    orNotFound(readCodebook(ctx, { studyId: study.studyId, ...(version !== undefined && { version }) })),
    orNotFound(loadReport(ctx, query as Parameters<typeof loadReport>[1])),
  ]);
  const subjects = [...codebook.questions, ...codebook.derived].map(({ id, title }) => ({ id, title }));
  const chosen = report.judges.find((judge) => judge.id === query.judgeId) ?? report.judges[0];

  return (
    <>
      <h1 className="sr-only">Agreement</h1>
      <AgreementFilters slug={slug} given={given} report={report} subjects={subjects} />
      {report.labels === 0 ? (
        <Empty title="No answers to this question yet">
          Agreement appears here with the first items that two raters have answered. It is computed anew each time the
          page is opened.
        </Empty>
      ) : (
        <>
          <ReportSentence report={report} judge={chosen} />
          <ExclusionFlow slug={slug} report={report} />
          <RaterMeasures slug={slug} report={report} query={given} />
          <RaterCharts slug={slug} report={report} />
          <JudgeOverview slug={slug} report={report} given={given} chosen={chosen?.id} />
          {chosen ? <JudgeDetail slug={slug} report={report} judge={chosen} /> : null}
        </>
      )}
    </>
  );
}
