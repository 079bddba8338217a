import Link from "next/link";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format-number";
import { Select } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { PillLinks } from "@/components/ui/pill-links";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { linkVariants, Section } from "@/components/ui/text";
import type { LayerComparison, RowItem } from "@/lib/layers/wire";
import { RowLinks } from "./row-table";

export type Difference = { comparison: LayerComparison; items: Map<string, RowItem[]> } | { problem: string } | null;
type Props = {
  slug: string;
  /** The layer's own page. */
  at: string;
  name: string;
  others: { value: string; name: string }[];
  against: string;
  show: string;
  difference: Difference;
};

const SHOWN = { differing: "differing", onlyFirst: "only here", onlySecond: "only there", both: "both" } as const;

/** This layer beside another one: what is in both, in one alone, and where the labels differ. */
export function LayerDifference({ slug, at, name, others, against, show, difference }: Props) {
  const href = (change: Record<string, string>) =>
    `${at}?${new URLSearchParams({ against, show, ...change }).toString()}#difference`;

  return (
    <Section title="Difference to another layer" id="difference">
      <form action={`${at}#difference`} className="mb-5 flex flex-wrap items-end gap-3">
        <label className="grid gap-1 text-sm text-ink-2">
          Compare with
          <Select name="against" defaultValue={against}>
            {others.map((other) => (
              <option key={other.value} value={other.value}>
                {other.name}
              </option>
            ))}
          </Select>
        </label>
        <Button type="submit">Compare</Button>
      </form>
      {difference && "problem" in difference ? <Notice tone="warn" title={difference.problem} /> : null}
      {difference && "comparison" in difference ? (
        <Compared slug={slug} name={name} show={show} href={href} {...difference} />
      ) : null}
    </Section>
  );
}

type ComparedProps = {
  slug: string;
  name: string;
  show: string;
  href: (change: Record<string, string>) => string;
  comparison: LayerComparison;
  items: Map<string, RowItem[]>;
};

function Compared({ slug, name, show, href, comparison, items }: ComparedProps) {
  const [, other] = comparison.names;

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      <PillLinks
        label="Rows of the comparison"
        items={(["both", "differing", "onlyFirst", "onlySecond"] as const).map((kind) => ({
          href: href({ show: kind }),
          label: `${SHOWN[kind]} ${formatCount(comparison[kind])}`,
          current: kind === show,
        }))}
      />
      <p className="max-w-[72ch] text-ink-2">
        Rows with a label in {name} (here) and in {other} (there). Those that differ are among those in both.
      </p>
      {comparison.table.length > 0 ? (
        <Table label={`Labels of ${name} by labels of ${other}`} containerClassName="max-w-xl">
          <thead>
            <tr>
              <Th>{name}</Th>
              <Th>{other}</Th>
              <Th numeric>Rows</Th>
            </tr>
          </thead>
          <tbody>
            {comparison.table.map((cell) => (
              <tr key={`${cell.first} ${cell.second}`}>
                <RowTh>{cell.first}</RowTh>
                <Td>{cell.second}</Td>
                <Td numeric>{formatCount(cell.rows)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
      {comparison.page.length > 0 ? (
        <Table label={`Rows: ${SHOWN[show as keyof typeof SHOWN] ?? show}`}>
          <thead>
            <tr>
              <Th>Row</Th>
              <Th>{name}</Th>
              <Th>{other}</Th>
            </tr>
          </thead>
          <tbody>
            {comparison.page.map((row) => (
              <tr key={row.key} className="align-top">
                <RowTh>
                  <RowLinks slug={slug} rowKey={row.key} items={items.get(row.key) ?? []} />
                </RowTh>
                <Td>{row.first ?? "–"}</Td>
                <Td>{row.second ?? "–"}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : (
        <p>No such rows.</p>
      )}
      {comparison.nextCursor ? (
        <p>
          <Link
            prefetch={false}
            href={href({ cursor: comparison.nextCursor })}
            rel="next"
            className={linkVariants({ alone: true })}
          >
            Next rows
          </Link>
        </p>
      ) : null}
    </div>
  );
}
