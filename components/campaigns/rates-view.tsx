import { formatCount, formatDecimal, formatInterval, formatPercent } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Section } from "@/components/ui/text";
import type { ChiSquare, ResponseRates } from "@/lib/campaigns/wire";

const NAMES = { field: "field", year: "year of the paper" };

/** Who answered, against who was asked: whether those who answered were selected is to be seen. */
export function RatesView({ rates }: { rates: ResponseRates }) {
  const invited = rates[0]?.rows.reduce((sum, row) => sum + row.invited, 0) ?? 0;
  if (invited === 0) return null;

  return (
    <Section title="Who answered">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
        {rates.map(({ by, rows, test }) => (
          <div key={by} className="min-w-0">
            <p className="mb-3 max-w-[60ch] font-read text-pretty">{sayRates(by, rows, test)}</p>
            <Table label={`Response by ${NAMES[by]}`}>
              <thead>
                <tr>
                  <Th>{by === "field" ? "Field" : "Year"}</Th>
                  <Th numeric>Invited</Th>
                  <Th numeric>Answered</Th>
                  <Th numeric>Rate [95 %]</Th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.group}>
                    <RowTh>{row.group}</RowTh>
                    <Td numeric>{formatCount(row.invited)}</Td>
                    <Td numeric>{formatCount(row.responded)}</Td>
                    <Td numeric>
                      {formatPercent(row.rate.value)} {formatInterval(row.rate.low, row.rate.high)}
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
        ))}
      </div>
    </Section>
  );
}

function sayRates(by: "field" | "year", rows: ResponseRates[number]["rows"], test: ChiSquare): string {
  const sum = (name: "invited" | "responded") => rows.reduce((total, row) => total + row[name], 0);
  const counts = `${formatCount(sum("responded"))} of ${formatCount(sum("invited"))} people answered`;
  if (test.kind === "undefined") return `${counts}; by ${NAMES[by]} there is no test: ${test.reason}`;
  const said = `χ²(${test.degrees}) = ${formatDecimal(test.statistic, 2)}, p ${test.p < 0.001 ? "< .001" : `= ${formatDecimal(test.p)}`}`;
  const small = test.smallExpected ? " Expected counts below 5 make this test rough." : "";

  return `${counts}; whether they did by ${NAMES[by]}: ${said}.${small}`;
}
