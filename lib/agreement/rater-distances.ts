import { type Agreement, numberOrUndefined } from "./agreement";
import { pairMeasure } from "./cohen-kappa";
import { type Distance, distanceMatrix } from "./distance";
import { evaluateMeasure } from "./measure";
import type { PatternTable } from "./pattern-table";

/**
 * Mean distance between the labels of each two raters on the items that both labelled: for a heat map or a clustering of
 * raters. Nominal: the share of items on which they differ. Symmetric; 0 on the diagonal. O(raters² × rows).
 *
 * @throws {AgreementInputError} for interval and ratio where the table has no numeric values.
 * @example raterDistances(table, "nominal")[0]?.[1]; // the first rater and the second
 */
export function raterDistances(table: PatternTable, distance: Exclude<Distance, "ordinal"> = "nominal"): Agreement[][] {
  const q = table.categories.length;
  const matrix = distanceMatrix(distance, table.values, q);
  const between = (a: string, b: string): Agreement =>
    evaluateMeasure(
      pairMeasure(table, a, b, (cells) => {
        let items = 0;
        let sum = 0;
        cells.forEach((cell, index) => {
          items += cell;
          sum += cell * (matrix[index] ?? 0);
        });

        return items > 0 ? { value: sum / items } : { reason: "no_pairable" };
      }),
    );

  return table.raters.map((a) => table.raters.map((b) => between(a, b)));
}

/**
 * The numbers of a matrix of agreements, with undefined where there is none. O(raters²).
 *
 * @example numbersOf(raterDistances(table));
 */
export function numbersOf(matrix: readonly (readonly Agreement[])[]): (number | undefined)[][] {
  return matrix.map((row) => row.map(numberOrUndefined));
}
