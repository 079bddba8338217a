"use client";

import { useMemo } from "react";
import { DataTable } from "@/components/ui/data-table";
import type { DataColumn } from "@/components/ui/data-table-model";
import type { InvitationRow } from "@/lib/campaigns/wire";
import { InvitationActions } from "./invitation-actions";
import { dayOf, INVITATION_WORDS } from "./words";

function lastStep(row: InvitationRow): string | null {
  return [row.withdrawnAt, row.declinedAt, row.submittedAt, row.startedAt, row.openedAt, row.sentAt, row.madeAt].find(
    (at) => at !== null,
  ) as string | null;
}

function stateOf(row: InvitationRow): string {
  if (row.replacedById) return `replaced (${INVITATION_WORDS[row.state]})`;

  return row.revoked ? `revoked (${INVITATION_WORDS[row.state]})` : INVITATION_WORDS[row.state];
}

type Props = { slug: string; campaignId: string; rows: InvitationRow[] };

/** How far each person has come; never what anybody answered. */
export function InvitationTable({ slug, campaignId, rows }: Props) {
  const columns = useMemo(
    (): DataColumn<InvitationRow>[] => [
      {
        id: "who",
        header: "Person",
        width: "15rem",
        value: (row) => `${row.name ?? ""} ${row.email ?? "erased"}`,
        cell: (row) => (
          <>
            {row.name ?? "–"}
            <span className="block text-sm break-all text-ink-2">{row.email ?? "erased"}</span>
          </>
        ),
      },
      {
        id: "papers",
        header: "Papers",
        width: "16rem",
        value: (row) => row.papers.map((paper) => paper.title).join("; "),
      },
      { id: "field", header: "Field", width: "9rem", value: (row) => row.field },
      { id: "state", header: "State", width: "9rem", value: stateOf },
      {
        id: "last",
        header: "Last step",
        width: "7rem",
        value: lastStep,
        cell: (row) => <span className="whitespace-nowrap">{dayOf(lastStep(row))}</span>,
      },
      {
        id: "change",
        header: "Change",
        width: "6rem",
        sortable: false,
        value: () => null,
        cell: (row) =>
          row.revoked || row.email === null ? null : (
            <InvitationActions slug={slug} campaignId={campaignId} row={row} />
          ),
      },
    ],
    [slug, campaignId],
  );

  return (
    <DataTable
      columns={columns}
      rows={rows}
      rowId={(row) => row.invitationId}
      label="Invitations"
      noun="invitations"
      filter
      empty="Nobody was invited yet."
    />
  );
}
