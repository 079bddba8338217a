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
 * RATIO, Table 10: the mean over annotator pairs (human row) or judge–annotator pairs (judge rows) of agreement, F1 and α;
 * then the judge against the reference. P, R and κ need a reference: the human row has none. One relation is one file;
 * agreement, α and κ are over all its categories and stand in the first block.
 */
function ratioTable10(report: AgreementReport): string {
  const { pairs_summary, pairs } = report;
  const none = new Array<string>(5).fill(DASH);
  const rows = report.categories.flatMap((category, block) => {
    const once = (cell: string) => (block === 0 ? cell : "");
    const human = [
      "Human–human",
      once(share(pairs_summary.percent_agreement.mean)),
      plain(pairs_summary.f1[category]?.mean),
      once(plain(pairs.length === 1 ? pairs[0]?.krippendorff_alpha : pairs_summary.krippendorff_alpha.mean)),
      ...none,
    ];
    const judges = report.judges.map((judge) => [
      text(judge.judge),
      once(share(judge.pair_means.percent_agreement)),
      plain(judge.pair_means.f1[category]),
      once(plain(judge.alpha_pairs)),
      once(share(judge.percent_agreement)),
      plain(judge.f1[category]),
      once(plain(judge.cohen_kappa)),
      plain(judge.precision[category]),
      plain(judge.recall[category]),
    ]);

    return [human, ...judges].map((row, index) => [index === 0 ? text(category) : "", ...row]);
  });

  return table({
    comment:
      "RATIO, Table 10: means over pairs on the panel's items (agreement, F1, alpha), then the judge against the reference (agreement, F1, kappa, P, R)",
    columns: "llrrrrrrrr",
    head: ["Category", "", "\\%", "F1", "$\\alpha$", "\\%", "F1", "$\\kappa$", "P", "R"],
    rows,
  });
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

/** MasterSet, Table 10: Type I is the nominal task, Type II the ordinal one; a report fills the column of its scale. */
function masterSetTable10(report: AgreementReport): string {
  const { coefficients, pairs_summary, alpha_by_distance, settings } = report;
  const ordered = settings.scale !== "nominal";
  const spread = ({ mean, min, max }: AgreementReport["pairs_summary"]["cohen_kappa"]) =>
    `${plain(mean)} / ${plain(min)}–${plain(max)}`;
  const nominal = (metric: string, cell: string) => [metric, ordered ? DASH : cell, DASH];
  const ordinal = (metric: string, cell: string) => [metric, DASH, ordered ? cell : DASH];
  const equal = share(coefficients.all_equal);

  return table({
    comment: `MasterSet, Table 10 (n = ${report.items}); run the other task with --latex for the other column`,
    columns: "lrr",
    head: ["Metric", "Type I", "Type II"],
    rows: [
      nominal("Krippendorff’s $\\alpha$ (nominal)", plain(alpha_by_distance.nominal)),
      ordinal("Krippendorff’s $\\alpha$ (ordinal)", plain(alpha_by_distance.ordinal)),
      ordinal("Krippendorff’s $\\alpha$ (interval)", plain(alpha_by_distance.interval)),
      ["\\% exact agreement (all raters on an item)", ordered ? DASH : equal, ordered ? equal : DASH],
      ordinal("\\% within $\\pm 1$ (all raters on an item)", share(coefficients.within_one)),
      nominal("Pairwise Cohen’s $\\kappa$ (mean / min–max)", spread(pairs_summary.cohen_kappa)),
      ordinal("Pairwise weighted $\\kappa$ (mean / min–max)", spread(pairs_summary.cohen_kappa_quadratic)),
    ],
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
