import { cohenKappaMeasure } from "@/lib/agreement/cohen-kappa";
import { confusionMatrix } from "@/lib/agreement/confusion-measure";
import { coverageMeasure } from "@/lib/agreement/coverage";
import { pairAlphaMeasure } from "@/lib/agreement/cross-pairs-alpha";
import { judgeAlphas } from "@/lib/agreement/judge-alphas";
import { judgeLessHumansMeasure } from "@/lib/agreement/judge-less-humans";
import { judgeMeasures } from "@/lib/agreement/judge-measures";
import type { PatternTable } from "@/lib/agreement/pattern-table";
import { raterIndex } from "@/lib/agreement/rater-index";
import { withoutCategories } from "@/lib/agreement/without-categories";
import { type IntervalPlan, measured } from "./measured";
import type { JudgeReport, Measured, Scale } from "./wire";

export type JudgeInput = {
  table: PatternTable;
  judge: string;
  humans: string[];
  reference: string;
  /** Options that only judges may give (UNSURE). */
  abstain: string[];
  scale: Scale;
};

/** Everything about one judge against the named reference, and beside it the people among themselves on the same items. */
export function judgeReport(input: JudgeInput, plan: IntervalPlan): JudgeReport {
  const { table, judge, humans, reference, abstain, scale } = input;
  const measures = judgeMeasures(table, { judge, reference, abstain, abstentions: "left_out" });
  const distance = scale === "ordinal" ? "ordinal" : "nominal";
  const alphas = judgeAlphas(table, { judge, humans, reference, distance, abstain });
  const answered = withoutCategories(table, abstain);
  const unsureWrong = judgeMeasures(table, { judge, reference, abstain, abstentions: "wrong" });
  const none: Measured = { undefined: "no_pairable", observed: null, n: 0 };
  const less = judgeLessHumansMeasure(table, {
    judge,
    humans,
    abstain,
    measure: (of, a, b) => pairAlphaMeasure(of, a, b, distance),
  });

  return {
    coverage: measured(coverageMeasure(table, { judge, reference, abstain }), plan),
    accuracy: measured(measures.accuracy, plan),
    accuracyUnsureWrong: abstain.length > 0 ? measured(unsureWrong.accuracy, plan) : null,
    macroF1: measured(measures.macroF1, plan),
    kappa: measured(cohenKappaMeasure(answered, reference, judge), plan),
    kappaQuadratic:
      scale === "ordinal" ? measured(cohenKappaMeasure(answered, reference, judge, "quadratic"), plan) : null,
    alphaReference: measured(alphas.alphaReference, plan),
    alphaPairs: alphas.alphaPairs ? measured(alphas.alphaPairs, plan) : none,
    alphaJoined: measured(alphas.alphaJoined, plan),
    alphaHumans: measured(alphas.alphaHumans, plan),
    judgeLessHumans: less ? measured(less, plan) : { undefined: "one_rater", observed: null, n: 0 },
    classes: measures.classes.map((row) => ({
      category: row.category,
      precision: measured(row.precision, plan),
      recall: measured(row.recall, plan),
      f1: measured(row.f1, plan),
      support: supportOf(table, reference, judge, row.category),
    })),
    confusion: confusionCells(table, reference, judge),
  };
}

function confusionCells(table: PatternTable, reference: string, judge: string): number[][] {
  const { cells, categories } = confusionMatrix(table, { reference, judge });

  return Array.from({ length: categories }, (_, row) =>
    Array.from(cells.subarray(row * categories, (row + 1) * categories)),
  );
}

/** Items whose reference is the class and that the judge answered in any way. */
function supportOf(table: PatternTable, reference: string, judge: string, category: string): number {
  const columns = { reference: raterIndex(table, reference), judge: raterIndex(table, judge) };
  const wanted = table.categories.indexOf(category);
  const width = table.raters.length;
  let support = 0;
  for (let row = 0; row < table.rows; row++) {
    const said = table.labels[row * width + columns.judge] ?? -1;
    if (table.labels[row * width + columns.reference] === wanted && said !== -1) support += table.items[row] ?? 0;
  }

  return support;
}
