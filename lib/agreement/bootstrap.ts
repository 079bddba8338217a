import { hasValue } from "./agreement";
import { compactMeasure } from "./compact-measure";
import { type Measure, sumRows } from "./measure";
import { byChance, drawMultinomial } from "./multinomial";
import { type Random, seededRandom } from "./random";

export type BootstrapOptions = {
  readonly seed: string;
  readonly replicates?: number;
  /** The generator behind a stream name; streams are `seed/block`, so that blocks may run in any order or thread. */
  readonly random?: (stream: string) => Random;
};

/** Replicates in one stream: what a worker thread is given at a time. */
export const BLOCK = 250;

/**
 * Values of a measure on resampled items, NaN where a resample has none (the caller counts and excludes them).
 *
 * Items are resampled within strata where the measure has strata; whole clusters where it has clusters. One replicate
 * is one exact multinomial draw over rows: its cost does not depend on the number of items. The result depends on the
 * seed alone, not on how blocks are spread over threads. O(replicates × (stored contributions + formula)).
 *
 * @example bootstrapReplicates(measure, { seed: "1", replicates: 1000 }).length; // => 1000
 */
export function bootstrapReplicates(measure: Measure, options: BootstrapOptions): Float64Array {
  const replicates = options.replicates ?? 2000;
  const compact = compactMeasure(measure);
  const values = new Float64Array(replicates);
  for (let block = 0; block * BLOCK < replicates; block++) {
    const length = Math.min(BLOCK, replicates - block * BLOCK);
    values.set(bootstrapBlock(compact, block, length, options), block * BLOCK);
  }

  return values;
}

/**
 * The replicates of one block, on the measure's rows as they are. Blocks of one seed of `compactMeasure(measure)`, joined
 * in order, equal `bootstrapReplicates(measure)`.
 * O(length × (stored contributions + formula)).
 *
 * @example bootstrapBlock(measure, 0, 250, { seed: "1" });
 */
export function bootstrapBlock(
  measure: Measure,
  block: number,
  length: number,
  options: Pick<BootstrapOptions, "seed" | "random">,
): Float64Array {
  const random = (options.random ?? seededRandom)(`${options.seed}/${block}`);
  const resample = measure.clusters ? clusterResampler(measure) : itemResampler(measure);
  const frequencies = new Float64Array(measure.rows);
  const sums = new Float64Array(measure.size);
  const values = new Float64Array(length);
  for (let index = 0; index < length; index++) {
    resample(random, frequencies);
    const outcome = measure.evaluate(sumRows(measure, frequencies, sums));
    values[index] = hasValue(outcome) ? outcome.value : Number.NaN;
  }

  return values;
}

type Resampler = (random: Random, frequencies: Float64Array) => void;

function itemResampler(measure: Measure): Resampler {
  const strata = new Map<number, number[]>();
  for (let row = 0; row < measure.rows; row++) {
    const stratum = measure.strata?.[row] ?? 0;
    const rows = strata.get(stratum);
    if (rows) rows.push(row);
    else strata.set(stratum, [row]);
  }
  const plans = Array.from(strata.values(), (rows) => ({
    order: byChance(measure.items, rows),
    trials: rows.reduce((sum, row) => sum + (measure.items[row] ?? 0), 0),
  }));
  const single = plans.length === 1;
  const scratch = new Float64Array(measure.rows);

  return (random, frequencies) => {
    if (!single) frequencies.fill(0);
    for (const { order, trials } of plans) {
      if (single) drawMultinomial(trials, measure.items, order, random, frequencies);
      else {
        drawMultinomial(trials, measure.items, order, random, scratch);
        for (const row of order) frequencies[row] = scratch[row] ?? 0;
      }
    }
  };
}

/** Whole clusters drawn with replacement, within their stratum (that of the cluster's first row). */
function clusterResampler(measure: Measure): Resampler {
  const rowsOf = new Map<number, number[]>();
  const strata = new Map<number, number[]>();
  for (let row = 0; row < measure.rows; row++) {
    const cluster = measure.clusters?.[row] ?? 0;
    const known = rowsOf.get(cluster);
    if (known) {
      known.push(row);
      continue;
    }
    rowsOf.set(cluster, [row]);
    const stratum = measure.strata?.[row] ?? 0;
    strata.set(stratum, [...(strata.get(stratum) ?? []), cluster]);
  }
  const plans = [...strata.values()];

  return (random, frequencies) => {
    frequencies.fill(0);
    for (const clusters of plans) {
      for (let draw = 0; draw < clusters.length; draw++) {
        const cluster = clusters[Math.floor(random() * clusters.length)] ?? 0;
        for (const row of rowsOf.get(cluster) ?? []) {
          frequencies[row] = (frequencies[row] ?? 0) + (measure.items[row] ?? 0);
        }
      }
    }
  };
}
