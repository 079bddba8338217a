import type { LayerSpec } from "./wire";

const MOST = 10_000;

/** A must-cite spec at the address's `?n=` and `?count=`; null for other rules. What is no threshold leaves the rule's own. */
export function thresholdOf(spec: LayerSpec, given: Record<string, unknown>): LayerSpec | null {
  const { rule } = spec;
  if (rule.kind !== "must_cite") return null;
  const n = typeof given.n === "string" ? Number(given.n) : Number.NaN;
  const mentions = Number.isInteger(n) && n >= 1 && n <= MOST ? n : rule.mentions;
  const count = given.count === "windows" || given.count === "mentions" ? given.count : rule.count;

  return { ...spec, rule: { ...rule, mentions, count } };
}
