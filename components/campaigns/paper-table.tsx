"use client";

import { DataTable } from "@/components/ui/data-table";
import type { DataColumn } from "@/components/ui/data-table-model";
import type { FocalPaperRow } from "@/lib/campaigns/wire";

const columns: DataColumn<FocalPaperRow>[] = [
  {
    id: "title",
    header: "Paper",
    width: "18rem",
    value: (row) => row.title,
    cell: (row) => (
      <>
        {row.title}
        <span className="block text-sm text-ink-2">{row.authors.join(", ")}</span>
      </>
    ),
  },
  { id: "year", header: "Year", value: (row) => row.year, numeric: true, width: "4rem" },
  { id: "field", header: "Field", value: (row) => row.field, width: "9rem" },
  { id: "review", header: "Kind", value: (row) => (row.isReview ? "review" : "paper"), width: "5rem" },
  { id: "references", header: "References", value: (row) => row.references, numeric: true, width: "6rem" },
  { id: "people", header: "People", value: (row) => row.people, numeric: true, width: "5rem" },
  { id: "id", header: "Corpus id", value: (row) => row.corpusId, width: "8rem" },
];

export function PaperTable({ papers }: { papers: FocalPaperRow[] }) {
  return (
    <DataTable
      columns={columns}
      rows={papers}
      rowId={(row) => row.focalId}
      label="Focal papers"
      noun="papers"
      filter
      empty="No paper yet: import a file above."
    />
  );
}
