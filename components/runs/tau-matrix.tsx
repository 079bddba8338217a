import { ChartFrame } from "@/components/charts/chart-frame";
import { shade } from "@/components/charts/shade";
import { formatCount, formatDecimal } from "@/components/ui/format-number";
import type { LayerAgreement } from "@/lib/runs/wire";
import { shortLayer } from "./words";

const cell = { width: 56, height: 38, gap: 4 };
const top = 24;

/** Each layer against each: Kendall's τ and, under it, the queries that both judge. Below zero in a warm shade. */
export function TauMatrix({ layers, agreements, id }: { layers: string[]; agreements: LayerAgreement[]; id: string }) {
  const names = layers.map((name, at) => `${at + 1}  ${shorten(shortLayer(name))}`);
  const left = Math.min(210, Math.max(...names.map((name) => name.length)) * 7 + 12);
  const place = new Map(layers.map((name, at) => [name, at]));
  const width = left + layers.length * (cell.width + cell.gap);
  const height = top + layers.length * (cell.height + cell.gap);

  return (
    <ChartFrame
      id={id}
      label="Kendall’s τ between the orders of the runs under each two layers"
      width={width}
      height={height}
      note="Small figures are queries that both layers judge. A ring marks two layers under which different runs lead."
      data={{
        columns: [
          { label: "Layers" },
          { label: "τ", numeric: true },
          { label: "Queries", numeric: true },
          { label: "Leads under the first" },
          { label: "Leads under the second" },
        ],
        rows: agreements.map(({ a, b, n, tau, top_of_a, top_of_b }) => [
          `${shortLayer(a)} – ${shortLayer(b)}`,
          "value" in tau ? formatDecimal(tau.value, 3) : "not defined",
          formatCount(n),
          n === 0 ? "" : top_of_a.join(", "),
          n === 0 ? "" : top_of_b.join(", "),
        ]),
      }}
    >
      {names.map((name, at) => (
        <g key={name}>
          <text x={left + at * (cell.width + cell.gap) + cell.width / 2} y={14} textAnchor="middle">
            {at + 1}
          </text>
          <text x={0} y={top + at * (cell.height + cell.gap) + cell.height / 2 + 4}>
            {name}
          </text>
        </g>
      ))}
      {agreements.map(({ a, b, n, tau, same_top }) => {
        const x = left + (place.get(b) ?? 0) * (cell.width + cell.gap);
        const y = top + (place.get(a) ?? 0) * (cell.height + cell.gap);
        const value = "value" in tau ? tau.value : undefined;
        const ring = n > 0 && !same_top;

        return (
          <g key={`${a} ${b}`}>
            <rect
              x={x}
              y={y}
              width={cell.width}
              height={cell.height}
              rx="4"
              fill={value === undefined ? "none" : shade(Math.abs(value), value < 0 ? "warn" : "accent")}
              stroke={ring ? "var(--ink)" : value === undefined ? "var(--rule)" : "none"}
              strokeWidth={ring ? 1.5 : 1}
            />
            <text
              x={x + cell.width / 2}
              y={y + 16}
              textAnchor="middle"
              fill="var(--ink)"
              className="text-[0.8125rem] font-[550]"
            >
              {value === undefined ? "–" : formatDecimal(value, 2)}
            </text>
            <text x={x + cell.width / 2} y={y + 31} textAnchor="middle" fill="var(--ink)">
              {formatCount(n)}
            </text>
          </g>
        );
      })}
    </ChartFrame>
  );
}

function shorten(name: string): string {
  return name.length > 26 ? `${name.slice(0, 25)}…` : name;
}
