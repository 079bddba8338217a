import { hasValue } from "./agreement";
import { type BootstrapOptions, bootstrapReplicates } from "./bootstrap";
import { type Jackknife, jackknife } from "./jackknife";
import { type Measure, sumRows } from "./measure";
import { normalProbability, normalQuantile } from "./normal";
import { sortedQuantile } from "./quantile";

/**
 * - `undefined_resamples`: more than 1 % of resamples have no value;
 * - `few_patterns`: fewer than 5 distinct rows count;
 * - `no_spread`: all resamples give one value (every label agrees), which says nothing about other items: for a share use
 *   `exactProportionInterval`.
 */
export type IntervalWarning = "undefined_resamples" | "few_patterns" | "no_spread";

/**
 * A confidence interval. `undefinedShare` is the share of resamples in which the measure had no value (left out, never
 * counted as 0 or 1); `standardError` is the standard deviation of the others.
 */
export type Interval =
  | {
      readonly kind: "interval";
      readonly low: number;
      readonly high: number;
      readonly method: "bca" | "percentile";
      readonly level: number;
      readonly replicates: number;
      readonly undefinedShare: number;
      readonly standardError: number;
      readonly seed: string;
      readonly warnings: readonly IntervalWarning[];
    }
  | NoInterval;

/**
 * Why there is no interval: the measure itself has no value, there is one item (or cluster) alone, or too many resamples
 * have no value for the rest to speak for them.
 */
export type NoInterval = {
  readonly kind: "none";
  readonly reason: "not_defined" | "one_item" | "undefined_resamples";
  readonly undefinedShare: number;
};

export type IntervalOptions = BootstrapOptions & {
  readonly level?: number;
  readonly method?: "bca" | "percentile";
};

/** Above this share of undefined resamples no interval is given. */
export const MOST_UNDEFINED = 0.05;

/**
 * Bootstrap interval of any measure: BCa by default, percentile where the jackknife is undefined.
 *
 * Resamples items (within strata, or whole clusters) and recomputes everything, ordinal distances included. 2,000
 * replicates unless said otherwise. Warns where more than 1 % of resamples have no value and where the table has fewer
 * than 5 distinct rows that count. O(replicates × (rows + formula)).
 *
 * Efron, B. (1987). Better bootstrap confidence intervals. JASA 82, 171–185.
 *
 * @example bootstrapInterval(krippendorffAlphaMeasure(countTable(table)), { seed: "study 7", replicates: 10000 });
 */
export function bootstrapInterval(measure: Measure, options: IntervalOptions): Interval {
  const estimate = measure.evaluate(sumRows(measure, measure.items, new Float64Array(measure.size)));
  if (!hasValue(estimate)) return { kind: "none", reason: "not_defined", undefinedShare: 1 };
  if (unitsOf(measure) < 2) return { kind: "none", reason: "one_item", undefinedShare: 0 };

  return intervalFromReplicates(measure, bootstrapReplicates(measure, options), options);
}

/**
 * The interval from replicates that were drawn elsewhere (blocks of worker threads joined in order). The array is
 * not changed. O(replicates log replicates).
 *
 * @example intervalFromReplicates(measure, bootstrapReplicates(measure, { seed: "1" }), { seed: "1" });
 */
export function intervalFromReplicates(measure: Measure, replicates: Float64Array, options: IntervalOptions): Interval {
  const estimate = measure.evaluate(sumRows(measure, measure.items, new Float64Array(measure.size)));
  if (!hasValue(estimate)) return { kind: "none", reason: "not_defined", undefinedShare: 1 };
  const defined = replicates.filter((value) => !Number.isNaN(value)).sort();
  const undefinedShare = replicates.length > 0 ? 1 - defined.length / replicates.length : 1;
  if (defined.length < 2 || undefinedShare > MOST_UNDEFINED) {
    return { kind: "none", reason: "undefined_resamples", undefinedShare };
  }
  const level = options.level ?? 0.95;
  const ends =
    options.method === "percentile" ? undefined : bcaLevels(estimate.value, defined, jackknife(measure), level);
  const [lower, upper] = ends ?? [(1 - level) / 2, (1 + level) / 2];

  return {
    kind: "interval",
    low: sortedQuantile(defined, lower),
    high: sortedQuantile(defined, upper),
    method: ends ? "bca" : "percentile",
    level,
    replicates: replicates.length,
    undefinedShare,
    standardError: deviationOf(defined),
    seed: options.seed,
    warnings: warningsOf(measure, undefinedShare, defined),
  };
}

function bcaLevels(value: number, sorted: Float64Array, left: Jackknife, level: number): [number, number] | undefined {
  if (left.kind === "undefined") return undefined;
  const bias = biasCorrection(value, sorted);
  if (!Number.isFinite(bias)) return undefined;
  const levelAt = (p: number) => {
    const shifted = bias + normalQuantile(p);
    const scale = 1 - left.acceleration * shifted;

    return scale > 0 ? normalProbability(bias + shifted / scale) : Number.NaN;
  };
  const lower = levelAt((1 - level) / 2);
  const upper = levelAt((1 + level) / 2);

  return lower <= upper ? [lower, upper] : undefined;
}

/**
 * z₀ of the BCa interval: the normal quantile of the share of replicates below the estimate, ties counted by half.
 * Replicates within rounding of the estimate are ties. O(replicates).
 *
 * @example biasCorrection(2, Float64Array.of(1, 2, 3)); // => 0
 */
export function biasCorrection(value: number, sorted: Float64Array): number {
  const rounding = 1e-12 * Math.max(1, Math.abs(value));
  let below = 0;
  let equal = 0;
  for (const replicate of sorted) {
    if (Math.abs(replicate - value) <= rounding) equal++;
    else if (replicate < value) below++;
  }

  return normalQuantile((below + equal / 2) / sorted.length);
}

function deviationOf(values: Float64Array): number {
  let mean = 0;
  for (const value of values) mean += value / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;

  return Math.sqrt(squares / (values.length - 1));
}

function unitsOf(measure: Measure): number {
  if (measure.clusters) return new Set(measure.clusters).size;

  return measure.items.reduce((sum, items) => sum + items, 0);
}

function warningsOf(measure: Measure, undefinedShare: number, sorted: Float64Array): IntervalWarning[] {
  const warnings: IntervalWarning[] = [];
  if (undefinedShare > 0.01) warnings.push("undefined_resamples");
  if (measure.used.reduce((rows, used) => rows + (used > 0 ? 1 : 0), 0) < 5) warnings.push("few_patterns");
  if (sorted[0] === sorted.at(-1)) warnings.push("no_spread");

  return warnings;
}
