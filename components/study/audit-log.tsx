import Link from "next/link";
import { buttonVariants } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format-number";
import { Notice } from "@/components/ui/notice";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import type { AuditPage } from "@/lib/studies/wire";

export function AuditLog({ slug, page }: { slug: string; page: AuditPage }) {
  return (
    <div className="grid gap-5">
      {page.broken.length === 0 ? (
        <Notice tone="good">All {formatCount(page.events)} events follow from each other.</Notice>
      ) : (
        <Notice tone="bad" title="The chain is broken.">
          {page.broken.map((fault) => `Event ${fault.seq}: ${fault.reason}.`).join(" ")}
        </Notice>
      )}
      <Table label="Audit log">
        <thead>
          <tr>
            <Th numeric>No.</Th>
            <Th>When (UTC)</Th>
            <Th>Who</Th>
            <Th>What</Th>
            <Th>Detail</Th>
            <Th>Hash</Th>
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row) => (
            <tr key={row.seq} className="align-top">
              <Td numeric>{row.seq}</Td>
              <Td className="whitespace-nowrap">{row.at.slice(0, 19).replace("T", " ")}</Td>
              <Td>{row.actor}</Td>
              <RowTh className="font-semibold">{row.action}</RowTh>
              <Td className="max-w-[48ch] min-w-64 text-sm break-all text-ink-2">{row.detail}</Td>
              <Td className="text-sm text-ink-2">{row.hash.slice(0, 12)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {page.nextBefore === null ? null : (
        <div>
          <Link className={buttonVariants()} href={`/studies/${slug}/audit?before=${page.nextBefore}`}>
            Older events
          </Link>
        </div>
      )}
    </div>
  );
}
