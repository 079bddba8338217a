import type { RankedQuery } from "./ranked-query";

/**
 * A metric of one ranked query, and how queries become one number:
 * - `mean`: each query counts alike;
 * - `pairs`: each (query, target) pair counts alike, so a query weighs as many as it has targets;
 * - `sum`: a count, added up.
 */
export type Metric = {
  readonly name: string;
  readonly over: "mean" | "pairs" | "sum";
  readonly of: (query: RankedQuery) => number;
};
