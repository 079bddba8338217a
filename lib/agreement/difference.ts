import { type Agreement, hasValue } from "./agreement";
import { bootstrapReplicates } from "./bootstrap";
import { type Interval, type IntervalOptions, intervalFromReplicates } from "./bootstrap-interval";
import { combineMeasures } from "./combine-measures";
import { evaluateMeasure, type Measure } from "./measure";

/**
 * The difference of two measures of one table, first less second, prepared for intervals. Undefined where either is.
 * O(stored contributions).
 *
 * @example differenceMeasure(cohenKappaMeasure(table, "gold", "gpt"), cohenKappaMeasure(table, "gold", "claude"));
 */
export function differenceMeasure(first: Measure, second: Measure): Measure {
  return combineMeasures([first, second], ([a, b]) => {
    if (!a || !b) return { reason: "no_pairable" };
    if (!hasValue(a)) return { reason: a.reason };
    if (!hasValue(b)) return { reason: b.reason };

    return { value: a.value - b.value };
  });
}

export type Difference = {
  readonly difference: Agreement;
  readonly interval: Interval;
  /** Two-sided: twice the smaller share of resamples on one side of 0, ties by half, at least 2/(replicates + 1). */
  readonly p: number | undefined;
};

/**
 * Tests two dependent coefficients (of the same items) against each other by resampling both together.
 * O(replicates × rows).
 *
 * Vanbelle, S. and Albert, A. (2008). A bootstrap method for comparing correlated kappa coefficients.
 *
 * @example testDifference(kappaOfOneJudge, kappaOfAnother, { seed: "1", replicates: 10000 }).p;
 */
export function testDifference(first: Measure, second: Measure, options: IntervalOptions): Difference {
  const measure = differenceMeasure(first, second);
  const difference = evaluateMeasure(measure);
  if (difference.kind === "undefined") {
    return { difference, interval: { kind: "none", reason: "not_defined", undefinedShare: 1 }, p: undefined };
  }
  const replicates = bootstrapReplicates(measure, options);
  const interval = intervalFromReplicates(measure, replicates, options);
  if (interval.kind === "none") return { difference, interval, p: undefined };
  let below = 0;
  let above = 0;
  for (const value of replicates) {
    if (value < 0) below++;
    else if (value > 0) above++;
    else if (value === 0) {
      below += 0.5;
      above += 0.5;
    }
  }
  const p = (2 * (Math.min(below, above) + 1)) / (below + above + 1);

  return { difference, interval, p: Math.min(1, p) };
}
