import { hasValue } from "@/lib/agreement/agreement";
import { bootstrapReplicates } from "@/lib/agreement/bootstrap";
import { combineMeasures } from "@/lib/agreement/combine-measures";
import { type Measure, sumRows, tabulateMeasure } from "@/lib/agreement/measure";
import type { PatternTable } from "@/lib/agreement/pattern-table";
import { selectRaters } from "@/lib/agreement/select-raters";
import type { Plan } from "./estimate";
import { classNames, pairMeasures, raterPairs } from "./pair-measures";
import type { Scale } from "./wire";
import { withoutWeights } from "./without-weights";

type Columns = Record<string, Float64Array[]>;

/**
 * Replicates of every measure of every pair from common resamples of the whole table. Each pair's labels have few
 * patterns, so a resample is first counted by pair pattern (one addition a row and pair), and the measures are read off
 * those counts: the same numbers as on the whole rows, several times faster.
 */
export function pairReplicates(
  table: PatternTable,
  scale: Scale,
  plan: Plan,
  besides: readonly Measure[],
): { columns: Columns; others: Float64Array[] } {
  const others = besides.map(() => new Float64Array(plan.replicates));
  const columns: Columns = {};
  const pairs = raterPairs(table.raters).map(([a, b]) => pairCounter(table, a, b, scale, plan, columns));
  if (plan.replicates === 0 || pairs.length + besides.length === 0) return { columns, others };
  let replicate = 0;
  const counters = pairs.map((pair) => ({
    ...pair.counter,
    evaluate: (frequencies: Float64Array) => {
      pair.read(frequencies, replicate);

      return { value: 0 };
    },
  }));
  const joint = combineMeasures([...besides, ...counters], (outcomes) => {
    besides.forEach((_, index) => {
      const outcome = outcomes[index];
      const column = others[index];
      if (column) column[replicate] = outcome && hasValue(outcome) ? outcome.value : Number.NaN;
    });
    replicate++;

    return { value: 0 };
  });
  bootstrapReplicates(joint, plan);

  return { columns, others };
}

/** Counts the table's rows by the pattern of two raters, and reads all measures of the pair off such counts. */
function pairCounter(table: PatternTable, a: string, b: string, scale: Scale, plan: Plan, columns: Columns) {
  const pair = selectRaters(table, [a, b]);
  const places = placesIn(table, pair, a, b);
  const counter = tabulateMeasure(withoutWeights(table), {
    size: pair.rows,
    contribute: (row, add) => {
      add(places[row] ?? 0, 1);

      return 1;
    },
    evaluate: () => ({ value: 0 }),
  });
  const measures = Object.entries({ ...pairMeasures(pair, a, b, scale), ...classNames(pair, a, b) });
  const readers = measures.map(([name, measure]) => {
    const column = new Float64Array(plan.replicates);
    columns[name] = [...(columns[name] ?? []), column];
    const sums = new Float64Array(measure.size);

    return (frequencies: Float64Array, replicate: number) => {
      const outcome = measure.evaluate(sumRows(measure, frequencies, sums));
      column[replicate] = hasValue(outcome) ? outcome.value : Number.NaN;
    };
  });

  return {
    counter,
    read: (frequencies: Float64Array, replicate: number) => {
      for (const reader of readers) reader(frequencies, replicate);
    },
  };
}

/** For each row of the table, the row of the pair's table that shows its labels, weight, stratum and cluster. */
function placesIn(table: PatternTable, pair: PatternTable, a: string, b: string): Int32Array {
  const keyOf = (of: PatternTable, row: number) => {
    const width = of.raters.length;
    const labels = [a, b].map((rater) => of.labels[row * width + of.raters.indexOf(rater)]);

    return [...labels, of.weights?.[row], of.strata?.[row], of.clusters?.[row]].join(",");
  };
  const rows = new Map(Array.from({ length: pair.rows }, (_, row) => [keyOf(pair, row), row]));

  return Int32Array.from({ length: table.rows }, (_, row) => rows.get(keyOf(table, row)) ?? 0);
}
