import type { Outcome } from "./agreement";
import { pairMeasure } from "./cohen-kappa";
import type { Confusion } from "./confusion";
import { type Measure, sumRows } from "./measure";
import type { PatternTable } from "./pattern-table";

export type ConfusionColumns = {
  readonly reference: string;
  readonly judge: string;
  /** Declared answers that are no class (UNSURE): counted as wrong. */
  readonly abstain?: readonly string[];
};

/**
 * A measure of a judge against a reference that is a function of their confusion matrix, prepared for intervals.
 * Items without a reference or without any answer of the judge are left out. To leave UNSURE out as well, pass a table
 * that `withoutCategories` has made; to count it as wrong, name it in `abstain`. O(rows).
 *
 * @example confusionMeasure(table, { reference: "reference", judge: "gpt" }, accuracy);
 */
export function confusionMeasure(
  table: PatternTable,
  columns: ConfusionColumns,
  evaluate: (confusion: Confusion) => Outcome,
): Measure {
  const shape = shapeOf(table, columns.abstain);

  return pairMeasure(table, columns.reference, columns.judge, (cells) => evaluate({ cells, ...shape }));
}

/**
 * The confusion matrix over the declared categories, reference in rows, weights applied. O(rows + q²).
 *
 * @example confusionMatrix(table, { reference: "reference", judge: "gpt" }).cells;
 */
export function confusionMatrix(table: PatternTable, columns: ConfusionColumns): Confusion {
  const measure = confusionMeasure(table, columns, () => ({ reason: "no_pairable" }));

  return { cells: sumRows(measure, measure.items, new Float64Array(measure.size)), ...shapeOf(table, columns.abstain) };
}

function shapeOf(table: PatternTable, abstain: readonly string[] = []) {
  const classes = table.categories.flatMap((category, index) => (abstain.includes(category) ? [] : [index]));

  return { categories: table.categories.length, classes };
}
