import { IntervalAxis, IntervalRow } from "@/components/charts/interval-row";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCount, formatDecimal } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Section } from "@/components/ui/text";
import type { AgreementReport, NamedMeasure } from "@/lib/agreement-reports/wire";
import { measuresCsv, measuresLatex } from "./copy-table";
import { reasonOf, sayInterval, sayValue, toEstimate } from "./say-measured";

function pairsNote(measure: NamedMeasure): string | null {
  const { pairs } = measure;
  if (!pairs) return null;
  if (pairs.min === null || pairs.max === null) return "no pair has a value";

  return `${formatCount(pairs.defined)} pairs, ${formatDecimal(pairs.min)} to ${formatDecimal(pairs.max)}`;
}

export function RaterMeasures({ slug, report }: { slug: string; report: AgreementReport; query: unknown }) {
  const negative = report.measures.some(({ result }) => "value" in result && (result.low ?? result.value) < 0);
  const domain = negative ? ([-1, 1] as const) : ([0, 1] as const);

  return (
    <Section
      title="Agreement among raters"
      actions={
        <>
          <CopyButton text={measuresLatex(report)}>LaTeX</CopyButton>
          <CopyButton text={measuresCsv(report)}>CSV</CopyButton>
        </>
      }
    >
      <Table label="Agreement among raters" data-study={slug}>
        <thead>
          <tr>
            <Th>Measure</Th>
            <Th numeric>Items used</Th>
            <Th numeric>Value</Th>
            <Th>95 % interval</Th>
            <Th className="min-w-64">
              <IntervalAxis domain={domain} />
            </Th>
          </tr>
        </thead>
        <tbody>
          {report.measures.map((measure) => (
            <tr key={measure.id} data-measure={measure.id}>
              <RowTh>
                <details>
                  <summary className="cursor-pointer">{measure.label}</summary>
                  <p className="mt-1 max-w-[52ch] text-sm text-ink-2">{measure.definition}</p>
                </details>
                {measure.pairs ? <span className="text-sm text-ink-2">{pairsNote(measure)}</span> : null}
              </RowTh>
              <Td numeric>{formatCount(measure.result.n)}</Td>
              <Td numeric className="font-semibold">
                {sayValue(measure.result)}
              </Td>
              <Td className="text-ink-2">
                {"undefined" in measure.result
                  ? reasonOf(measure.result)
                  : (sayInterval(measure.result, 3) ?? measure.result.method)}
              </Td>
              <Td>
                <IntervalRow estimate={toEstimate(measure.result)} domain={domain} label={measure.label} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
