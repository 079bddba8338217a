import Link from "next/link";
import { formatCount } from "@/components/ui/format-number";
import { linkVariants } from "@/components/ui/text";
import type { AgreementReport } from "@/lib/agreement-reports/wire";

type Step = { label: string; count: number; filter?: string; unit?: string; version?: number };

/** Labels of other codebook versions that cannot be read in this one, by why. */
function versionSteps({ versions, versionOnly, codebookVersion }: AgreementReport): Step[] {
  const total = (pick: (row: AgreementReport["versions"][number]) => number) =>
    versions.reduce((sum, row) => sum + pick(row), 0);
  if (versionOnly) {
    const all = (row: AgreementReport["versions"][number]) =>
      row.asTheyAre + row.mapped + row.split + row.dropped + row.newer + row.resting;
    const others = total((row) => (row.version === codebookVersion ? 0 : all(row)));

    return [
      {
        label: "of other codebook versions, left out",
        count: others,
        filter: "other-version",
        version: codebookVersion,
        unit: "labels",
      },
    ];
  }
  const unit = "labels";

  return [
    { label: "option split since, asked again", count: total((row) => row.split), filter: "split-since", unit },
    {
      label: "option or question dropped since, left out",
      count: total((row) => row.dropped),
      filter: "dropped-since",
      unit,
    },
    {
      label: "derived otherwise since, left out",
      count: total((row) => row.resting),
      filter: "derived-otherwise",
      unit,
    },
  ];
}

/** drawn → served → answered → skipped → extra → reference → used: what was left out, and why. Counts open their items. */
export function ExclusionFlow({ slug, report }: { slug: string; report: AgreementReport }) {
  const { flow, reference, subject } = report;
  const roundId = report.rounds.length === 1 ? report.rounds[0]?.id : undefined;
  const provenance = reference.provenance;
  const steps: Step[] = [
    { label: "drawn", count: flow.drawn, filter: "drawn" },
    { label: "served", count: flow.served, filter: "served" },
    { label: "answered", count: flow.answered, filter: "labelled" },
    ...flow.skipped.map((row) => ({
      label: `skipped: ${row.reason}`,
      count: row.slots,
      filter: "skipped",
      unit: "slots",
    })),
    { label: "late extra, left out", count: flow.extraLabels, filter: "extra", unit: "labels" },
    ...versionSteps(report),
    { label: "imported, not known to be blind", count: flow.imported, filter: "imported" },
    {
      label: "with a reference",
      count: provenance.twoOrMoreRaters + provenance.oneRater + provenance.adjudicated,
      filter: "labelled",
    },
    { label: "tie, no reference", count: provenance.ties, filter: "tie" },
    { label: "used for agreement", count: report.pairableItems, filter: "paired" },
  ];

  return (
    <section aria-label="From items drawn to items used" className="mb-11">
      <ol className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        {steps
          .filter(
            (step) => step.count > 0 || ["drawn", "served", "answered", "used for agreement"].includes(step.label),
          )
          .map((step) => {
            const parameters = new URLSearchParams({
              question: subject.id,
              ...(step.filter && { filter: step.filter }),
            });
            if (step.version !== undefined) parameters.set("version", String(step.version));
            if (roundId) parameters.set("roundId", roundId);

            return (
              <li key={step.label} className="flex items-baseline gap-1.5">
                <Link className={linkVariants({ alone: true })} href={`/studies/${slug}/items?${parameters}`}>
                  {formatCount(step.count)}
                  {step.unit ? ` ${step.unit}` : ""}
                </Link>
                <span className="text-ink-2">{step.label}</span>
              </li>
            );
          })}
      </ol>
    </section>
  );
}
