import { DistributionBars } from "@/components/charts/distribution-bars";
import { PairHeatmap } from "@/components/charts/pair-heatmap";
import { SaveSvgButton } from "@/components/charts/save-svg-button";
import { cn } from "@/components/ui/cn";
import { Section } from "@/components/ui/text";
import type { AgreementReport } from "@/lib/agreement-reports/wire";
import { toEstimate } from "./say-measured";

export function RaterCharts({ slug, report }: { slug: string; report: AgreementReport }) {
  const names = report.raters.map((rater) => rater.pseudonym);
  const human = report.subject.options.filter((option) => !report.subject.judgeOnly.includes(option.id));

  return (
    <div className={cn("grid grid-cols-[minmax(0,1fr)] gap-x-12", human.length <= 3 && "lg:grid-cols-2")}>
      {names.length > 1 ? (
        <Section
          title="Rater × rater, Cohen’s κ"
          actions={<SaveSvgButton chartId="rater-heatmap" fileName="rater-kappa.svg" />}
        >
          <PairHeatmap
            id="rater-heatmap"
            label="Cohen’s κ of each pair of raters"
            raters={names}
            cells={report.pairs.map((pair) => ({
              a: pair.a,
              b: pair.b,
              n: pair.n,
              estimate: toEstimate(pair.kappa),
              href: `/studies/${slug}/items?filter=disagree&question=${report.subject.id}`,
            }))}
          />
        </Section>
      ) : null}
      <Section
        title="What each rater answers"
        actions={<SaveSvgButton chartId="rater-distribution" fileName="rater-answers.svg" />}
      >
        <DistributionBars
          id="rater-distribution"
          label="Share of each option in a rater’s answers"
          categories={human.map((option) => option.label)}
          rows={report.distribution.map((row) => ({ label: row.rater, counts: row.counts }))}
        />
      </Section>
    </div>
  );
}
