import Link from "next/link";
import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { linkVariants } from "@/components/ui/text";
import type { ReplyRow } from "@/lib/endorsements/wire";
import { campaignAt, dayOf } from "./words";

type Props = { slug: string; campaignId: string; replies: ReplyRow[] };

export function ReplyTable({ slug, campaignId, replies }: Props) {
  if (replies.length === 0) return <p className="text-ink-2">No reply was kept yet.</p>;

  return (
    <Table label="Replies">
      <thead>
        <tr>
          <Th>From</Th>
          <Th>Kept</Th>
          <Th numeric>Pairs confirmed</Th>
        </tr>
      </thead>
      <tbody>
        {replies.map((row) => (
          <tr key={row.replyId}>
            <RowTh className="break-all">
              <Link
                prefetch={false}
                href={campaignAt(slug, campaignId, `/replies/${row.replyId}`)}
                className={linkVariants({ alone: true })}
              >
                {row.name ?? row.email ?? "erased"}
              </Link>
            </RowTh>
            <Td className="whitespace-nowrap">{dayOf(row.createdAt)}</Td>
            <Td numeric>{formatCount(row.confirmed)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
