import { scaleLinear } from "d3-scale";
import { ChartFrame } from "@/components/charts/chart-frame";
import { formatCount, formatPercent } from "@/components/ui/format-number";
import type { MustCiteExplorer } from "@/lib/layers/wire";

type Curve = MustCiteExplorer["curves"][number];
type Props = { label: string; curves: Curve[]; share: "shareAtLeast" | "shareAtMost"; n: number };

const size = { width: 640, height: 250, left: 44, right: 12, top: 24, bottom: 38 };
const NAMES = { mentions: "mentions", windows: "distinct passages" };
/** Two counts apart without colour: one line is whole, the other dashed. */
const DASHES = { mentions: undefined, windows: "5 4" };

/** The share of references at each threshold, one step line a count; the chosen N is marked. */
export function ThresholdChart({ label, curves, share, n }: Props) {
  const most = Math.max(2, ...curves.flatMap((curve) => curve.points.map((point) => point.n)));
  const x = scaleLinear([0.5, most + 0.5], [size.left, size.width - size.right]);
  const y = scaleLinear([0, 1], [size.height - size.bottom, size.top]);
  const [first] = curves;

  return (
    <ChartFrame
      label={label}
      width={size.width}
      height={size.height}
      note={
        <>
          Whole line: {NAMES.mentions}. Dashed: {NAMES.windows}.{" "}
          {curves
            .map((curve) => `${formatCount(curve.known)} references have a count of ${NAMES[curve.count]}`)
            .join("; ")}
          .
        </>
      }
      data={{
        columns: [
          { label: "N", numeric: true },
          ...curves.flatMap((curve) => [
            { label: `Share, ${NAMES[curve.count]}`, numeric: true },
            { label: `References, ${NAMES[curve.count]}`, numeric: true },
          ]),
        ],
        rows: (first?.points ?? []).map((point, at) => [
          point.n,
          ...curves.flatMap((curve) => {
            const own = curve.points[at];
            const value = own?.[share];
            return [
              value === null || value === undefined ? "–" : formatPercent(value, 1),
              formatCount((share === "shareAtLeast" ? own?.atLeast : own?.atMost) ?? 0),
            ];
          }),
        ]),
      }}
    >
      {[0, 0.5, 1].map((tick) => (
        <g key={tick}>
          <line x1={size.left} x2={size.width - size.right} y1={y(tick)} y2={y(tick)} stroke="var(--rule)" />
          <text x={size.left - 8} y={y(tick) + 4} textAnchor="end">
            {formatPercent(tick)}
          </text>
        </g>
      ))}
      {n <= most ? (
        <>
          <rect
            x={x(n - 0.5)}
            width={x(n + 0.5) - x(n - 0.5)}
            y={size.top}
            height={size.height - size.bottom - size.top}
            fill="color-mix(in oklab, var(--accent) 14%, var(--paper))"
          />
          <text x={x(n)} y={14} textAnchor="middle" fill="var(--ink)">
            N = {n}
          </text>
        </>
      ) : null}
      {curves.map((curve) => (
        <path
          key={curve.count}
          data-curve={curve.count}
          d={stepPath(curve, share, x, y)}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="2"
          strokeDasharray={DASHES[curve.count]}
        />
      ))}
      {(first?.points ?? []).map((point) => (
        <text key={point.n} x={x(point.n)} y={size.height - size.bottom + 16} textAnchor="middle">
          {point.n}
        </text>
      ))}
    </ChartFrame>
  );
}

/** One stroke; nothing where no reference has the count. */
function stepPath(
  curve: Curve,
  share: Props["share"],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  return curve.points
    .flatMap((point, at) => {
      const value = point[share];
      if (value === null) return [];
      const height = y(value).toFixed(1);
      const start = at === 0 ? `M${x(point.n - 0.5).toFixed(1)} ${height}` : `V${height}`;

      return [`${start}H${x(point.n + 0.5).toFixed(1)}`];
    })
    .join("");
}
