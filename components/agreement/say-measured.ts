import type { Estimate } from "@/components/charts/interval";
import { formatDecimal, formatInterval } from "@/components/ui/format-number";
import type { Measured } from "@/lib/agreement-reports/wire";

const REASONS = {
  no_pairable: "no item has two labels to compare",
  no_variation: "all labels are the same, so chance agreement cannot be told apart",
  one_rater: "only one rater",
  one_item: "only one item",
};

export function reasonOf(measured: Extract<Measured, { undefined: unknown }>): string {
  const observed = measured.observed === null ? "" : `; observed agreement ${formatDecimal(measured.observed)}`;

  return `${REASONS[measured.undefined]}${observed}`;
}

export function toEstimate(measured: Measured): Estimate {
  if ("undefined" in measured) return { kind: "undefined", reason: reasonOf(measured) };
  const { value, low, high } = measured;

  return low === null || high === null ? { kind: "value", value } : { kind: "value", value, low, high };
}

export function sayValue(measured: Measured, digits = 3): string {
  return "undefined" in measured ? "not defined" : formatDecimal(measured.value, digits);
}

export function sayInterval(measured: Measured, digits = 2): string | undefined {
  if ("undefined" in measured || measured.low === null || measured.high === null) return undefined;

  return formatInterval(measured.low, measured.high, digits);
}
