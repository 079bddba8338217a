import { type Measure, tabulateMeasure } from "@/lib/agreement/measure";
import { MISSING, type PatternTable } from "@/lib/agreement/pattern-table";
import { raterIndex } from "@/lib/agreement/rater-index";

export type ClassStatistic = "precision" | "recall" | "f1";

/**
 * Precision, recall or F1 of one category (reference first), as lib/agreement/confusion has them, from three sums
 * instead of a q × q matrix: with hundreds of categories there are hundreds of these. F1 is symmetric: between two raters
 * it is the specific agreement.
 */
export function classMeasure(
  table: PatternTable,
  reference: string,
  judge: string,
  category: number,
  statistic: ClassStatistic,
): Measure {
  const width = table.raters.length;
  const first = raterIndex(table, reference);
  const second = raterIndex(table, judge);

  return tabulateMeasure(table, {
    size: 3,
    contribute: (row, add) => {
      const actual = table.labels[row * width + first] ?? MISSING;
      const said = table.labels[row * width + second] ?? MISSING;
      if (actual === MISSING || said === MISSING) return 0;
      if (actual === category && said === category) add(0, 1);
      if (said === category) add(1, 1);
      if (actual === category) add(2, 1);

      return 2;
    },
    evaluate: (sums) => {
      const [both = 0, predicted = 0, actual = 0] = sums;
      const top = statistic === "f1" ? 2 * both : both;
      const bottom = { precision: predicted, recall: actual, f1: predicted + actual }[statistic];

      return bottom > 0 ? { value: top / bottom } : { reason: "no_pairable" };
    },
  });
}
