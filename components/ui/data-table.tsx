"use client";

import { type RowData, useTable } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useId, useMemo, useRef } from "react";
import { cn } from "./cn";
import { DataTableHead, type ServerSort } from "./data-table-head";
import { type DataColumn, features, toColumnDefs } from "./data-table-model";
import { formatCount } from "./format-number";
import { Input } from "./input";
import { Pagination } from "./pagination";

export type ServerPaging = {
  page: number;
  pageSize: number;
  total: number;
  hrefFor: (page: number) => string;
  sort?: ServerSort;
};

type DataTableProps<Row extends RowData> = {
  /** Stable: at module scope, or memoised. */
  columns: DataColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** What the table holds; the name of its scroller. */
  label: string;
  /** What a row is: "items". */
  noun: string;
  /** A search box over all columns. Not with `server`. */
  filter?: boolean;
  initialSort?: { id: string; desc: boolean };
  /** Rows are one page of many, sorted and filtered by the server; links carry page and order. */
  server?: ServerPaging;
  /** CSS height beyond which rows scroll under a fixed header. */
  maxHeight?: string;
  empty?: ReactNode;
  rowClassName?: (row: Row) => string | undefined;
};

const rowHeight = 40;
/** Below this many rows all are drawn: find-in-page, print and select-all then work. */
const virtualFrom = 200;

export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, rows: data, rowId, label, noun, filter, initialSort, server, maxHeight = "70vh", empty } = props;
  const scroller = useRef<HTMLElement>(null);
  const filterId = useId();
  const defs = useMemo(() => toColumnDefs(columns), [columns]);

  const table = useTable({
    features,
    columns: defs,
    data,
    getRowId: rowId,
    initialState: { sorting: initialSort ? [initialSort] : [] },
    globalFilterFn: "includesString",
    getColumnCanGlobalFilter: () => true,
    manualSorting: server !== undefined,
    manualFiltering: server !== undefined,
  });
  const rows = table.getRowModel().rows;
  const isVirtual = rows.length >= virtualFrom;

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    initialRect: { width: 0, height: 800 },
    enabled: isVirtual,
  });
  const drawn = virtualizer.getVirtualItems();
  const shown = isVirtual ? drawn.map((item) => item.index) : rows.map((_, index) => index);
  const above = isVirtual ? (drawn[0]?.start ?? 0) : 0;
  const below = isVirtual ? virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0) : 0;
  const widths = columns.flatMap((column) => (column.width && !column.width.endsWith("%") ? [column.width] : []));
  const first = server ? (server.page - 1) * server.pageSize : 0;

  return (
    <div data-slot="data-table" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      {filter && !server ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <label htmlFor={filterId} className="sr-only">
            Find in {label}
          </label>
          <Input
            id={filterId}
            type="search"
            placeholder={`Find in ${formatCount(data.length)} ${noun}`}
            value={String(table.state.globalFilter ?? "")}
            onChange={(event) => table.setGlobalFilter(event.target.value)}
            className="max-w-80"
          />
          <p aria-live="polite" className="text-sm text-ink-2">
            {rows.length === data.length ? "" : `${formatCount(rows.length)} of ${formatCount(data.length)} ${noun}`}
          </p>
        </div>
      ) : null}
      <section
        ref={scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="overflow-auto"
        style={{ maxHeight: isVirtual || server ? maxHeight : undefined }}
      >
        <table
          aria-label={label}
          aria-rowcount={(server?.total ?? rows.length) + 1}
          className={cn("w-full border-separate border-spacing-0", isVirtual && "table-fixed")}
          style={{ minWidth: widths.length > 0 ? `calc(${widths.join(" + ")})` : undefined }}
        >
          <DataTableHead columns={columns} table={table} serverSort={server ? (server.sort ?? {}) : undefined} />
          <tbody>
            {above > 0 ? <Spacer height={above} span={columns.length} /> : null}
            {shown.map((index) => {
              const row = rows[index];
              if (!row) return null;
              return (
                <tr
                  key={row.id}
                  data-index={index}
                  ref={isVirtual ? virtualizer.measureElement : undefined}
                  aria-rowindex={first + index + 2}
                  className={cn("hover:bg-accent-soft/60", props.rowClassName?.(row.original))}
                >
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      className={cn(
                        "border-b py-2 pe-3 align-top last:pe-0",
                        column.numeric && "text-end whitespace-nowrap",
                        isVirtual && "truncate",
                      )}
                    >
                      {column.cell ? column.cell(row.original) : column.value(row.original)}
                    </td>
                  ))}
                </tr>
              );
            })}
            {below > 0 ? <Spacer height={below} span={columns.length} /> : null}
          </tbody>
        </table>
        {rows.length === 0 ? (
          <div className="py-6 text-ink-2">
            {data.length === 0 ? (empty ?? `No ${noun} yet.`) : `No ${noun} match.`}
          </div>
        ) : null}
      </section>
      {server ? <Pagination {...server} noun={noun} /> : null}
    </div>
  );
}

function Spacer({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus; this one only holds space.
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  );
}
