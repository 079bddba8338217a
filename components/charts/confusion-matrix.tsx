import type { ReactNode } from "react";
import { formatCount, formatPercent } from "@/components/ui/format-number";
import { ChartFrame } from "./chart-frame";
import { shade } from "./shade";

type ConfusionMatrixProps = {
  /** "Judge against the human majority". */
  label: string;
  /** What a row is, as a caption: "humans say". */
  rowName: string;
  columnName: string;
  labels: string[];
  /** counts[row][column], rows are the reference. */
  counts: number[][];
  /** The items of a cell. */
  href?: (row: number, column: number) => string | undefined;
  id?: string;
  note?: ReactNode;
};

const top = 48;

function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Counts and their share of the row. Agreement lies on the diagonal, in the accent; the rest in a warm shade. */
export function ConfusionMatrix({ label, rowName, columnName, labels, counts, href, id, note }: ConfusionMatrixProps) {
  const many = labels.length > 4;
  const cell = { width: many ? 76 : 118, height: many ? 48 : 72, gap: many ? 4 : 6 };
  const longest = Math.max(rowName.length, ...labels.map((name) => name.length));
  const left = Math.min(128, longest * 6.6 + 14);
  const totals = labels.map((_, row) => labels.reduce((sum, _each, column) => sum + (counts[row]?.[column] ?? 0), 0));
  const width = left + labels.length * (cell.width + cell.gap);
  const height = top + labels.length * (cell.height + cell.gap);

  return (
    <ChartFrame
      id={id}
      label={label}
      width={width}
      height={height}
      interactive={href !== undefined}
      note={note}
      data={{
        columns: [
          { label: `${rowName} \\ ${columnName}` },
          ...labels.map((name) => ({ label: name, numeric: true })),
          { label: "n", numeric: true },
        ],
        rows: labels.map((name, row) => [
          name,
          ...labels.map((_, column) => {
            const count = counts[row]?.[column] ?? 0;
            const total = totals[row] ?? 0;
            return total > 0 ? `${formatCount(count)} (${formatPercent(count / total)})` : formatCount(count);
          }),
          formatCount(totals[row] ?? 0),
        ]),
      }}
    >
      <text x={left} y={12}>
        {columnName}
      </text>
      <text x={0} y={top - 10}>
        {rowName}
      </text>
      {labels.map((name, row) => (
        <g key={name}>
          <text x={left + row * (cell.width + cell.gap) + 2} y={top - 10} fill="var(--ink)">
            <title>{name}</title>
            {short(name, many ? 11 : 17)}
          </text>
          <text x={0} y={top + row * (cell.height + cell.gap) + cell.height / 2 - 3} fill="var(--ink)">
            <title>{name}</title>
            {short(name, 18)}
          </text>
          <text x={0} y={top + row * (cell.height + cell.gap) + cell.height / 2 + 13}>
            n {formatCount(totals[row] ?? 0)}
          </text>
          {labels.map((other, column) => (
            <Cell
              key={other}
              x={left + column * (cell.width + cell.gap)}
              y={top + row * (cell.height + cell.gap)}
              width={cell.width}
              height={cell.height}
              count={counts[row]?.[column] ?? 0}
              total={totals[row] ?? 0}
              agrees={row === column}
              says={`${rowName} ${name}, ${columnName} ${other}`}
              href={href?.(row, column)}
            />
          ))}
        </g>
      ))}
    </ChartFrame>
  );
}

type CellProps = {
  x: number;
  y: number;
  width: number;
  height: number;
  count: number;
  total: number;
  agrees: boolean;
  says: string;
  href?: string;
};

function Cell({ x, y, width, height, count, total, agrees, says, href }: CellProps) {
  const share = total > 0 ? count / total : 0;
  const percent = total > 0 ? formatPercent(share) : "";
  const inset = width > 100 ? 12 : 8;
  const drawn = (
    <>
      <rect x={x} y={y} width={width} height={height} rx="5" fill={shade(share, agrees ? "accent" : "warn")} />
      <text x={x + inset} y={y + height / 2 - 3} fill="var(--ink)" className="text-[0.8125rem] font-[550]">
        {formatCount(count)}
      </text>{" "}
      <text x={x + inset} y={y + height / 2 + 14} fill="var(--ink)">
        {percent}
      </text>
    </>
  );

  if (!href || count === 0) return <g>{drawn}</g>;
  return (
    <a href={href} aria-label={`${formatCount(count)} ${percent} of the row: ${says}. Open these items.`}>
      {drawn}
    </a>
  );
}
