import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Section } from "@/components/ui/text";
import type { ItemLabel } from "@/lib/studies/wire";

const RESERVED: Record<string, string> = { _skip: "skipped", _flag: "flag", _comment: "comment" };

function remarks(label: ItemLabel): string {
  return [
    label.derived ? "derived" : null,
    label.extra ? "late, outside k" : null,
    label.origin === "imported" && label.kind === "human" ? "imported, not known to be blind" : null,
    label.confidence ? `confidence ${label.confidence}` : null,
    label.probability === null ? null : `probability ${label.probability}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function AnswerTable({ labels }: { labels: ItemLabel[] }) {
  if (labels.length === 0) return <p className="text-ink-2">None yet.</p>;

  return (
    <Table label="Answers">
      <thead>
        <tr>
          {["Rater", "Round", "Question", "Answer", "Codebook", "Remarks"].map((name) => (
            <Th key={name}>{name}</Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label) => (
          <tr key={`${label.pseudonym}:${label.round}:${label.unit}:${label.question}`} className="align-top">
            <RowTh className="font-semibold">{label.pseudonym}</RowTh>
            <Td>{label.round}</Td>
            <Td>
              {RESERVED[label.question] ?? label.question}
              {label.unit ? ` (${label.unit})` : ""}
            </Td>
            <Td className="font-semibold">{label.value}</Td>
            <Td className="text-ink-2">v{label.codebookVersion}</Td>
            <Td className="max-w-[48ch] text-ink-2">
              {remarks(label)}
              {label.note ? <span className="block text-ink">{label.note}</span> : null}
              {label.rationale ? <span className="block">{label.rationale}</span> : null}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function ItemAnswers({ labels }: { labels: ItemLabel[] }) {
  return (
    <>
      <Section title="Raters">
        <AnswerTable labels={labels.filter((label) => label.kind === "human")} />
      </Section>
      <Section title="Judges">
        <AnswerTable labels={labels.filter((label) => label.kind === "judge")} />
      </Section>
    </>
  );
}
