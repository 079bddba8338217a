import type { StratifiedEstimate } from "./prediction-powered-stratified";
import { waldInterval } from "./wald-interval";

/** A stratum: items in the corpus, items audited, and those of them that are right (or positive). */
export type StratumCount = { readonly size: number; readonly audited: number; readonly positive: number };

/**
 * A rate (a judge's accuracy, a class's share) from a stratified audit, with finite-population correction: ΣWₕpₕ,
 * SE² = ΣWₕ²(1 − nₕ/Nₕ)pₕ(1 − pₕ)/(nₕ − 1). The unweighted rate of an oversampled set is biased. Undefined where a
 * stratum has one audited item (unless it is the whole stratum): merge it with another. O(strata).
 *
 * Cochran, W. G. (1977). Sampling techniques, chapter 5.
 *
 * @example stratifiedRate([{ size: 9000, audited: 60, positive: 57 }, { size: 800, audited: 60, positive: 45 },
 *   { size: 200, audited: 60, positive: 33 }]);
 */
export function stratifiedRate(strata: readonly StratumCount[], level = 0.95): StratifiedEstimate {
  const total = strata.reduce((sum, stratum) => sum + stratum.size, 0);
  if (strata.length === 0) return { kind: "undefined", reason: "no_pairable", stratum: 0 };
  let value = 0;
  let variance = 0;
  for (let index = 0; index < strata.length; index++) {
    const { size, audited, positive } = strata[index] ?? { size: 0, audited: 0, positive: 0 };
    if (audited === 0) return { kind: "undefined", reason: "no_pairable", stratum: index };
    const share = size / total;
    const rate = positive / audited;
    value += share * rate;
    const unseen = 1 - audited / size;
    if (unseen <= 0) continue;
    if (audited < 2) return { kind: "undefined", reason: "one_item", stratum: index };
    variance += (share ** 2 * unseen * rate * (1 - rate)) / (audited - 1);
  }
  const standardError = Math.sqrt(variance);

  return { kind: "estimate", value, standardError, ...waldInterval(value, standardError, level), level };
}
