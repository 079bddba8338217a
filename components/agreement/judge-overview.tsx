import Link from "next/link";
import { CopyButton } from "@/components/ui/copy-button";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Footnote, linkVariants, Section } from "@/components/ui/text";
import type { AgreementReport, Measured } from "@/lib/agreement-reports/wire";
import { agreementHref } from "./agreement-filters";
import { judgesCsv, judgesLatex } from "./copy-table";
import { reasonOf, sayInterval, sayValue } from "./say-measured";

function Cell({ measured }: { measured: Measured }) {
  return (
    <Td numeric title={"undefined" in measured ? reasonOf(measured) : `${measured.method}, n = ${measured.n}`}>
      <b className="font-semibold">{sayValue(measured)}</b>
      <span className="block text-sm text-ink-2">{sayInterval(measured) ?? ""}</span>
    </Td>
  );
}

type Props = {
  slug: string;
  report: AgreementReport;
  given: Record<string, string | string[] | undefined>;
  chosen: string | undefined;
};

export function referenceName(report: AgreementReport): string {
  const { rule, rater } = report.reference;

  if (rule === "adjudicated") return "the adjudicated label, else the majority of the raters";

  return rater ? `rater ${rater.pseudonym}` : `the ${rule.replace("_", " ")} of the raters`;
}

/** Each judge in a row; α in its three named forms beside the raters’ own on the same items. */
export function JudgeOverview({ slug, report, given, chosen }: Props) {
  if (report.judges.length === 0) {
    return (
      <Section title="Judges">
        <p className="text-ink-2">
          No judge has labelled this question. Import its labels to see it beside the raters.
        </p>
      </Section>
    );
  }

  return (
    <Section
      title="Judges against the raters"
      actions={
        <>
          <CopyButton text={judgesLatex(report.judges)}>LaTeX</CopyButton>
          <CopyButton text={judgesCsv(report.judges)}>CSV</CopyButton>
        </>
      }
    >
      <Table label="Judges against the raters">
        <thead>
          <tr>
            <Th>Judge</Th>
            <Th numeric>Coverage</Th>
            <Th numeric>Accuracy</Th>
            <Th numeric>Macro F1</Th>
            <Th numeric>κ</Th>
            <Th numeric>α with the reference</Th>
            <Th numeric>α over judge–rater pairs</Th>
            <Th numeric>α raters and judge</Th>
            <Th numeric>α raters alone</Th>
          </tr>
        </thead>
        <tbody>
          {report.judges.map((judge) => (
            <tr key={judge.id} data-judge={judge.name ?? judge.pseudonym}>
              <RowTh>
                <Link
                  className={linkVariants({ alone: true })}
                  href={agreementHref(slug, given, { judgeId: judge.id })}
                  aria-current={judge.id === chosen ? "true" : undefined}
                >
                  {judge.name ?? judge.pseudonym}
                </Link>
              </RowTh>
              <Cell measured={judge.report.coverage} />
              <Cell measured={judge.report.accuracy} />
              <Cell measured={judge.report.macroF1} />
              <Cell measured={judge.report.kappa} />
              <Cell measured={judge.report.alphaReference} />
              <Cell measured={judge.report.alphaPairs} />
              <Cell measured={judge.report.alphaJoined} />
              <Cell measured={judge.report.alphaHumans} />
            </tr>
          ))}
        </tbody>
      </Table>
      <Footnote>
        Reference: {referenceName(report)}, ties left out. All four α on the items that the judge answered.
        {report.judges.length > 3 ? " Intervals of judges that are not open below: infinitesimal jackknife." : ""}
      </Footnote>
    </Section>
  );
}
