import { allEqualMeasure } from "@/lib/agreement/all-equal";
import { cohenKappaMeasure } from "@/lib/agreement/cohen-kappa";
import { countTable } from "@/lib/agreement/count-table";
import { krippendorffAlphaMeasure } from "@/lib/agreement/krippendorff-alpha";
import { evaluateMeasure } from "@/lib/agreement/measure";
import { pairwiseMeanMeasure, pairwiseSummary } from "@/lib/agreement/pairwise-summary";
import type { PatternTable } from "@/lib/agreement/pattern-table";
import { percentAgreementMeasure } from "@/lib/agreement/percent-agreement";
import { withinOneMeasure } from "@/lib/agreement/within-one";
import { type IntervalPlan, measured } from "./measured";
import type { Measured, NamedMeasure, PairCell, Scale } from "./wire";

type KappaWeights = "identity" | "linear" | "quadratic";

function pairwiseKappa(
  table: PatternTable,
  weights: KappaWeights,
  plan: IntervalPlan,
): Omit<NamedMeasure, "id" | "label" | "definition"> {
  const measure = (of: PatternTable, a: string, b: string) => cohenKappaMeasure(of, a, b, weights);
  const { min, max, defined } = pairwiseSummary(table, measure);
  const mean = pairwiseMeanMeasure(table, measure);
  const result: Measured = mean ? measured(mean, plan) : { undefined: "one_rater", observed: null, n: 0 };

  return { result, pairs: { min: min ?? null, max: max ?? null, defined } };
}

/** The agreement of people with each other, each measure named precisely. */
export function raterMeasures(table: PatternTable, scale: Scale, plan: IntervalPlan): NamedMeasure[] {
  const counts = countTable(table);
  const alpha = (distance: "nominal" | "ordinal" | "interval"): NamedMeasure => ({
    id: `alpha_${distance}`,
    label: `Krippendorff’s α, ${distance}`,
    definition: `1 − observed/expected disagreement, ${distance} distance over the declared options; items with two or more labels`,
    result: measured(krippendorffAlphaMeasure(counts, distance), plan),
  });
  const kappa = (weights: KappaWeights, name: string): NamedMeasure => ({
    id: weights === "identity" ? "kappa" : `kappa_${weights}`,
    label: `Mean pairwise κ, ${name}`,
    definition: `Cohen’s κ (${name} weights over the declared options) of every pair on the items both labelled; mean over pairs with a value`,
    ...pairwiseKappa(table, weights, plan),
  });
  const ordinal = scale === "ordinal";

  return [
    alpha(ordinal ? "ordinal" : "nominal"),
    ...(ordinal && table.values ? [alpha("interval")] : []),
    kappa("identity", "unweighted"),
    ...(ordinal ? [kappa("linear", "linear"), kappa("quadratic", "quadratic")] : []),
    {
      id: "percent",
      label: "Percent agreement",
      definition: "share of agreeing pairs of labels within an item, mean over items with two or more labels",
      result: measured(percentAgreementMeasure(counts), plan),
    },
    {
      id: "all_equal",
      label: "All raters equal",
      definition: "share of items with two or more labels on which all of them are the same",
      result: measured(allEqualMeasure(counts), plan),
    },
    ...(ordinal
      ? [
          {
            id: "within_one",
            label: "All within one step",
            definition: "share of items with two or more labels whose highest and lowest differ by at most one option",
            result: measured(withinOneMeasure(counts), plan),
          },
        ]
      : []),
  ];
}

/** Cohen's κ of every pair of raters with its n, for the heat map; instant intervals. */
export function pairCells(table: PatternTable, plan: IntervalPlan): PairCell[] {
  return table.raters.flatMap((a, place) =>
    table.raters.slice(place + 1).map((b) => {
      const measure = cohenKappaMeasure(table, a, b);

      return { a, b, n: evaluateMeasure(measure).items, kappa: measured(measure, { ...plan, quick: true }) };
    }),
  );
}
