import Link from "next/link";
import { reasonOf, sayInterval, sayValue, toEstimate } from "@/components/agreement/say-measured";
import { IntervalRow } from "@/components/charts/interval-row";
import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Footnote, linkVariants } from "@/components/ui/text";
import type { AgreementReport, Measured } from "@/lib/agreement-reports/wire";

type Props = {
  slug: string;
  reports: AgreementReport[];
  /** Judges whose labels the rule reads. */
  judgeIds: readonly string[];
};

/** What the raters behind the layer agree on; and, where its rule reads judges, each judge with the raters. */
export function LayerAgreement({ slug, reports, judgeIds }: Props) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
      {reports.map((report) => (
        <OneReport
          key={`${report.subject.id} ${report.rounds.map((round) => round.id).join()}`}
          slug={slug}
          report={report}
          judgeIds={judgeIds}
        />
      ))}
    </div>
  );
}

function OneReport({ slug, report, judgeIds }: Omit<Props, "reports"> & { report: AgreementReport }) {
  const { subject, rounds, plan } = report;
  const lines: { name: string; number: Measured }[] = [
    ...report.measures.map(({ label, result }) => ({ name: label, number: result })),
    ...report.judges
      .filter((judge) => judgeIds.includes(judge.id))
      .flatMap((judge) => [
        { name: `${judge.name ?? judge.pseudonym} with the majority: Cohen’s κ`, number: judge.report.kappa },
        { name: `${judge.name ?? judge.pseudonym} with the raters: α over pairs`, number: judge.report.alphaPairs },
      ]),
  ];
  const [round] = rounds;
  const query = new URLSearchParams({
    question: subject.id,
    ...(rounds.length === 1 && report.allRounds.length > 1 && round && { roundId: round.id }),
  });

  return (
    <div>
      <p className="mb-2">
        “{subject.title}”, {formatCount(report.raters.length)} raters, {formatCount(report.pairableItems)} of{" "}
        {formatCount(report.items)} items with two labels or more.{" "}
        <Link prefetch={false} href={`/studies/${slug}/agreement?${query}`} className={linkVariants()}>
          The whole report
        </Link>
      </p>
      {report.labels === 0 ? (
        <p className="text-ink-2">Nobody has labelled it yet.</p>
      ) : (
        <Table label={`Agreement on ${subject.title}`}>
          <thead>
            <tr>
              <Th>Measure</Th>
              <Th numeric>Value</Th>
              <Th numeric>Interval</Th>
              <Th className="hidden sm:table-cell">Drawn</Th>
              <Th numeric>Items</Th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, number }) => (
              <tr key={name}>
                <RowTh>
                  {name}
                  {"undefined" in number ? <span className="block text-sm text-ink-2">{reasonOf(number)}</span> : null}
                </RowTh>
                <Td numeric>
                  <b>{sayValue(number)}</b>
                </Td>
                <Td numeric>{sayInterval(number) ?? "–"}</Td>
                <Td className="hidden sm:table-cell">
                  <IntervalRow label={name} estimate={toEstimate(number)} />
                </Td>
                <Td numeric>{formatCount(number.n)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <Footnote>
        Over all labels of {rounds.map(({ name }) => name).join(", ") || "no round"}, before the layer’s filters and
        cuts
        {report.versionOnly ? `; labels of codebook version ${report.codebookVersion} alone` : ""} ·{" "}
        {Math.round(plan.level * 100)} % intervals, {formatCount(plan.replicates)} replicates, seed “{plan.seed}”
      </Footnote>
    </div>
  );
}
