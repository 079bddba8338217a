import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Table, Td, Th } from "@/components/ui/table";

export type ChartData = { columns: { label: string; numeric?: boolean }[]; rows: ReactNode[][] };

type ChartFrameProps = {
  /** What the chart shows, in one sentence that stands without it. */
  label: string;
  /** The same numbers as a table, under the chart. */
  data: ChartData;
  /** The drawing's own size in px: it is never shrunk below it, it scrolls instead. */
  width: number;
  height: number;
  /** True where parts of the drawing are links: then they are reachable, and the drawing is a group, not one image. */
  interactive?: boolean;
  id?: string;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Around every chart: a labelled scroller, the drawing, a note, and the data behind it. Drawn on the server. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, data, width, height, interactive, id, note, className, children } = props;

  return (
    <figure data-slot="chart-frame" className={cn("grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2", className)}>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="-m-1 overflow-x-auto p-1"
      >
        <svg
          data-slot="chart"
          id={id}
          role={interactive ? "group" : "img"}
          aria-label={label}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          className="block max-w-none font-work text-xs font-medium tabular-nums [&_a:hover_rect]:stroke-accent"
          fill="var(--ink-2)"
        >
          <title>{label}</title>
          {children}
        </svg>
      </section>
      {note ? <figcaption className="max-w-[72ch] text-sm text-ink-2">{note}</figcaption> : null}
      <details className="text-sm">
        <summary className="inline-flex min-h-6 items-center text-accent pointer-coarse:min-h-11">Data table</summary>
        <ChartTable label={label} data={data} />
      </details>
    </figure>
  );
}

function ChartTable({ label, data }: { label: string; data: ChartData }) {
  return (
    <Table label={`${label} (data)`} containerClassName="max-h-96 overflow-auto">
      <thead>
        <tr>
          {data.columns.map((column) => (
            <Th key={column.label} numeric={column.numeric}>
              {column.label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never reordered.
          <tr key={index}>
            {data.columns.map((column, at) => (
              <Td key={column.label} numeric={column.numeric}>
                {row[at]}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
