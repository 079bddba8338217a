import { allEqualMeasure } from "@/lib/agreement/all-equal";
import { brennanPredigerMeasure } from "@/lib/agreement/brennan-prediger";
import { countTable } from "@/lib/agreement/count-table";
import { fleissKappaMeasure } from "@/lib/agreement/fleiss-kappa";
import { gwetAgreementMeasure } from "@/lib/agreement/gwet-agreement";
import { krippendorffAlphaMeasure } from "@/lib/agreement/krippendorff-alpha";
import type { PatternTable } from "@/lib/agreement/pattern-table";
import { percentAgreementMeasure } from "@/lib/agreement/percent-agreement";
import { scottPiMeasure } from "@/lib/agreement/scott-pi";
import { withinOneMeasure } from "@/lib/agreement/within-one";
import { affordable, estimateAll, type Plan } from "./estimate";
import type { Ac2Weights, CoefficientName, Estimated, Scale } from "./wire";

/**
 * The table-wide coefficients. Unweighted but for α (by scale) and AC2 (by `weights`). Scott's π is of two raters; for
 * more it is its generalisation, Fleiss' κ. (Conger's κ needs to know who said what: it comes with the pairs.)
 */
export function coefficients(
  table: PatternTable,
  options: { scale: Scale; weights: Ac2Weights },
  plan: Plan,
): Record<Exclude<CoefficientName, "conger_kappa">, Estimated> {
  const counts = countTable(table);
  const [a, b, ...more] = table.raters;
  const measures = {
    krippendorff_alpha: krippendorffAlphaMeasure(counts, options.scale),
    fleiss_kappa: fleissKappaMeasure(counts),
    scott_pi:
      a !== undefined && b !== undefined && more.length === 0
        ? scottPiMeasure(table, a, b)
        : fleissKappaMeasure(counts),
    brennan_prediger: brennanPredigerMeasure(counts),
    gwet_ac1: gwetAgreementMeasure(counts),
    gwet_ac2: gwetAgreementMeasure(counts, { weights: options.weights }),
    percent_agreement: percentAgreementMeasure(counts),
    all_equal: allEqualMeasure(counts),
    within_one: withinOneMeasure(counts),
  };

  return estimateAll(measures, affordable(plan, table.categories.length, 10, table.rows));
}

/** α under every distance that the categories allow: the papers print ordinal and interval side by side. */
export function alphaByDistance(table: PatternTable, plan: Plan): Partial<Record<Scale, Estimated>> {
  const counts = countTable(table);
  const scales: Scale[] = table.values ? ["nominal", "ordinal", "interval", "ratio"] : ["nominal", "ordinal"];
  const measures = Object.fromEntries(scales.map((scale) => [scale, krippendorffAlphaMeasure(counts, scale)]));

  return estimateAll(measures, { ...affordable(plan, table.categories.length, 4, table.rows), warn: () => {} });
}
