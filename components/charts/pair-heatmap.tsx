import { type ReactNode, useId } from "react";
import { formatCount, formatDecimal } from "@/components/ui/format-number";
import { ChartFrame } from "./chart-frame";
import { type Estimate, sayEstimate } from "./interval";
import { shade } from "./shade";

export type PairCell = { a: string; b: string; estimate: Estimate; n: number; href?: string };

type PairHeatmapProps = {
  /** "Cohen’s κ of each pair of raters". */
  label: string;
  /** In the order drawn. */
  raters: string[];
  cells: PairCell[];
  /** Below this many shared items a cell is hatched. */
  leastN?: number;
  id?: string;
  note?: ReactNode;
};

const cell = { width: 56, height: 38, gap: 4 };
const top = 26;

/** Everyone against everyone: the value and, under it, the shared items. Below zero in a warm shade. */
export function PairHeatmap({ label, raters, cells, leastN = 10, id, note }: PairHeatmapProps) {
  const hatch = useId();
  const left = Math.min(140, Math.max(...raters.map((rater) => rater.length), 4) * 7 + 14);
  const width = left + raters.length * (cell.width + cell.gap);
  const height = top + raters.length * (cell.height + cell.gap);
  const place = new Map(raters.map((rater, index) => [rater, index]));

  return (
    <ChartFrame
      id={id}
      label={label}
      width={width}
      height={height}
      interactive={cells.some((each) => each.href)}
      note={note ?? `Small figures are shared items. Hatched: fewer than ${leastN} of them.`}
      data={{
        columns: [{ label: "Pair" }, { label: "Value", numeric: true }, { label: "Shared items", numeric: true }],
        rows: cells.map((each) => [`${each.a} × ${each.b}`, sayEstimate(each.estimate), formatCount(each.n)]),
      }}
    >
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" x2="0" y1="0" y2="6" stroke="var(--rule)" strokeWidth="3" />
        </pattern>
      </defs>
      {raters.map((rater, index) => (
        <g key={rater}>
          <text x={left + index * (cell.width + cell.gap) + cell.width / 2} y={14} textAnchor="middle">
            {rater}
          </text>
          <text x={0} y={top + index * (cell.height + cell.gap) + cell.height / 2 + 4}>
            {rater}
          </text>
        </g>
      ))}
      {cells.map((each) => {
        const a = place.get(each.a);
        const b = place.get(each.b);
        if (a === undefined || b === undefined || a === b) return null;
        const x = left + Math.max(a, b) * (cell.width + cell.gap);
        const y = top + Math.min(a, b) * (cell.height + cell.gap);
        return <Pair key={`${each.a} ${each.b}`} pair={each} x={x} y={y} hatch={each.n < leastN ? hatch : undefined} />;
      })}
    </ChartFrame>
  );
}

function Pair({ pair, x, y, hatch }: { pair: PairCell; x: number; y: number; hatch?: string }) {
  const { estimate, n, href } = pair;
  const value = estimate.kind === "value" ? estimate.value : 0;
  const fill = hatch ? `url(#${hatch})` : shade(Math.abs(value), value < 0 ? "warn" : "accent");
  const middle = x + cell.width / 2;
  const short = estimate.kind === "value" ? formatDecimal(estimate.value, 2) : "–";
  const drawn = (
    <>
      <rect
        x={x}
        y={y}
        width={cell.width}
        height={cell.height}
        rx="4"
        fill={estimate.kind === "value" ? fill : "none"}
        stroke={hatch || estimate.kind === "undefined" ? "var(--rule)" : "none"}
      />
      <text x={middle} y={y + 16} textAnchor="middle" fill="var(--ink)" className="text-[0.8125rem] font-[550]">
        {short}
      </text>{" "}
      <text x={middle} y={y + 31} textAnchor="middle" fill="var(--ink)">
        {formatCount(n)}
      </text>
    </>
  );

  if (!href) return <g>{drawn}</g>;
  return (
    <a
      href={href}
      aria-label={`${short} ${formatCount(n)} shared items: ${pair.a} and ${pair.b}, ${sayEstimate(estimate)}. Open them.`}
    >
      {drawn}
    </a>
  );
}
