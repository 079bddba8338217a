import { print, printTable } from "@/bin/command";
import { readingOf } from "./reading";
import type { AgreementReport, CoefficientName, Estimated, JudgeReport, PairReport } from "./wire";

export const NAMES: Record<CoefficientName, string> = {
  krippendorff_alpha: "Krippendorff’s α",
  fleiss_kappa: "Fleiss’ κ (Gwet’s form)",
  conger_kappa: "Conger’s κ",
  scott_pi: "Scott’s π",
  brennan_prediger: "Brennan–Prediger",
  gwet_ac1: "Gwet’s AC1",
  gwet_ac2: "Gwet’s AC2",
  percent_agreement: "Percent agreement",
  all_equal: "All raters equal",
  within_one: "All within one step",
};

export const REASONS = {
  no_pairable: "no item has two labels",
  no_variation: "nothing varies",
  one_rater: "one rater",
  one_item: "one item",
};

/** The report for people: a table a part, each number with its interval, and one line of reading. */
export function printReport(report: AgreementReport): void {
  const { settings } = report;
  print(
    `${counted(report.items, "item")}, ${counted(report.raters, "rater")}, ${counted(report.labels, "label")}; ${counted(report.pairableItems, "item")} with two or more labels.`,
  );
  print(`Categories (${settings.scale}): ${report.categories.join(", ")}.`);
  print("");
  printTable(coefficientRows(report));
  print("");
  print(readingOf(report.coefficients.krippendorff_alpha));
  if (report.pairs.length > 0) printPairs("Pairs of raters", report.pairs, report);
  for (const judge of report.judges) printJudge(judge);
  if (report.judge_pairs.length > 0) printPairs("Pairs of judges", report.judge_pairs, report);
  if (settings.bootstrap > 0) {
    const over = settings.cluster === null ? "items" : `whole clusters (${settings.cluster})`;
    print(
      `\nIntervals: ${percent(settings.level)}, bootstrap over ${over}, ${settings.bootstrap} resamples, seed ${settings.seed}; BCa where defined, else percentile.`,
    );
  }
  for (const warning of report.warnings) print(`Note: ${warning}`);
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

function coefficientRows(report: AgreementReport) {
  const ordered = report.settings.scale !== "nominal";
  const names = (Object.keys(NAMES) as CoefficientName[]).filter((name) => ordered || name !== "within_one");

  return names.map((name) => ({
    measure: nameOf(name, report),
    value: pointOf(report.coefficients[name]),
    interval: intervalOf(report.coefficients[name]),
    n: itemsOf(report.coefficients[name]),
  }));
}

function nameOf(name: CoefficientName, { settings, raters }: AgreementReport): string {
  if (name === "krippendorff_alpha") return `${NAMES[name]}, ${settings.scale}`;
  if (name === "gwet_ac2") return `${NAMES[name]}, ${settings.weights} weights`;
  if (name === "scott_pi" && raters > 2) return `${NAMES[name]} (several raters: as Fleiss)`;

  return NAMES[name];
}

function printPairs(title: string, pairs: PairReport[], { settings, pairs_summary, raters }: AgreementReport): void {
  const ordered = settings.scale !== "nominal";
  print(`\n${title}`);
  printTable(
    pairs.map((pair) => ({
      pair: `${pair.a} – ${pair.b}`,
      items: pair.items,
      κ: both(pair.cohen_kappa),
      ...(ordered && { "κ linear": both(pair.cohen_kappa_linear), "κ quadratic": both(pair.cohen_kappa_quadratic) }),
      α: both(pair.krippendorff_alpha),
      AC1: both(pair.gwet_ac1),
      "%": both(pair.percent_agreement),
    })),
  );
  if (title !== "Pairs of raters" || raters < 3) return;
  const { mean, min, max, pairs: defined } = pairs_summary[ordered ? "cohen_kappa_quadratic" : "cohen_kappa"];
  print(
    `${ordered ? "Quadratic κ" : "κ"} over ${defined} pairs: mean ${both(mean)}, lowest ${pointOf(min)}, highest ${pointOf(max)}.`,
  );
}

function printJudge(report: JudgeReport): void {
  print(`\nJudge ${report.judge} against ${referenceName(report)} (${report.items} items)`);
  const rows: [string, Estimated][] = [
    ["coverage", report.coverage],
    ["accuracy", report.accuracy],
    ["macro F1", report.macro_f1],
    ["Cohen’s κ", report.cohen_kappa],
    ["Cohen’s κ, quadratic", report.cohen_kappa_quadratic],
    ["α with the reference", report.alpha_reference],
    ["α, mean over pairs with people", report.alpha_pairs],
    ["α, people and judge together", report.alpha_joined],
    ["α of the people alone", report.alpha_humans],
    ["α, judge’s pairs less people’s pairs", report.judge_less_humans.krippendorff_alpha],
    ["accuracy of a human against the others", report.human_ceiling.accuracy],
    ...altTestRows(report),
  ];
  printTable(
    rows.map(([measure, value]) => ({
      measure,
      value: pointOf(value),
      interval: intervalOf(value),
      n: itemsOf(value),
    })),
  );
  const { passed, epsilon } = report.alt_test;
  if (passed !== null)
    print(`The alternative annotator test ${passed ? "passes" : "does not pass"} at ε = ${epsilon}.`);
  printTable(
    Object.keys(report.f1).map((category) => ({
      category,
      precision: both(report.precision[category]),
      recall: both(report.recall[category]),
      F1: both(report.f1[category]),
    })),
  );
}

function altTestRows({ alt_test }: JudgeReport): [string, Estimated][] {
  if (alt_test.passed === null) return [];

  return [
    ["alt-test winning rate ω", alt_test.winning_rate],
    ["alt-test advantage ρ", alt_test.advantage],
  ];
}

function referenceName({ reference, provenance }: JudgeReport): string {
  if (reference === "each") return "each rater in turn, mean";
  if (reference === "adjudicated") return "the adjudicated labels";
  const rule = reference === "majority" ? "the majority" : "the lower median";
  if (!provenance) return rule;
  const { twoOrMoreRaters, oneRater, ties } = provenance;

  return `${rule}: ${counted(twoOrMoreRaters, "item")} from two or more raters, ${oneRater} from one, ${counted(ties, "tie")} left out`;
}

export function pointOf(estimated: Estimated | undefined): string {
  if (!estimated) return "";

  return "undefined" in estimated ? `– (${REASONS[estimated.undefined]})` : short(estimated.value);
}

function intervalOf(estimated: Estimated): string {
  if ("undefined" in estimated || estimated.low === null || estimated.high === null) return "";

  return `${short(estimated.low)} to ${short(estimated.high)}`;
}

function itemsOf(estimated: Estimated): number | string {
  return "undefined" in estimated ? "" : estimated.n;
}

function both(estimated: Estimated | undefined): string {
  if (!estimated || "undefined" in estimated) return pointOf(estimated);
  const interval = intervalOf(estimated);

  return interval ? `${short(estimated.value)} (${interval})` : short(estimated.value);
}

/** Three digits, no leading zero, as papers print them; the sign as a minus. */
export function short(value: number): string {
  const text = Number(Math.abs(value).toPrecision(12)).toFixed(3).replace(/^0\./, ".");

  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}
