import { withoutNoise } from "@/components/ui/format-number";
import type { Leaderboard } from "@/lib/runs/wire";

/** Full precision, for scripts: one line a run and layer. */
export function leaderboardCsv(board: Leaderboard): string {
  const cell = (value: string | number) => {
    const text = String(value);
    const guarded = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;

    return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
  };
  const rows = board.layers.flatMap((layer) =>
    board.runs.map((run, at) => {
      const value = layer.values[at];
      const figures =
        value && "value" in value ? [value.value, value.low ?? "", value.high ?? "", value.n] : ["", "", "", 0];

      return [layer.name, run, board.settings.metric, ...figures];
    }),
  );

  return [["layer", "run", "metric", "value", "low", "high", "n"], ...rows]
    .map((row) => `${row.map(cell).join(",")}\n`)
    .join("");
}

/** Three decimals with intervals, for papers (booktabs): layers down, runs across. */
export function leaderboardLatex(board: Leaderboard): string {
  const figure = (value: number) =>
    withoutNoise(value)
      .toFixed(3)
      .replace(/^(-?)0\./, "$1.");
  const rows = board.layers.map((layer) => {
    const values = board.runs.map((_, at) => {
      const value = layer.values[at];
      if (!value || !("value" in value)) return "--";
      const interval =
        value.low === null || value.high === null ? "" : ` [${figure(value.low)}, ${figure(value.high)}]`;

      return `${figure(value.value)}${interval}`;
    });

    return `${[tex(layer.name), String(layer.queries), ...values].join(" & ")} \\\\`;
  });

  return [
    `\\begin{tabular}{lr${"r".repeat(board.runs.length)}}`,
    "\\toprule",
    `${["Layer", "Queries", ...board.runs.map(tex)].join(" & ")} \\\\`,
    "\\midrule",
    ...rows,
    "\\bottomrule",
    "\\end{tabular}",
    "",
  ].join("\n");
}

function tex(text: string): string {
  const written: Record<string, string> = {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
  };

  return text.replace(/[&%$#_{}]|[\\~^]/g, (found) => written[found] ?? `\\${found}`);
}
