"use client";

import { useMemo } from "react";
import { DataTable } from "@/components/ui/data-table";
import type { DataColumn } from "@/components/ui/data-table-model";
import type { MessageRow } from "@/lib/campaigns/wire";
import { KIND_WORDS, MESSAGE_WORDS } from "./mail-words";
import { MessageActions } from "./message-actions";
import { dayOf } from "./words";

type Props = { slug: string; campaignId: string; rows: MessageRow[] };

export function MessageTable({ slug, campaignId, rows }: Props) {
  const columns = useMemo(
    (): DataColumn<MessageRow>[] => [
      {
        id: "who",
        header: "Person",
        width: "13rem",
        value: (row) => `${row.name ?? ""} ${row.email ?? "erased"}`,
        cell: (row) => (
          <>
            {row.name ?? "–"}
            <span className="block text-sm break-all text-ink-2">{row.email ?? "erased"}</span>
          </>
        ),
      },
      { id: "state", header: "State", width: "7rem", value: (row) => MESSAGE_WORDS[row.state] },
      { id: "kind", header: "Mail", width: "9rem", value: (row) => KIND_WORDS[row.kind] },
      {
        id: "at",
        header: "Day",
        width: "7rem",
        value: (row) => row.bouncedAt ?? row.sentAt ?? row.queuedAt,
        cell: (row) => <span className="whitespace-nowrap">{dayOf(row.bouncedAt ?? row.sentAt ?? row.queuedAt)}</span>,
      },
      {
        id: "problem",
        header: "What was said",
        width: "13rem",
        value: (row) => row.problem,
        cell: (row) => <span className="text-sm break-words text-ink-2">{row.problem ?? ""}</span>,
      },
      {
        id: "change",
        header: "Change",
        width: "8rem",
        sortable: false,
        value: () => null,
        cell: (row) => <MessageActions slug={slug} campaignId={campaignId} row={row} />,
      },
    ],
    [slug, campaignId],
  );

  return (
    <DataTable
      columns={columns}
      rows={rows}
      rowId={(row) => row.messageId}
      label="Mails"
      noun="mails"
      filter
      empty="No mail was written yet."
    />
  );
}
