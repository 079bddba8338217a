import type { Agreement } from "./agreement";
import { countTable } from "./count-table";
import { deriveTable } from "./derive-table";
import { krippendorffAlphaMeasure } from "./krippendorff-alpha";
import { evaluateMeasure, type Measure } from "./measure";
import { MISSING, type PatternTable } from "./pattern-table";

/**
 * α of one category against all others together: which category raters cannot tell apart. Undefined where nobody, or
 * everybody, used it. O(rows × raters).
 *
 * @throws {RangeError} where the category is not declared.
 * @example categoryAlpha(table, "ROOT");
 */
export function categoryAlpha(table: PatternTable, category: string): Agreement {
  return evaluateMeasure(categoryAlphaMeasure(table, category));
}

/**
 * `categoryAlpha` prepared for intervals. O(rows × raters).
 *
 * @example bootstrapInterval(categoryAlphaMeasure(table, "ROOT"), { seed: "1" });
 */
export function categoryAlphaMeasure(table: PatternTable, category: string): Measure {
  const index = table.categories.indexOf(category);
  if (index < 0) throw new RangeError(`The category "${category}" is not declared.`);
  const binary = deriveTable(table, {
    raters: table.raters,
    categories: [category, `not ${category}`],
    labels: (old) => Array.from(old, (label) => (label === MISSING ? MISSING : label === index ? 0 : 1)),
  });

  return krippendorffAlphaMeasure(countTable(binary), "nominal");
}
