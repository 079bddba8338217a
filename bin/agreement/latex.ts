import { short } from "./print-report";
import type { AgreementReport, Estimated, JudgeReport } from "./wire";

/** The tables of the three papers in their own layouts, filled with what this report has; an em dash where it has none. */
export function latexTables(report: AgreementReport): string {
  return [musesTable8(report), ratioTable10(report), masterSetTable2(report), masterSetTable10(report)].join("\n\n");
}

/** MUSES / CiteRoots, Table 8: raters × raters on the items of several raters, then each judge × human, with n. */
function musesTable8(report: AgreementReport): string {
  const rows = [
    ...report.pairs.map((pair) => [
      `${text(pair.a)} $\\times$ ${text(pair.b)}`,
      pair.items,
      share(pair.percent_agreement),
      plain(pair.cohen_kappa),
    ]),
    ...report.judges.map((judge) => [
      `${text(judge.judge)} $\\times$ ${referenceOf(judge)}`,
      judge.items,
      share(judge.percent_agreement),
      plain(judge.cohen_kappa),
    ]),
    ...report.judge_pairs.map((pair) => [
      `${text(pair.a)} $\\times$ ${text(pair.b)}`,
      pair.items,
      share(pair.percent_agreement),
      plain(pair.cohen_kappa),
    ]),
  ];

  return table({
    comment: "MUSES, Table 8: who is compared, n, agreement, Cohen's kappa (unweighted)",
    columns: "lrrr",
    head: ["Comparison", "$n$", "Agreement", "Cohen’s $\\kappa$"],
    rows,
  });
}

/**
 * RATIO, Table 10: for each category the mean over annotator pairs (human row) or prompt–annotator pairs (judge rows) of
 * agreement, F1 and α; then the judge against the reference. P, R and κ need a reference: the human row has none.
 */
function ratioTable10(report: AgreementReport): string {
  const rows = report.categories.flatMap((category) => {
    const first = [text(category)];
    const { pairs_summary } = report;
    const human = [
      "Human–human",
      share(pairs_summary.percent_agreement.mean),
      plain(pairs_summary.f1[category]?.mean),
      plain(report.coefficients.krippendorff_alpha),
      ...new Array<string>(5).fill(DASH),
    ];
    const judges = report.judges.map((judge) => [
      text(judge.judge),
      meanOf(judge, "percent_agreement"),
      meanOf(judge, "f1", category),
      plain(judge.alpha_pairs),
      share(judge.percent_agreement),
      plain(judge.f1[category]),
      plain(judge.cohen_kappa),
      plain(judge.precision[category]),
      plain(judge.recall[category]),
    ]);

    return [human, ...judges].map((row, index) => [index === 0 ? (first[0] ?? "") : "", ...row]);
  });

  return table({
    comment:
      "RATIO, Table 10: pairs on the panel's items (agreement, F1, alpha), then the judge against the reference (agreement, F1, kappa, P, R)",
    columns: "llrrrrrrrr",
    head: ["Relation", "", "\\%", "F1", "$\\alpha$", "\\%", "F1", "$\\kappa$", "P", "R"],
    rows,
  });
}

/** A judge's mean over single raters: known with `--reference each`. */
function meanOf(judge: JudgeReport, name: "percent_agreement" | "f1", category = ""): string {
  if (judge.reference !== "each") return DASH;

  return name === "f1" ? plain(judge.f1[category]) : share(judge.percent_agreement);
}

/** MasterSet, Table 2: α of the annotators beside the judge's accuracy (nominal) or quadratic κ (ordinal). */
function masterSetTable2(report: AgreementReport): string {
  const ordered = report.settings.scale !== "nominal";
  const alpha = `${plain(report.coefficients.krippendorff_alpha)}$^a$`;
  const judges = report.judges.map((judge) => [
    text(judge.judge),
    alpha,
    ordered ? `${plain(judge.cohen_kappa_quadratic)}$^c$` : `${plain(judge.accuracy)}$^b$`,
  ]);

  return table({
    comment: `MasterSet, Table 2: a Krippendorff's alpha (${report.settings.scale}), b accuracy, c quadratic-weighted Cohen's kappa; n = ${report.items}`,
    columns: "lrr",
    head: ["", "Inter-annotator", "LLM–human"],
    rows: judges.length > 0 ? judges : [["", alpha, DASH]],
  });
}

/** MasterSet, Table 10: the full set for one task; the column of the other task comes from another call. */
function masterSetTable10(report: AgreementReport): string {
  const { coefficients, pairs_summary, settings } = report;
  const ordered = settings.scale !== "nominal";
  const spread = ({ mean, min, max }: AgreementReport["pairs_summary"]["cohen_kappa"]) =>
    `${plain(mean)} / ${plain(min)}–${plain(max)}`;
  const rows = [
    [`Krippendorff’s $\\alpha$ (${settings.scale})`, plain(coefficients.krippendorff_alpha)],
    ["\\% exact agreement (all raters on an item)", share(coefficients.all_equal)],
    ...(ordered ? [["\\% within $\\pm 1$ (all raters on an item)", share(coefficients.within_one)]] : []),
    ordered
      ? ["Pairwise weighted $\\kappa$ (mean / min–max)", spread(pairs_summary.cohen_kappa_quadratic)]
      : ["Pairwise Cohen’s $\\kappa$ (mean / min–max)", spread(pairs_summary.cohen_kappa)],
  ];

  return table({
    comment: `MasterSet, Table 10, one column (${settings.scale}); the weighted kappa is quadratic`,
    columns: "lr",
    head: ["Metric", text(settings.scale)],
    rows,
  });
}

const DASH = "—";

function table(parts: { comment: string; columns: string; head: string[]; rows: (string | number)[][] }): string {
  const line = (cells: readonly (string | number)[]) => `${cells.join(" & ")} \\\\`;

  return [
    `% ${parts.comment}`,
    `\\begin{tabular}{${parts.columns}}`,
    "\\toprule",
    line(parts.head),
    "\\midrule",
    ...parts.rows.map(line),
    "\\bottomrule",
    "\\end{tabular}",
  ].join("\n");
}

function plain(estimated: Estimated | undefined): string {
  if (!estimated || "undefined" in estimated) return DASH;

  return short(estimated.value).replace("−", "$-$");
}

function share(estimated: Estimated | undefined): string {
  return !estimated || "undefined" in estimated ? DASH : `${(100 * estimated.value).toFixed(1)}\\%`;
}

function referenceOf({ reference }: JudgeReport): string {
  return { each: "each human (mean)", adjudicated: "adjudicated", majority: "human majority", median: "human median" }[
    reference
  ];
}

const ESCAPES: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

/** A name as LaTeX text. */
export function text(name: string): string {
  return name.replace(/[\\~^]|[&%$#_{}]/g, (found) => ESCAPES[found] ?? `\\${found}`);
}
