import type { Agreement } from "./agreement";
import type { Distance } from "./distance";
import { krippendorffAlpha } from "./krippendorff-alpha";
import type { PatternTable } from "./pattern-table";
import { selectRaters } from "./select-raters";

/**
 * α with each rater left out in turn: a value far above the rest points at a rater who reads the codebook differently.
 * With fewer than three raters there is nothing left to compare (`one_rater`). O(raters × rows).
 *
 * @example alphaWithoutRater(table, "ordinal")[0]; // { rater: "ann", agreement: … }
 */
export function alphaWithoutRater(
  table: PatternTable,
  distance: Distance = "nominal",
  raters: readonly string[] = table.raters,
): { readonly rater: string; readonly agreement: Agreement }[] {
  return raters.map((rater) => {
    const others = raters.filter((other) => other !== rater);
    const agreement: Agreement =
      others.length < 2
        ? { kind: "undefined", reason: "one_rater", items: 0 }
        : krippendorffAlpha(selectRaters(table, others), distance);

    return { rater, agreement };
  });
}
