import Link from "next/link";
import { buttonVariants } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import type { JudgeRow } from "@/lib/judges/wire";

function distribution(judge: JudgeRow, question: string): string {
  const rows = judge.labels.filter((row) => row.question === question);
  const all = rows.reduce((sum, row) => sum + row.n, 0);

  return rows.map((row) => `${row.value} ${Math.round((100 * row.n) / all)} %`).join(" · ");
}

export function JudgeTable({ slug, judges, researcher }: { slug: string; judges: JudgeRow[]; researcher: boolean }) {
  if (judges.length === 0) {
    return (
      <Empty
        title="No judge yet"
        actions={
          researcher ? (
            <Link href={`/studies/${slug}/import`} className={buttonVariants({ variant: "primary" })}>
              Import judge labels
            </Link>
          ) : null
        }
      >
        Bring the labels that a model gave to the items: JSON lines, CSV or qrels, matched by the items’ keys.
      </Empty>
    );
  }

  return (
    <Table label="Judges">
      <thead>
        <tr>
          <Th>Run</Th>
          <Th>Model</Th>
          <Th>Prompt</Th>
          <Th numeric>Items</Th>
          <Th>Answers</Th>
        </tr>
      </thead>
      <tbody>
        {judges.map((judge) => (
          <tr key={judge.raterId} className="align-top">
            <RowTh className="font-semibold">{judge.name ?? judge.pseudonym}</RowTh>
            <Td>{judge.model ?? "not stated"}</Td>
            <Td>{judge.promptHash ? judge.promptHash.slice(0, 12) : "not stated"}</Td>
            <Td numeric>{formatCount(judge.items)}</Td>
            <Td>
              {[...new Set(judge.labels.map((row) => row.question))].map((question) => (
                <span key={question} className="block">
                  <span className="text-ink-2">{question}</span> {distribution(judge, question)}
                </span>
              ))}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
