import { formatCount, formatPercent } from "@/components/ui/format-number";
import { Footnote, Measured, Says } from "@/components/ui/text";
import type { AgreementReport, JudgeEntry, Measured as MeasuredNumber } from "@/lib/agreement-reports/wire";
import { reasonOf, sayInterval, sayValue } from "./say-measured";

function Figure({ symbol, number, what }: { symbol: string; number: MeasuredNumber; what: string }) {
  if ("undefined" in number) {
    return (
      <>
        {symbol} is <b>not defined</b> for {what}: {reasonOf(number)}
      </>
    );
  }

  return <Measured symbol={symbol} value={sayValue(number)} interval={sayInterval(number)} />;
}

/** Whether the judge lies below or above what people reach with each other: claimed only where the difference’s interval leaves 0 out. */
function comparison(difference: MeasuredNumber): string | null {
  if ("undefined" in difference) return null;
  if (difference.high !== null && difference.high < 0)
    return "agrees with the raters less than they do with each other";
  if (difference.low !== null && difference.low > 0) return "agrees with the raters more than they do with each other";

  return "agrees with the raters about as well as they do with each other, as far as these items can tell";
}

/** Never mixed silently: what was made under which version, and how it reads here. */
function sayVersions({ versions, codebookVersion, versionOnly }: AgreementReport): string {
  const own = `v${codebookVersion}`;
  if (versionOnly) return `${own} alone`;
  const older = versions.filter((row) => row.version !== codebookVersion);
  if (older.length === 0) return own;
  const said = older.map((row) => {
    const mapped = row.mapped > 0 ? `, ${formatCount(row.mapped)} of them renamed or merged` : "";

    return `${formatCount(row.asTheyAre + row.mapped)} labels of v${row.version}${mapped}`;
  });

  return `${own}, with ${said.join("; ")}`;
}

/** A sentence that could stand in the paper, before any table. */
export function ReportSentence({ report, judge }: { report: AgreementReport; judge: JudgeEntry | undefined }) {
  const { subject, plan } = report;
  const alpha = report.measures[0]?.result;
  const distance = subject.scale === "ordinal" ? "ordinal" : "nominal";
  const number = report.raters.length;
  const says = judge ? comparison(judge.report.judgeLessHumans) : null;

  return (
    <>
      <Says>
        {number === 1 ? "One rater" : `${formatCount(number)} raters`}, {formatCount(report.items)} items on “
        {subject.title}”: {alpha ? <Figure symbol="α" number={alpha} what="the raters" /> : null}.
        {judge ? (
          <>
            {" "}
            The judge {judge.name ?? judge.pseudonym}{" "}
            {says ? (
              <>
                <b>{says}</b>: α over judge–rater pairs{" "}
              </>
            ) : (
              "against the raters: "
            )}
            <Figure symbol="" number={judge.report.alphaPairs} what="the judge with the raters" /> beside{" "}
            <Figure symbol="" number={judge.report.alphaHumans} what="the raters on the same items" />
            {sayInterval(judge.report.judgeLessHumans) ? (
              <>
                {" "}
                (over pairs, <Figure symbol="Δ" number={judge.report.judgeLessHumans} what="the difference" />)
              </>
            ) : null}
            .
          </>
        ) : null}
      </Says>
      <Footnote className="mb-9">
        {formatCount(report.pairableItems)} of {formatCount(report.items)} items have two or more labels ·{" "}
        {formatCount(report.labels)} labels · {distance} α ·{" "}
        {report.rounds.length === 0 ? "no round" : report.rounds.map((round) => round.name).join(", ")} · codebook{" "}
        {sayVersions(report)} · {formatPercent(plan.level)} intervals, bootstrap over items,{" "}
        {formatCount(plan.replicates)} replicates, seed “{plan.seed}”
      </Footnote>
    </>
  );
}
