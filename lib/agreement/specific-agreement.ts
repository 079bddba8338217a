import type { Agreement } from "./agreement";
import { f1 } from "./confusion";
import { confusionMeasure } from "./confusion-measure";
import { evaluateMeasure, type Measure } from "./measure";
import type { PatternTable } from "./pattern-table";

/**
 * Specific agreement of two raters on one category: 2·both/(uses by one + uses by the other), a symmetric F1 (the "F1"
 * of RATIO's table). 0 … 1; undefined where neither used it. O(rows).
 *
 * Dice, L. R. (1945); Cicchetti, D. V. and Feinstein, A. R. (1990), High agreement but low kappa II.
 *
 * @throws {RangeError} where the category is not declared.
 * @example specificAgreement(table, "ann", "bob", "yes");
 */
export function specificAgreement(table: PatternTable, a: string, b: string, category: string): Agreement {
  return evaluateMeasure(specificAgreementMeasure(table, a, b, category));
}

/**
 * Specific agreement prepared for intervals. O(rows).
 *
 * @example bootstrapInterval(specificAgreementMeasure(table, "ann", "bob", "yes"), { seed: "1" });
 */
export function specificAgreementMeasure(table: PatternTable, a: string, b: string, category: string): Measure {
  const index = table.categories.indexOf(category);
  if (index < 0) throw new RangeError(`The category "${category}" is not declared.`);

  return confusionMeasure(table, { reference: a, judge: b }, (confusion) => f1(confusion, index));
}
