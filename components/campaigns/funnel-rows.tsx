"use client";

import { DataTable } from "@/components/ui/data-table";
import type { DataColumn } from "@/components/ui/data-table-model";
import type { FunnelAnswer, FunnelPair, FunnelPerson, FunnelRows as Rows } from "@/lib/campaigns/wire";
import type { PairOutcome } from "@/lib/endorsements/wire";
import { OUTCOME_WORDS, SOURCE_WORDS } from "./words";

const PEOPLE: DataColumn<FunnelPerson>[] = [
  { id: "name", header: "Person", width: "11rem", value: (row) => row.name },
  { id: "email", header: "Address", width: "14rem", value: (row) => row.email ?? "erased" },
  { id: "papers", header: "Papers", width: "18rem", value: (row) => row.papers.join("; ") },
];
const ANSWERS: DataColumn<FunnelAnswer>[] = [
  { id: "focal", header: "Paper", width: "14rem", value: (row) => row.focal },
  { id: "work", header: "Work", width: "14rem", value: (row) => row.work },
  { id: "id", header: "Corpus id", width: "8rem", value: (row) => row.corpusId ?? "not found yet" },
  { id: "value", header: "Said", width: "4rem", value: (row) => row.value },
  { id: "source", header: "How", width: "8rem", value: (row) => SOURCE_WORDS[row.source] },
  { id: "outcome", header: "Review", width: "9rem", value: (row) => OUTCOME_WORDS[row.outcome as PairOutcome] },
];
const PAIRS: DataColumn<FunnelPair>[] = [
  { id: "focal", header: "focal_corpusid", width: "9rem", value: (row) => row.focalCorpusId },
  { id: "candidate", header: "candidate_corpusid", width: "9rem", value: (row) => row.candidateCorpusId },
  { id: "status", header: "audit_status", width: "8rem", value: (row) => row.status },
  { id: "tier", header: "Tier", width: "8rem", value: (row) => row.tier },
  { id: "flags", header: "eligibility_flags", width: "14rem", value: (row) => row.flags.join(", ") },
];

export function FunnelRows({ label, rows }: { label: string; rows: Rows }) {
  if (rows.kind === "people") {
    return (
      <DataTable columns={PEOPLE} rows={rows.rows} rowId={(row) => row.inviteeId} label={label} noun="people" filter />
    );
  }
  if (rows.kind === "answers") {
    return (
      <DataTable
        columns={ANSWERS}
        rows={rows.rows}
        rowId={(row) => row.endorsementId}
        label={label}
        noun="answers"
        filter
      />
    );
  }

  return (
    <DataTable
      columns={PAIRS}
      rows={rows.rows}
      rowId={(row) => `${row.focalCorpusId} ${row.candidateCorpusId}`}
      label={label}
      noun="pairs"
      filter
    />
  );
}
