import { ChartFrame } from "@/components/charts/chart-frame";
import { formatCount, formatPercent } from "@/components/ui/format-number";
import type { MustCiteExplorer } from "@/lib/layers/wire";

const TYPES = ["I", "II", "III"] as const;
const row = 30;
const top = 26;
const left = 118;
const bar = 300;

/** The seven regions of the three types: dots say which types hold, bars how many references lie there. */
export function OverlapChart({ overlap }: { overlap: MustCiteExplorer["overlap"] }) {
  const total = overlap.reduce((sum, { rows }) => sum + rows, 0);
  const most = Math.max(1, ...overlap.map(({ rows }) => rows));
  const label = "Must-cite references by which of the three types hold";

  return (
    <ChartFrame
      label={label}
      width={left + bar + 110}
      height={top + overlap.length * row + 4}
      data={{
        columns: [{ label: "Types" }, { label: "References", numeric: true }, { label: "Share", numeric: true }],
        rows: overlap.map(({ region, rows }) => [
          region,
          formatCount(rows),
          total === 0 ? "–" : formatPercent(rows / total, 1),
        ]),
      }}
    >
      {TYPES.map((type, at) => (
        <text key={type} x={16 + at * 32} y={14} textAnchor="middle" fill="var(--ink)">
          {type}
        </text>
      ))}
      {overlap.map(({ region, rows }, at) => {
        const held = region.split("+");
        const y = top + at * row + row / 2;
        return (
          <g key={region}>
            {TYPES.map((type, column) => (
              <circle
                key={type}
                cx={16 + column * 32}
                cy={y}
                r="6"
                fill={held.includes(type) ? "var(--accent)" : "none"}
                stroke={held.includes(type) ? "var(--accent)" : "var(--ink-3)"}
              />
            ))}
            <line x1={left} x2={left} y1={y - 11} y2={y + 11} stroke="var(--ink-3)" />
            <rect x={left} y={y - 6} width={(rows / most) * bar} height="12" fill="var(--accent)" />
            <text x={left + (rows / most) * bar + 8} y={y + 4} fill="var(--ink)">
              {formatCount(rows)}
              {total > 0 ? ` (${formatPercent(rows / total)})` : ""}
            </text>
          </g>
        );
      })}
    </ChartFrame>
  );
}
