import type { Agreement, Outcome } from "./agreement";
import { pairMeasure } from "./cohen-kappa";
import { evaluateMeasure } from "./measure";
import type { PatternTable } from "./pattern-table";

/**
 * What stands beside Cohen's κ so that a low one can be read:
 * - `maximum`: the highest κ that the two margins allow;
 * - `prevalence`, `bias`: |n₁₁ − n₂₂|/n and |n₁₂ − n₂₁|/n, for two categories only (`undefined` otherwise);
 * - `pabak`: prevalence- and bias-adjusted κ, (q·po − 1)/(q − 1).
 */
export type KappaIndices = {
  readonly maximum: Agreement;
  readonly prevalence: Agreement | undefined;
  readonly bias: Agreement | undefined;
  readonly pabak: Agreement;
};

/**
 * Maximum κ, prevalence and bias indices and PABAK of two raters. O(rows + q²).
 *
 * Byrt, T., Bishop, J. and Carlin, J. B. (1993). Bias, prevalence and kappa. J. Clin. Epidemiol. 46, 423–429.
 *
 * @example kappaIndices(feinsteinCicchetti1990, "a", "b").pabak; // value 0.7
 */
export function kappaIndices(table: PatternTable, a: string, b: string): KappaIndices {
  const q = table.categories.length;
  const of = (evaluate: (cells: Float64Array, items: number) => Outcome): Agreement =>
    evaluateMeasure(
      pairMeasure(table, a, b, (cells) => {
        const items = cells.reduce((sum, cell) => sum + cell, 0);

        return items > 0 ? evaluate(cells, items) : { reason: "no_pairable" };
      }),
    );
  const share = (cells: Float64Array, one: number, other: number, items: number) => ({
    value: Math.abs((cells[one] ?? 0) - (cells[other] ?? 0)) / items,
  });

  return {
    maximum: of((cells, items) => maximumKappa(cells, items, q)),
    prevalence: q === 2 ? of((cells, items) => share(cells, 0, 3, items)) : undefined,
    bias: q === 2 ? of((cells, items) => share(cells, 1, 2, items)) : undefined,
    pabak: of((cells, items) => {
      if (q < 2) return { reason: "no_variation", observed: 1 };
      let equal = 0;
      for (let category = 0; category < q; category++) equal += cells[category * (q + 1)] ?? 0;

      return { value: ((q * equal) / items - 1) / (q - 1) };
    }),
  };
}

function maximumKappa(cells: Float64Array, items: number, q: number): Outcome {
  let possible = 0;
  let chance = 0;
  for (let category = 0; category < q; category++) {
    let row = 0;
    let column = 0;
    for (let other = 0; other < q; other++) {
      row += cells[category * q + other] ?? 0;
      column += cells[other * q + category] ?? 0;
    }
    possible += Math.min(row, column) * items;
    chance += row * column;
  }
  const room = items * items - chance;

  return room > 0 ? { value: (possible - chance) / room } : { reason: "no_variation", observed: 1 };
}
