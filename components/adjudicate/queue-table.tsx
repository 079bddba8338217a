import Link from "next/link";
import { formatDecimal } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { linkVariants } from "@/components/ui/text";
import type { QueuePage, QueueRow } from "@/lib/adjudication/wire";
import { type QueueView, workHref } from "./queue-address";

type QueueTableProps = { slug: string; page: QueuePage; view: QueueView };

/** The queue in the order of worth. What the judge adds to it is not shown: with the answers it would tell it apart. */
export function QueueTable({ slug, page, view }: QueueTableProps) {
  const title = (id: string) => page.questions.find((question) => question.id === id)?.title ?? id;
  const round = (id: string) => page.rounds.find((one) => one.id === id)?.name ?? "";

  return (
    <>
      <ul className="md:hidden">
        {page.rows.map((row) => (
          <li key={`${row.itemId} ${row.roundId} ${row.unit} ${row.question}`} className="border-t py-2.5">
            <div className="flex items-baseline gap-3">
              <EntryLink slug={slug} view={view} row={row} />
              <span className="ms-auto">{formatDecimal(row.worth.worth, 2)}</span>
            </div>
            <p className="text-sm text-ink-2">
              {title(row.question)} · {answersOf(row)}
              {stateOf(row) ? ` · ${stateOf(row)}` : ""}
            </p>
          </li>
        ))}
      </ul>
      <Table label="The queue" containerClassName="max-md:hidden">
        <thead>
          <tr>
            {["Item", "Question", "Round", "Answers"].map((name) => (
              <Th key={name}>{name}</Th>
            ))}
            {["Worth", "Disagreement", "Rarity"].map((name) => (
              <Th key={name} numeric>
                {name}
              </Th>
            ))}
            <Th>State</Th>
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row) => (
            <tr key={`${row.itemId} ${row.roundId} ${row.unit} ${row.question}`}>
              <RowTh className="max-w-56 break-all">
                <EntryLink slug={slug} view={view} row={row} />
              </RowTh>
              <Td>{title(row.question)}</Td>
              <Td className="text-ink-2">{round(row.roundId)}</Td>
              <Td>{answersOf(row)}</Td>
              <Td numeric className="font-semibold">
                {formatDecimal(row.worth.worth, 2)}
              </Td>
              <Td numeric>{formatDecimal(row.worth.disagreement, 2)}</Td>
              <Td numeric>{formatDecimal(row.worth.rarity, 2)}</Td>
              <Td className="text-ink-2">{stateOf(row)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

function EntryLink({ slug, view, row }: { slug: string; view: QueueView; row: QueueRow }) {
  return (
    <Link href={workHref(slug, view, row)} prefetch={false} className={linkVariants({ alone: true })}>
      <span className="break-all">{row.key}</span>
      <span className="sr-only">, decide</span>
    </Link>
  );
}

function answersOf(row: QueueRow): string {
  return row.answers.map(({ value, n }) => `${value} ${n}`).join(" · ");
}

function stateOf(row: QueueRow): string {
  if (row.decisions === 0) return "";
  const parts = [
    row.mine ? "decided by you" : "decided",
    row.decisions > 1 ? `by ${row.decisions}` : "",
    row.differ ? (row.settled ? "settled" : "they differ") : "",
    row.stale ? "before newer answers" : "",
  ];

  return parts.filter(Boolean).join(", ");
}
