import { bootstrapInterval } from "@/lib/agreement/bootstrap-interval";
import { infinitesimalJackknife } from "@/lib/agreement/infinitesimal-jackknife";
import { evaluateMeasure, type Measure } from "@/lib/agreement/measure";
import { waldInterval } from "@/lib/agreement/wald-interval";
import type { Measured } from "./wire";

export type IntervalPlan = { replicates: number; seed: string; level: number; quick?: boolean };

/**
 * Evaluates a measure with its interval: BCa bootstrap over items, or (`quick`, for long lists of judges) the
 * infinitesimal jackknife. Where the interval is not defined its ends are null and the method says why.
 */
export function measured(measure: Measure, plan: IntervalPlan): Measured {
  const result = evaluateMeasure(measure);
  if (result.kind === "undefined")
    return { undefined: result.reason, observed: result.observed ?? null, n: result.items };
  const point = { value: result.value, n: result.items };
  if (plan.replicates === 0) return { ...point, low: null, high: null, method: "no interval asked for", warnings: [] };
  if (plan.quick) {
    const error = infinitesimalJackknife(measure);
    if (error.kind === "undefined")
      return { ...point, low: null, high: null, method: "standard error not defined", warnings: [] };

    return {
      ...point,
      ...waldInterval(result.value, error.value, plan.level),
      method: "infinitesimal jackknife",
      warnings: [],
    };
  }
  const interval = bootstrapInterval(measure, plan);
  if (interval.kind === "none") {
    const why =
      interval.reason === "one_item"
        ? "one item only"
        : `${Math.round(interval.undefinedShare * 100)} % of resamples not defined`;

    return { ...point, low: null, high: null, method: `no interval: ${why}`, warnings: [] };
  }
  const { low, high, method, warnings } = interval;

  return {
    ...point,
    low,
    high,
    method: `bootstrap over items, ${method === "bca" ? "BCa" : method}`,
    warnings: [...warnings],
  };
}
