import type { Agreement } from "./agreement";
import { evaluateMeasure, type Measure, tabulateMeasure } from "./measure";
import { MISSING, type PatternTable } from "./pattern-table";
import { raterIndex } from "./rater-index";

export type CoverageOptions = {
  readonly judge: string;
  /** Only items with a label in this column are asked for; all items unless given. */
  readonly reference?: string;
  /** Answers that are no answer, such as UNSURE. A missing label is none either. */
  readonly abstain?: readonly string[];
};

/**
 * Share of items that the judge answered: a label that is neither missing nor UNSURE. 0 … 1. O(rows).
 *
 * @example coverage(table, { judge: "gpt", abstain: ["UNSURE"] });
 */
export function coverage(table: PatternTable, options: CoverageOptions): Agreement {
  return evaluateMeasure(coverageMeasure(table, options));
}

/**
 * Coverage prepared for intervals. Sums: answered, asked. O(rows).
 *
 * @example bootstrapInterval(coverageMeasure(table, { judge: "gpt" }), { seed: "1" });
 */
export function coverageMeasure(table: PatternTable, options: CoverageOptions): Measure {
  const width = table.raters.length;
  const judge = raterIndex(table, options.judge);
  const reference = options.reference === undefined ? MISSING : raterIndex(table, options.reference);
  const silent = new Set((options.abstain ?? []).map((category) => table.categories.indexOf(category)));
  silent.add(MISSING);

  return tabulateMeasure(table, {
    size: 2,
    contribute: (row, add) => {
      if (reference !== MISSING && table.labels[row * width + reference] === MISSING) return 0;
      add(1, 1);
      if (!silent.has(table.labels[row * width + judge] ?? MISSING)) add(0, 1);

      return 1;
    },
    evaluate: (sums) => {
      const asked = sums[1] ?? 0;

      return asked > 0 ? { value: (sums[0] ?? 0) / asked } : { reason: "no_pairable" };
    },
  });
}
