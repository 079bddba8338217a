import { ConfusionMatrix } from "@/components/charts/confusion-matrix";
import { SaveSvgButton } from "@/components/charts/save-svg-button";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Footnote, Section } from "@/components/ui/text";
import type { AgreementReport, JudgeEntry, Measured } from "@/lib/agreement-reports/wire";
import { referenceName } from "./judge-overview";
import { sayInterval, sayValue } from "./say-measured";

function Cell({ measured }: { measured: Measured }) {
  return (
    <Td numeric>
      <b className="font-semibold">{sayValue(measured)}</b>{" "}
      <span className="text-ink-2">{sayInterval(measured) ?? ""}</span>
    </Td>
  );
}

type Props = { slug: string; report: AgreementReport; judge: JudgeEntry };

export function JudgeDetail({ slug, report, judge }: Props) {
  const name = judge.name ?? judge.pseudonym;
  const { options } = report.subject;
  const cellHref = (row: number, column: number) => {
    const reference = options[row]?.id;
    const answer = options[column]?.id;
    if (!reference || !answer) return undefined;
    const parameters = new URLSearchParams({
      question: report.subject.id,
      rater: judge.id,
      value: answer,
      otherValue: reference,
    });
    if (report.reference.rater) parameters.set("otherRater", report.reference.rater.id);

    return `/studies/${slug}/items?${parameters}`;
  };
  const { provenance } = judge;

  return (
    <div
      className={cn("grid grid-cols-[minmax(0,1fr)] gap-x-12", options.length <= 3 && "xl:grid-cols-2")}
      data-judge-detail={name}
    >
      <Section
        title={`${name} × ${report.reference.rater ? "reference rater" : "raters’ reference"}`}
        actions={<SaveSvgButton chartId="judge-confusion" fileName="confusion.svg" />}
      >
        <ConfusionMatrix
          id="judge-confusion"
          label={`${name} against ${referenceName(report)}`}
          rowName="reference"
          columnName="judge says"
          labels={options.map((option) => option.id)}
          counts={judge.report.confusion}
          href={cellHref}
        />
        <Footnote>
          Of the reference, {formatCount(provenance.twoOrMoreRaters)} items rest on two or more raters,{" "}
          {formatCount(provenance.oneRater)} on one; {formatCount(provenance.ties)} ties are left out.
        </Footnote>
      </Section>
      <Section title={`${name}, by class`}>
        <Table label="Precision, recall and F1 by class">
          <thead>
            <tr>
              <Th>Class</Th>
              <Th numeric>Items</Th>
              <Th numeric>Precision</Th>
              <Th numeric>Recall</Th>
              <Th numeric>F1</Th>
            </tr>
          </thead>
          <tbody>
            {judge.report.classes.map((row) => (
              <tr key={row.category}>
                <RowTh className="font-semibold">{row.category}</RowTh>
                <Td numeric>{formatCount(row.support)}</Td>
                <Cell measured={row.precision} />
                <Cell measured={row.recall} />
                <Cell measured={row.f1} />
              </tr>
            ))}
          </tbody>
        </Table>
        {judge.report.kappaQuadratic ? (
          <Footnote>
            Quadratic-weighted κ {sayValue(judge.report.kappaQuadratic)} {sayInterval(judge.report.kappaQuadratic)}.
          </Footnote>
        ) : null}
        {judge.report.accuracyUnsureWrong ? (
          <Footnote>
            Accuracy with unsure answers counted as wrong: {sayValue(judge.report.accuracyUnsureWrong)}{" "}
            {sayInterval(judge.report.accuracyUnsureWrong)}.
          </Footnote>
        ) : null}
      </Section>
    </div>
  );
}
