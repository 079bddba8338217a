import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  filterFn_includesString,
  globalFilteringFeature,
  type RowData,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";

/** A column in our own words, so that pages need not know the table library. */
export type DataColumn<Row> = {
  id: string;
  header: string;
  /** What is sorted and filtered by, and shown where there is no `cell`. Null sorts last. */
  value: (row: Row) => string | number | null;
  cell?: (row: Row) => ReactNode;
  numeric?: boolean;
  /** A CSS width: "8rem", "40%". */
  width?: string;
  /** Default: yes. With pages from the server: only where `sortHref` answers. */
  sortable?: boolean;
};

export const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  filterFns: { includesString: filterFn_includesString },
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic, text: sortFn_text },
});

export function toColumnDefs<Row extends RowData>(columns: DataColumn<Row>[]): ColumnDef<typeof features, Row>[] {
  return columns.map((column) => ({
    id: column.id,
    header: column.header,
    accessorFn: (row: Row) => column.value(row) ?? undefined,
    enableSorting: column.sortable ?? true,
    sortFn: column.numeric ? "basic" : "alphanumeric",
    sortUndefined: "last",
    sortDescFirst: column.numeric === true,
  }));
}
