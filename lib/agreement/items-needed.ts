import type { UndefinedReason } from "./agreement";
import { infinitesimalJackknife } from "./infinitesimal-jackknife";
import type { Measure } from "./measure";
import { normalQuantile } from "./normal";

export type ItemsNeeded =
  | {
      readonly kind: "plan";
      /** Items in all, and how many more than there are. */
      readonly items: number;
      readonly more: number;
      /** Half-width now, at the items there are. */
      readonly halfWidthNow: number;
    }
  | { readonly kind: "undefined"; readonly reason: UndefinedReason };

/**
 * How many items a confidence interval of a wanted half-width takes, if further items are like those so far: the
 * half-width shrinks like one over the root of their number. Items are those that the measure can use. To plan before
 * there are data, use the table of `assumedTable`. O(rows × formula).
 *
 * @throws {RangeError} where the half-width is not positive.
 * @example itemsNeeded(krippendorffAlphaMeasure(countTable(table)), 0.05);
 */
export function itemsNeeded(measure: Measure, halfWidth: number, level = 0.95): ItemsNeeded {
  if (!(halfWidth > 0)) throw new RangeError("The wanted half-width must be positive.");
  const error = infinitesimalJackknife(measure);
  if (error.kind === "undefined") return error;
  const halfWidthNow = normalQuantile((1 + level) / 2) * error.value;
  const items = Math.ceil(error.items * (halfWidthNow / halfWidth) ** 2);

  return { kind: "plan", items, more: Math.max(0, items - error.items), halfWidthNow };
}
