import { withoutNoise } from "@/components/ui/format-number";
import type { AgreementReport, JudgeEntry, Measured } from "@/lib/agreement-reports/wire";

type Cells = (string | number | null)[];

function csv(rows: Cells[]): string {
  const cell = (value: string | number | null) => {
    const text = value === null ? "" : String(value);

    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };

  return `${rows.map((row) => row.map(cell).join(",")).join("\n")}\n`;
}

function tex(text: string): string {
  return text
    .replace(/[&%$#_{}]/g, "\\$&")
    .replaceAll("α", "$\\alpha$")
    .replaceAll("κ", "$\\kappa$");
}

function latex(head: string[], rows: string[][]): string {
  const columns = `l${"r".repeat(head.length - 1)}`;
  const lines = rows.map((row) => `${row.join(" & ")} \\\\`);

  return [
    `\\begin{tabular}{${columns}}`,
    "\\toprule",
    `${head.map(tex).join(" & ")} \\\\`,
    "\\midrule",
    ...lines,
    "\\bottomrule",
    "\\end{tabular}",
    "",
  ].join("\n");
}

function plain(value: number): string {
  return withoutNoise(value)
    .toFixed(3)
    .replace(/^(-?)0\./, "$1.");
}

function texMeasured(measured: Measured): string {
  if ("undefined" in measured) return "--";
  const interval =
    measured.low === null || measured.high === null ? "" : ` [${plain(measured.low)}, ${plain(measured.high)}]`;

  return `${plain(measured.value)}${interval}`;
}

function csvMeasured(measured: Measured): Cells {
  return "undefined" in measured
    ? [null, null, null, measured.n, `not defined: ${measured.undefined}`]
    : [measured.value, measured.low, measured.high, measured.n, measured.method];
}

/** Full precision, for scripts. */
export function measuresCsv(report: AgreementReport): string {
  return csv([
    ["measure", "value", "low", "high", "n", "method"],
    ...report.measures.map((measure) => [measure.id, ...csvMeasured(measure.result)]),
  ]);
}

/** Three decimals with intervals, for papers (booktabs). */
export function measuresLatex(report: AgreementReport): string {
  return latex(
    ["Measure", "n", "Value"],
    report.measures.map((measure) => [tex(measure.label), String(measure.result.n), texMeasured(measure.result)]),
  );
}

const JUDGE_COLUMNS = [
  ["coverage", "Coverage"],
  ["accuracy", "Accuracy"],
  ["macroF1", "Macro F1"],
  ["kappa", "κ"],
  ["alphaReference", "α reference"],
  ["alphaPairs", "α pairs"],
  ["alphaJoined", "α joined"],
  ["alphaHumans", "α humans"],
] as const;

export function judgesCsv(judges: JudgeEntry[]): string {
  const rows = judges.flatMap((judge) =>
    JUDGE_COLUMNS.map(([id]) => [judge.name ?? judge.pseudonym, id, ...csvMeasured(judge.report[id])]),
  );

  return csv([["judge", "measure", "value", "low", "high", "n", "method"], ...rows]);
}

export function judgesLatex(judges: JudgeEntry[]): string {
  return latex(
    ["Judge", ...JUDGE_COLUMNS.map(([, label]) => label)],
    judges.map((judge) => [
      tex(judge.name ?? judge.pseudonym),
      ...JUDGE_COLUMNS.map(([id]) => texMeasured(judge.report[id])),
    ]),
  );
}
