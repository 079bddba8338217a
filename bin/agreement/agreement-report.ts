import { congerKappaMeasure } from "@/lib/agreement/conger-kappa";
import { countReader, countTable } from "@/lib/agreement/count-table";
import { evaluateMeasure } from "@/lib/agreement/measure";
import type { PatternTable } from "@/lib/agreement/pattern-table";
import { percentAgreementMeasure } from "@/lib/agreement/percent-agreement";
import { withoutCategories } from "@/lib/agreement/without-categories";
import { alphaByDistance, coefficients } from "./coefficients";
import { type Plan, WARNINGS, type Warning } from "./estimate";
import { judgeReport } from "./judges";
import { raterPairs } from "./pair-measures";
import { pairReport, pairsSummary } from "./pairs";
import type { Ac2Weights, AgreementReport, ReferenceChoice, Scale } from "./wire";

/** What the report is made from, whether it came from a file or from a study. */
export type AgreementData = {
  humans: PatternTable;
  /** Each judge's table has the humans' columns, its own, and `adjudicated` where there is one. */
  judges: { judge: string; table: PatternTable }[];
  judgePairs: { a: string; b: string; table: PatternTable }[];
  /** Answers that are no answer (UNSURE). */
  abstain: string[];
};

export type ReportOptions = {
  scale: Scale;
  weights: Ac2Weights;
  reference: ReferenceChoice;
  epsilon: number;
  score: "accuracy" | "neg_rmse";
  bootstrap: number;
  seed: string;
  level: number;
  cluster: string | null;
};

/** Pairs of more raters than this get instant intervals. */
const MANY_PAIRS = 200;

export function agreementReport(data: AgreementData, options: ReportOptions): AgreementReport {
  const { scale, weights, reference, bootstrap, seed, level, cluster } = options;
  const warned = new Map<Warning, string[]>();
  const warn = (warning: Warning, measure: string) => {
    warned.set(warning, [...(warned.get(warning) ?? []), measure]);
  };
  const plan: Plan = { replicates: bootstrap, seed, level, warn };
  const { abstain } = data;
  const humans = withoutCategories(data.humans, abstain);
  const counts = countsOf(humans);
  const pairs = raterPairs(humans.raters);
  const pairable = evaluateMeasure(percentAgreementMeasure(countTable(humans)));
  const most = coefficients(humans, { scale, weights }, plan);
  const { summary, beside } = pairsSummary(humans, scale, plan, { conger_kappa: congerKappaMeasure(humans) });

  const report = {
    items: counts.items,
    raters: humans.raters.length,
    labels: counts.labels,
    pairableItems: pairable.items,
    pairableLabels: counts.pairableLabels,
    categories: [...humans.categories],
    coefficients: { ...most, conger_kappa: beside.conger_kappa ?? { undefined: "no_pairable" } },
    alpha_by_distance: alphaByDistance(humans, plan),
    pairs: pairs.map(([a, b]) => pairReport(humans, a, b, scale, pairPlan(plan, pairs.length))),
    pairs_summary: summary,
    judges: data.judges.map(({ judge, table }) =>
      judgeReport({ ...options, judge, table, humans: [...humans.raters], abstain }, plan),
    ),
    judge_pairs: data.judgePairs.map(({ a, b, table }) =>
      pairReport(withoutCategories(table, abstain), a, b, scale, pairPlan(plan, data.judgePairs.length)),
    ),
    rater_names: [...humans.raters],
    category_counts: Object.fromEntries(
      humans.categories.map((category, index) => [category, counts.each[index] ?? 0]),
    ),
    settings: { scale, weights, reference, bootstrap, seed, level, cluster },
  };

  return { ...report, warnings: [...warned].map(([warning, measures]) => sentence(warning, measures)) };
}

function pairPlan(plan: Plan, pairs: number): Plan {
  return pairs > MANY_PAIRS ? { ...plan, quick: "infinitesimal_jackknife" } : plan;
}

const NAMED = 6;

function sentence(warning: Warning, measures: readonly string[]): string {
  const more = measures.length > NAMED ? ` and ${measures.length - NAMED} more` : "";

  return `${measures.slice(0, NAMED).join("; ")}${more}: ${WARNINGS[warning]}.`;
}

function countsOf(table: PatternTable) {
  const read = countReader(table);
  const each = new Array<number>(table.categories.length).fill(0);
  const counts = { items: 0, labels: 0, pairableLabels: 0, each };
  for (let row = 0; row < table.rows; row++) {
    const items = table.items[row] ?? 0;
    const { size, labels, category, count } = read(row);
    counts.items += items;
    counts.labels += labels * items;
    if (labels > 1) counts.pairableLabels += labels * items;
    for (let entry = 0; entry < size; entry++) {
      const place = category[entry] ?? 0;
      each[place] = (each[place] ?? 0) + items * (count[entry] ?? 0);
    }
  }

  return counts;
}
