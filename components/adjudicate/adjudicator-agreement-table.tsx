import { formatCount, formatDecimal, formatInterval } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Footnote, Section } from "@/components/ui/text";
import type { AdjudicatorAgreement, AdjudicatorMeasure } from "@/lib/adjudication/wire";

/** The adjudicators' own agreement, where two of them decided the same. */
export function AdjudicatorAgreementTable({ questions }: { questions: AdjudicatorAgreement[] }) {
  const rows = questions.flatMap((question) => question.pairs.map((pair) => ({ question, pair })));
  const decisions = questions.reduce(
    (total, { adjudicators }) => total + adjudicators.reduce((sum, one) => sum + one.decisions, 0),
    0,
  );
  if (decisions === 0) return null;

  return (
    <Section title="Adjudicators among themselves" className="mt-11">
      {rows.length === 0 ? (
        <p className="max-w-[72ch] text-ink-2">
          {formatCount(decisions)} decisions so far, none by two people on the same item. Whoever opens “For a second
          opinion” decides without seeing the first decision; from two on there is a κ.
        </p>
      ) : (
        <>
          <Table label="Agreement of adjudicators">
            <thead>
              <tr>
                <Th>Question</Th>
                <Th>Adjudicators</Th>
                <Th numeric>Both decided</Th>
                <Th numeric>Alike</Th>
                <Th numeric>Cohen’s κ</Th>
                <Th numeric>κ, quadratic weights</Th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ question, pair }) => (
                <tr key={`${question.question} ${pair.a} ${pair.b}`}>
                  <RowTh>{question.title}</RowTh>
                  <Td>
                    {pair.a} and {pair.b}
                  </Td>
                  <Td numeric>{formatCount(pair.n)}</Td>
                  <Td numeric>{formatCount(pair.agreed)}</Td>
                  <Td numeric>{shown(pair.kappa)}</Td>
                  <Td numeric>{pair.kappaQuadratic ? shown(pair.kappaQuadratic) : "no order"}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <Footnote>
            Only decisions made before knowing the other’s; what settled a difference is left out. 95 % intervals:
            bootstrap over items, BCa, 1,000 replicates.
          </Footnote>
        </>
      )}
    </Section>
  );
}

function shown(measure: AdjudicatorMeasure): string {
  if ("undefined" in measure)
    return measure.undefined === "no_variation" ? "not defined: nothing varies" : "not defined";
  const { value, low, high } = measure;

  return low === null || high === null
    ? `${formatDecimal(value)} (no interval)`
    : `${formatDecimal(value)} ${formatInterval(low, high)}`;
}
