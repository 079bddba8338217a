import { text } from "@/bin/agreement/latex";
import { short } from "./print-scores";
import type { Mean, RunScores } from "./wire";

/** One row a run, one column a metric; counts are left out. A second line has the means over queries with a target. */
export function latexTable(reports: readonly RunScores[]): string {
  const names = Object.keys(reports[0]?.metrics ?? {}).filter((name) => !name.startsWith("num_"));
  const line = (cells: readonly string[]) => `${cells.join(" & ")} \\\\`;
  const cell = (mean: Mean | undefined) => (mean && "value" in mean ? short(mean.value) : "—");
  const rows = reports.flatMap(({ run, qrels, metrics, queries }) => [
    line([text(run), text(qrels), `all, ${queries.all}`, ...names.map((name) => cell(metrics[name]))]),
    line(["", "", `with target, ${queries.with_target}`, ...names.map((name) => cell(metrics[name]?.with_target))]),
  ]);

  return [
    `\\begin{tabular}{lll${"r".repeat(names.length)}}`,
    "\\toprule",
    line(["Run", "Judgements", "Queries, $n$", ...names.map(text)]),
    "\\midrule",
    ...rows,
    "\\bottomrule",
    "\\end{tabular}",
  ].join("\n");
}
