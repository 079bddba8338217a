import type { ReactNode } from "react";
import { formatCount, formatPercent } from "@/components/ui/format-number";
import { ChartFrame } from "./chart-frame";

export type DistributionRow = { label: string; counts: number[]; href?: string };

type DistributionBarsProps = {
  /** "How often each rater chose each option". */
  label: string;
  categories: string[];
  rows: DistributionRow[];
  /** Per category, the shares that chance alone would give most of the time. */
  expected?: { low: number; high: number }[];
  /** Rows under this many labels are marked as few. */
  leastN?: number;
  id?: string;
  note?: ReactNode;
};

const left = 128;
const top = 26;
const row = 38;

/** A small bar for each row and category, on one scale a chart; the expected band behind. No colour to tell apart. */
export function DistributionBars(props: DistributionBarsProps) {
  const { label, categories, rows, expected, leastN = 10, id, note } = props;
  const column = categories.length > 6 ? 84 : 112;
  const bar = column - 54;
  const totals = rows.map((each) => each.counts.reduce((sum, count) => sum + count, 0));
  const share = (at: number, category: number) => (rows[at]?.counts[category] ?? 0) / (totals[at] || 1);
  const most = Math.max(0.01, ...rows.flatMap((_, at) => categories.map((_each, category) => share(at, category))));
  const scale = (value: number) => (Math.min(value, most) / most) * bar;

  return (
    <ChartFrame
      id={id}
      label={label}
      width={left + categories.length * column}
      height={top + rows.length * row + 4}
      interactive={rows.some((each) => each.href)}
      note={note}
      data={{
        columns: [
          { label: "Row" },
          { label: "n", numeric: true },
          ...categories.map((category) => ({ label: category, numeric: true })),
        ],
        rows: rows.map((each, at) => [
          each.label,
          formatCount(totals[at] ?? 0),
          ...categories.map((_, c) => `${formatCount(each.counts[c] ?? 0)} (${formatPercent(share(at, c))})`),
        ]),
      }}
    >
      {categories.map((category, c) => (
        <text key={category} x={left + c * column} y={12} fill="var(--ink)">
          <title>{category}</title>
          {category.length > 14 ? `${category.slice(0, 13)}…` : category}
        </text>
      ))}
      {rows.map((each, at) => {
        const y = top + at * row;
        const total = totals[at] ?? 0;
        return (
          <g key={each.label}>
            <RowName name={each.label} href={each.href} y={y + 12} />
            <text x={0} y={y + 27} className="text-[0.6875rem]">
              n {formatCount(total)}
              {total < leastN ? ", few" : ""}
            </text>
            {categories.map((category, c) => {
              const band = expected?.[c];
              const x = left + c * column;
              return (
                <g key={category}>
                  {band ? (
                    <rect
                      x={x + scale(band.low)}
                      y={y + 5}
                      width={scale(band.high) - scale(band.low)}
                      height="18"
                      fill="var(--rule)"
                    />
                  ) : null}
                  <line x1={x} x2={x} y1={y + 5} y2={y + 23} stroke="var(--ink-3)" />
                  <rect x={x} y={y + 10} width={scale(share(at, c))} height="8" fill="var(--accent)" />
                  <text x={x + bar + 6} y={y + 18} fill="var(--ink)">
                    {total > 0 ? formatPercent(share(at, c)) : ""}
                  </text>
                </g>
              );
            })}
          </g>
        );
      })}
    </ChartFrame>
  );
}

function RowName({ name, href, y }: { name: string; href?: string; y: number }) {
  const text = (
    <text x={0} y={y} fill={href ? "var(--accent)" : "var(--ink)"}>
      <title>{name}</title>
      {name.length > 18 ? `${name.slice(0, 17)}…` : name}
    </text>
  );

  return href ? (
    <a href={href} aria-label={`${name}: open the labels`}>
      <rect x="0" y={y - 14} width={left - 12} height="28" fill="transparent" />
      {text}
    </a>
  ) : (
    text
  );
}
