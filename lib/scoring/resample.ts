/** A source of uniform numbers in [0, 1), injected wherever chance is used. */
export type Random = () => number;

/** A mean over queries: Σ weight × value / Σ weight. All series of one call have the same queries. */
export type Series = { readonly values: ArrayLike<number>; readonly weights: ArrayLike<number> };

export type ResampleOptions = {
  readonly random: Random;
  readonly replicates: number;
  /** The cluster of each query (a focal paper's instances, say): whole clusters are drawn. */
  readonly clusters?: ArrayLike<number>;
};

/**
 * Means of several series on common resamples of queries (or of whole clusters), drawn with replacement; NaN where a resample
 * has no weight. Differences of two rows are therefore paired. Cluster numbers are 0, 1, … O(replicates × queries × series).
 *
 * Efron, B., Tibshirani, R. (1993). An introduction to the bootstrap, chapters 6 and 16.
 *
 * @example resampleMeans([{ values: [0, 1], weights: [1, 1] }], { random, replicates: 1000 })[0].length; // => 1000
 */
export function resampleMeans(series: readonly Series[], options: ResampleOptions): Float64Array[] {
  const { random, replicates, clusters } = options;
  const length = series[0]?.values.length ?? 0;
  const units = unitsOf(length, clusters);
  const drawn = new Float64Array(units.count);
  const means = series.map(() => new Float64Array(replicates));
  for (let replicate = 0; replicate < replicates; replicate++) {
    drawn.fill(0);
    for (let draw = 0; draw < units.count; draw++) {
      const unit = Math.floor(random() * units.count);
      drawn[unit] = (drawn[unit] ?? 0) + 1;
    }
    for (const [row, one] of series.entries()) {
      const out = means[row];
      if (out) out[replicate] = weightedMean(one, drawn, units.of);
    }
  }

  return means;
}

function unitsOf(length: number, clusters?: ArrayLike<number>): { count: number; of: ArrayLike<number> | undefined } {
  if (!clusters) return { count: length, of: undefined };
  let count = 0;
  for (let index = 0; index < length; index++) count = Math.max(count, (clusters[index] ?? 0) + 1);

  return { count, of: clusters };
}

function weightedMean({ values, weights }: Series, drawn: Float64Array, unitOf: ArrayLike<number> | undefined): number {
  let total = 0;
  let sum = 0;
  for (let index = 0; index < values.length; index++) {
    const times = drawn[unitOf ? (unitOf[index] ?? 0) : index] ?? 0;
    if (times === 0) continue;
    const weight = times * (weights[index] ?? 0);
    total += weight;
    sum += weight * (values[index] ?? 0);
  }

  return total === 0 ? Number.NaN : sum / total;
}

/** A percentile interval, or none where there are too few resamples with a value. */
export type Interval = { readonly low: number; readonly high: number };

/** Above this share of resamples without a value there is no interval. */
const MOST_UNDEFINED = 0.05;

/**
 * The percentile interval of resampled values (R's quantile type 7). Undefined where there are fewer than two values or more
 * than 5 % have none: those are left out, never counted as 0. O(replicates log replicates).
 *
 * @example percentileInterval(Float64Array.of(1, 2, 3), 0.5); // => { low: 1.5, high: 2.5 }
 */
export function percentileInterval(replicates: Float64Array, level: number): Interval | undefined {
  const sorted = replicates.filter((value) => !Number.isNaN(value)).sort();
  if (sorted.length < 2 || sorted.length < (1 - MOST_UNDEFINED) * replicates.length) return undefined;

  return { low: quantile(sorted, (1 - level) / 2), high: quantile(sorted, (1 + level) / 2) };
}

function quantile(sorted: Float64Array, p: number): number {
  const place = p * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;

  return low + (place - below) * ((sorted[below + 1] ?? low) - low);
}
