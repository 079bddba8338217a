import { formatDecimal, formatInterval } from "@/components/ui/format-number";

/** A number that may not exist: then the reason, in words. */
export type Estimate =
  | { kind: "value"; value: number; low?: number; high?: number }
  | { kind: "undefined"; reason: string };

export type Domain = readonly [low: number, high: number];

export function sayEstimate(estimate: Estimate, digits = 3): string {
  if (estimate.kind === "undefined") return `not defined: ${estimate.reason}`;
  const value = formatDecimal(estimate.value, digits);
  if (estimate.low === undefined || estimate.high === undefined) return value;
  return `${value} ${formatInterval(estimate.low, estimate.high)}`;
}

export function clampTo(domain: Domain, value: number): number {
  return Math.min(domain[1], Math.max(domain[0], value));
}

/** Ticks that read well for shares and coefficients. */
export function ticksOf(domain: Domain): number[] {
  return domain[0] < 0 ? [-1, -0.5, 0, 0.5, 1].filter((tick) => tick >= domain[0] && tick <= domain[1]) : [0, 0.5, 1];
}

export function sayTick(tick: number): string {
  return Number.isInteger(tick) ? formatDecimal(tick, 0) : formatDecimal(tick, 1);
}
