import { hasValue } from "@/lib/agreement/agreement";
import { bootstrapReplicates } from "@/lib/agreement/bootstrap";
import { combineMeasures } from "@/lib/agreement/combine-measures";
import { type Measure, sumRows, tabulateMeasure } from "@/lib/agreement/measure";
import { MISSING, type PatternTable } from "@/lib/agreement/pattern-table";
import { raterIndex } from "@/lib/agreement/rater-index";
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
  const { pair, places } = pairTable(table, a, b);
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

/** The patterns (labels and weight) of two raters, and for each row of the whole table which of them it shows. */
function pairTable(table: PatternTable, a: string, b: string): { pair: PatternTable; places: Int32Array } {
  const width = table.raters.length;
  const columns = [raterIndex(table, a), raterIndex(table, b)];
  const places = new Int32Array(table.rows);
  const seen = new Map<string, number>();
  const labels: number[] = [];
  const items: number[] = [];
  const weights: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    const own = columns.map((column) => table.labels[row * width + column] ?? MISSING);
    const weight = table.weights?.[row] ?? 1;
    const key = `${own.join(",")}|${weight}`;
    const place = seen.get(key) ?? seen.size;
    if (place === seen.size) {
      seen.set(key, place);
      labels.push(...own);
      items.push(0);
      weights.push(weight);
    }
    places[row] = place;
    items[place] = (items[place] ?? 0) + (table.items[row] ?? 0);
  }

  return {
    places,
    pair: {
      kind: "patterns",
      categories: table.categories,
      ...(table.values && { values: table.values }),
      raters: [a, b],
      rows: items.length,
      labels: Int32Array.from(labels),
      items: Float64Array.from(items),
      ...(table.weights && { weights: Float64Array.from(weights) }),
    },
  };
}
