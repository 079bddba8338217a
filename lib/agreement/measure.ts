import { type Agreement, hasValue, type Outcome } from "./agreement";
import type { AgreementTable } from "./count-table";

/**
 * A coefficient prepared on one table. Every coefficient here is a function of sums over items, so it is kept as
 * - the sparse contribution of one item of each row to the sums (`starts`, `indexes`, `amounts`: row by row),
 * - and the formula `evaluate` from the sums to the value.
 *
 * That one form serves the point value, the bootstrap, the jackknife and the infinitesimal jackknife, at a cost that
 * depends on the rows and not on the items. `used[row]` is the number of labels that an item of the row brings in
 * (0: the coefficient does not use it).
 */
export type Measure = {
  readonly rows: number;
  readonly size: number;
  readonly starts: Uint32Array;
  readonly indexes: Uint32Array;
  readonly amounts: Float64Array;
  readonly items: Float64Array;
  readonly weights?: Float64Array;
  readonly strata?: Int32Array;
  readonly clusters?: Int32Array;
  readonly used: Float64Array;
  readonly evaluate: (sums: Float64Array) => Outcome;
};

export type MeasureDefinition = {
  /** How many sums the formula needs. */
  readonly size: number;
  /** Adds what one item of the row brings to the sums; returns the labels used, 0 where the row does not enter. */
  readonly contribute: (row: number, add: (index: number, amount: number) => void) => number;
  readonly evaluate: (sums: Float64Array) => Outcome;
};

/**
 * Prepares a coefficient on a table. Amounts carry the row's weight, so that formulas need not know about weights.
 * O(rows × contribution).
 *
 * @example evaluateMeasure(tabulateMeasure(table, definition)); // the coefficient's value
 */
export function tabulateMeasure(table: AgreementTable, definition: MeasureDefinition): Measure {
  const starts = new Uint32Array(table.rows + 1);
  const used = new Float64Array(table.rows);
  const indexes: number[] = [];
  const amounts: number[] = [];
  let weight = 1;
  const add = (index: number, amount: number) => {
    indexes.push(index);
    amounts.push(amount * weight);
  };
  for (let row = 0; row < table.rows; row++) {
    weight = table.weights?.[row] ?? 1;
    used[row] = definition.contribute(row, add);
    starts[row + 1] = indexes.length;
  }

  return {
    rows: table.rows,
    size: definition.size,
    starts,
    indexes: Uint32Array.from(indexes),
    amounts: Float64Array.from(amounts),
    items: table.items,
    ...(table.weights && { weights: table.weights }),
    ...(table.strata && { strata: table.strata }),
    ...(table.clusters && { clusters: table.clusters }),
    used,
    evaluate: definition.evaluate,
  };
}

/**
 * Sums of a measure where each row is shown by `frequencies[row]` items; written into `sums`. O(stored contributions).
 *
 * @example sumRows(measure, measure.items, new Float64Array(measure.size));
 */
export function sumRows(measure: Measure, frequencies: Float64Array, sums: Float64Array): Float64Array {
  const { starts, indexes, amounts, rows } = measure;
  sums.fill(0);
  for (let row = 0; row < rows; row++) {
    const frequency = frequencies[row] as number;
    if (frequency === 0) continue;
    const end = starts[row + 1] as number;
    for (let entry = starts[row] as number; entry < end; entry++) {
      const index = indexes[entry] as number;
      sums[index] = (sums[index] as number) + frequency * (amounts[entry] as number);
    }
  }

  return sums;
}

/**
 * Adds the contribution of one item of a row, `times` over (−1 takes an item away). O(contributions of the row).
 *
 * @example addRow(measure, 0, -1, sums); // the sums without one item of row 0
 */
export function addRow(measure: Measure, row: number, times: number, sums: Float64Array): void {
  const end = measure.starts[row + 1] ?? 0;
  for (let entry = measure.starts[row] ?? 0; entry < end; entry++) {
    const index = measure.indexes[entry] ?? 0;
    sums[index] = (sums[index] ?? 0) + times * (measure.amounts[entry] ?? 0);
  }
}

/**
 * The value of a prepared coefficient on its own table, with the items and labels it used (unweighted counts).
 * O(stored contributions + formula).
 *
 * @example evaluateMeasure(krippendorffAlphaMeasure(table, "nominal")).kind; // => "estimate"
 */
export function evaluateMeasure(measure: Measure): Agreement {
  const outcome = measure.evaluate(sumRows(measure, measure.items, new Float64Array(measure.size)));
  let items = 0;
  let labels = 0;
  for (let row = 0; row < measure.rows; row++) {
    const used = measure.used[row] ?? 0;
    const count = measure.items[row] ?? 0;
    if (used > 0) items += count;
    labels += used * count;
  }

  return hasValue(outcome) ? { kind: "estimate", ...outcome, items, labels } : { kind: "undefined", ...outcome, items };
}
