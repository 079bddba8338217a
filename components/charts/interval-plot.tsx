import { scaleLinear } from "d3-scale";
import type { ReactNode } from "react";
import { formatCount, formatDecimal, formatInterval } from "@/components/ui/format-number";
import { ChartFrame } from "./chart-frame";
import { clampTo, type Domain, type Estimate, sayEstimate, sayTick, ticksOf } from "./interval";

export type IntervalPlotRow = { label: string; estimate: Estimate; n?: number; href?: string };

type IntervalPlotProps = {
  label: string;
  rows: IntervalPlotRow[];
  domain?: Domain;
  /** Thin lines to read by, such as .667 and .8. Never a verdict. */
  references?: { value: number; label: string }[];
  /** What n counts: "items". */
  noun?: string;
  id?: string;
  note?: ReactNode;
};

const size = { label: 190, n: 76, plot: 330, text: 130, row: 28, top: 26 };

/** A forest plot: a row each for questions, classes or strata. */
export function IntervalPlot({
  label,
  rows,
  domain = [0, 1],
  references = [],
  noun = "items",
  id,
  note,
}: IntervalPlotProps) {
  const left = size.label + size.n;
  const x = scaleLinear(domain, [left, left + size.plot]);
  const bottom = size.top + rows.length * size.row;
  const width = left + size.plot + 14 + size.text;
  const height = bottom + (references.length > 0 ? 20 : 6);

  return (
    <ChartFrame
      id={id}
      label={label}
      width={width}
      height={height}
      interactive={rows.some((row) => row.href)}
      note={note}
      data={{
        columns: [
          { label: "Row" },
          { label: `n ${noun}`, numeric: true },
          { label: "Value", numeric: true },
          { label: "Interval", numeric: true },
        ],
        rows: rows.map(({ label: name, n, estimate, href }) => [
          href ? (
            <a key="label" className="text-accent underline" href={href}>
              {name}
            </a>
          ) : (
            name
          ),
          n === undefined ? "" : formatCount(n),
          estimate.kind === "value" ? formatDecimal(estimate.value) : sayEstimate(estimate),
          estimate.kind === "value" && estimate.low !== undefined && estimate.high !== undefined
            ? formatInterval(estimate.low, estimate.high, 3)
            : "",
        ]),
      }}
    >
      {ticksOf(domain).map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={size.top - 6} y2={bottom} stroke="var(--rule)" />
          <text x={x(tick)} y={12} textAnchor="middle">
            {sayTick(tick)}
          </text>
        </g>
      ))}
      {references.map((reference, index) => (
        <g key={reference.label}>
          <line
            x1={x(reference.value)}
            x2={x(reference.value)}
            y1={size.top - 6}
            y2={bottom}
            stroke="var(--ink-3)"
            strokeDasharray="2 4"
          />
          <text x={x(reference.value)} y={bottom + 14} textAnchor={anchorOf(references, index, x)}>
            {reference.label}
          </text>
        </g>
      ))}
      <text x={size.label + size.n - 28} y={12} textAnchor="end">
        n
      </text>
      {rows.map((row, index) => (
        <PlotRow key={row.label} row={row} y={size.top + index * size.row + size.row / 2} x={x} domain={domain} />
      ))}
    </ChartFrame>
  );
}

/** Names of neighbours that would overlap lean away from each other. */
function anchorOf(
  references: { value: number }[],
  index: number,
  x: (value: number) => number,
): "start" | "middle" | "end" {
  const near = (other?: { value: number }) => {
    const own = references[index];
    return own !== undefined && other !== undefined && Math.abs(x(other.value) - x(own.value)) < 40;
  };
  if (near(references[index + 1])) return "end";
  return near(references[index - 1]) ? "start" : "middle";
}

type PlotRowProps = { row: IntervalPlotRow; y: number; x: (value: number) => number; domain: Domain };

function PlotRow({ row, y, x, domain }: PlotRowProps) {
  const { estimate } = row;
  const name = row.label.length > 28 ? `${row.label.slice(0, 27)}…` : row.label;
  const marks = (
    <>
      <text x={0} y={y + 4} fill={row.href ? "var(--accent)" : "var(--ink)"} className="text-[0.8125rem]">
        {name}
      </text>
      {row.n === undefined ? null : (
        <text x={size.label + size.n - 28} y={y + 4} textAnchor="end">
          {formatCount(row.n)}
        </text>
      )}
      {estimate.kind === "value" && estimate.low !== undefined && estimate.high !== undefined ? (
        <line
          x1={x(clampTo(domain, estimate.low))}
          x2={x(clampTo(domain, estimate.high))}
          y1={y}
          y2={y}
          stroke="color-mix(in oklab, var(--accent) 55%, var(--paper))"
          strokeWidth="3"
          strokeLinecap="round"
        />
      ) : null}
      {estimate.kind === "value" ? (
        <circle cx={x(clampTo(domain, estimate.value))} cy={y} r="4.2" fill="var(--accent)" />
      ) : null}
      <text x={size.label + size.n + size.plot + 14} y={y + 4} fill="var(--ink)" className="text-[0.8125rem]">
        {estimate.kind === "value" ? sayEstimate(estimate, 2) : "not defined"}
      </text>
    </>
  );

  if (!row.href) return <g>{marks}</g>;
  return (
    <a href={row.href} aria-label={`${row.label}: ${sayEstimate(estimate)}. Open the items.`}>
      <rect x="0" y={y - 13} width={size.label + size.n + size.plot + size.text} height="26" fill="transparent" />
      {marks}
    </a>
  );
}
