import type { ReactTable, RowData } from "@tanstack/react-table";
import Link from "next/link";
import { cn } from "./cn";
import type { DataColumn, features } from "./data-table-model";

/** Which order the server's rows are in, and the address of another order. */
export type ServerSort = { id?: string; desc?: boolean; hrefFor?: (id: string, desc: boolean) => string };

type HeadProps<Row extends RowData> = {
  columns: DataColumn<Row>[];
  table: ReactTable<typeof features, Row>;
  serverSort?: ServerSort;
};

const action = "inline-flex min-h-6 items-center gap-1 font-medium hover:text-ink pointer-coarse:min-h-11";
const spoken = { asc: "ascending", desc: "descending" } as const;

export function DataTableHead<Row extends RowData>({ columns, table, serverSort }: HeadProps<Row>) {
  function orderOf(id: string): "asc" | "desc" | undefined {
    if (!serverSort) return table.getColumn(id)?.getIsSorted() || undefined;
    if (serverSort.id !== id) return undefined;
    return serverSort.desc ? "desc" : "asc";
  }

  function label(column: DataColumn<Row>, order: "asc" | "desc" | undefined) {
    const words = (
      <>
        {column.header}
        <span aria-hidden="true" className={cn("w-2.5 text-xs", !order && "invisible")}>
          {order === "desc" ? "↓" : "↑"}
        </span>
      </>
    );
    if (column.sortable === false) return column.header;
    if (!serverSort) {
      return (
        <button
          type="button"
          className={cn(action, column.numeric && "flex-row-reverse")}
          onClick={() => table.getColumn(column.id)?.toggleSorting()}
        >
          {words}
        </button>
      );
    }
    if (!serverSort.hrefFor) return column.header;
    const desc = order ? order === "asc" : column.numeric === true;
    return (
      <Link
        prefetch={false}
        href={serverSort.hrefFor(column.id, desc)}
        className={cn(action, column.numeric && "flex-row-reverse")}
      >
        {words}
      </Link>
    );
  }

  return (
    <thead className="sticky top-0 z-10 bg-paper">
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          const order = orderOf(column.id);
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={order ? spoken[order] : undefined}
              style={{ width: column.width }}
              className={cn(
                "border-b py-1.5 pe-3 text-start text-sm font-medium text-ink-2 last:pe-0",
                column.numeric && "text-end",
              )}
            >
              {label(column, order)}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
