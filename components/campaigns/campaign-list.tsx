import Link from "next/link";
import { Empty } from "@/components/ui/empty";
import { formatCount, formatOf } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { linkVariants } from "@/components/ui/text";
import type { CampaignRow } from "@/lib/campaigns/wire";
import { CAMPAIGN_STATES, campaignAt, dayOf } from "./words";

export function CampaignList({ slug, campaigns }: { slug: string; campaigns: CampaignRow[] }) {
  if (campaigns.length === 0) {
    return (
      <Empty title="Nobody was asked yet">
        A campaign asks authors which earlier works shaped their paper, by a personal link, and turns what reviewers
        confirm into endorsement pairs.
      </Empty>
    );
  }

  return (
    <Table label="Campaigns">
      <thead>
        <tr>
          <Th>Campaign</Th>
          <Th>State</Th>
          <Th>Closes</Th>
          <Th numeric>Papers</Th>
          <Th numeric>Submitted</Th>
        </tr>
      </thead>
      <tbody>
        {campaigns.map((row) => (
          <tr key={row.campaignId}>
            <RowTh>
              <Link prefetch={false} href={campaignAt(slug, row.campaignId)} className={linkVariants({ alone: true })}>
                {row.name}
              </Link>
            </RowTh>
            <Td>{CAMPAIGN_STATES[row.state]}</Td>
            <Td className="whitespace-nowrap">{dayOf(row.closesAt)}</Td>
            <Td numeric>{formatCount(row.papers)}</Td>
            <Td numeric>{formatOf(row.submitted, row.invitees)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
