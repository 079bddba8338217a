import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Section } from "@/components/ui/text";
import type { RaterRow } from "@/lib/studies/wire";

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

export function RaterTable({ raters }: { raters: RaterRow[] }) {
  if (raters.length === 0) return <p className="mb-11 text-ink-2">Nobody has labelled yet.</p>;

  return (
    <Section title="Who labelled">
      <Table label="Raters">
        <thead>
          <tr>
            <Th>Rater</Th>
            <Th numeric>Filled</Th>
            <Th numeric>Skipped</Th>
            <Th numeric>Late extra</Th>
            <Th numeric>Seconds an answer (median, quartiles)</Th>
          </tr>
        </thead>
        <tbody>
          {raters.map((rater) => (
            <tr key={rater.raterId}>
              <RowTh className="font-semibold">
                {rater.pseudonym}
                {rater.imported ? (
                  <span className="font-normal text-ink-2"> imported, not known to be blind</span>
                ) : null}
              </RowTh>
              <Td numeric>{formatCount(rater.filled)}</Td>
              <Td numeric>{formatCount(rater.skipped)}</Td>
              <Td numeric>{formatCount(rater.extra)}</Td>
              <Td numeric>
                {rater.medianMs === null || rater.lowerMs === null || rater.upperMs === null
                  ? "–"
                  : `${seconds(rater.medianMs)} [${seconds(rater.lowerMs)}, ${seconds(rater.upperMs)}]`}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
