import { macroAverage, microAverage, weightedAverage } from "./class-averages";
import { cohenKappaMeasure } from "./cohen-kappa";
import { accuracy, balancedAccuracy, f1, precision, recall } from "./confusion";
import { type ConfusionColumns, confusionMeasure } from "./confusion-measure";
import { matthewsCorrelation } from "./matthews-correlation";
import type { Measure } from "./measure";
import type { PatternTable } from "./pattern-table";
import { withoutCategories } from "./without-categories";

export type JudgeMeasureOptions = {
  readonly judge: string;
  readonly reference: string;
  /** Judge-only answers such as UNSURE. */
  readonly abstain?: readonly string[];
  /** Whether items with such an answer are left out, or count as wrong. */
  readonly abstentions: "left_out" | "wrong";
};

/** Measures of one judge against one reference, prepared for intervals; class measures by category. */
export type JudgeMeasures = {
  readonly accuracy: Measure;
  readonly balancedAccuracy: Measure;
  readonly matthewsCorrelation: Measure;
  readonly macroF1: Measure;
  readonly weightedF1: Measure;
  readonly microF1: Measure;
  readonly cohenKappa: Measure;
  readonly classes: readonly {
    readonly category: string;
    readonly precision: Measure;
    readonly recall: Measure;
    readonly f1: Measure;
  }[];
};

/**
 * Everything that is read off a judge's confusion matrix. With `abstentions: "wrong"` the judge's UNSURE is an answer
 * that is never right: it lowers accuracy, recall and F1, and is a category of its own in κ and MCC. Weighted κ has no
 * place for it: use `cohenKappaMeasure` on a table without it. O(rows) each.
 *
 * @example evaluateMeasure(judgeMeasures(table, { judge: "gpt", reference: "reference", abstentions: "left_out" }).accuracy);
 */
export function judgeMeasures(table: PatternTable, options: JudgeMeasureOptions): JudgeMeasures {
  const abstain = options.abstain ?? [];
  const used = options.abstentions === "left_out" ? withoutCategories(table, abstain) : table;
  const columns: ConfusionColumns = { reference: options.reference, judge: options.judge, abstain };
  const measure = (evaluate: Parameters<typeof confusionMeasure>[2]) => confusionMeasure(used, columns, evaluate);

  return {
    accuracy: measure(accuracy),
    balancedAccuracy: measure(balancedAccuracy),
    matthewsCorrelation: measure(matthewsCorrelation),
    macroF1: measure((confusion) => macroAverage(confusion, "f1")),
    weightedF1: measure((confusion) => weightedAverage(confusion, "f1")),
    microF1: measure((confusion) => microAverage(confusion, "f1")),
    cohenKappa: cohenKappaMeasure(used, options.reference, options.judge),
    classes: used.categories.flatMap((category, index) =>
      abstain.includes(category)
        ? []
        : [
            {
              category,
              precision: measure((confusion) => precision(confusion, index)),
              recall: measure((confusion) => recall(confusion, index)),
              f1: measure((confusion) => f1(confusion, index)),
            },
          ],
    ),
  };
}
