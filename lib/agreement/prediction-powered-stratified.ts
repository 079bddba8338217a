import {
  type PredictionPoweredInput,
  type PredictionPoweredOptions,
  predictionPoweredMean,
} from "./prediction-powered";
import { waldInterval } from "./wald-interval";

export type StratifiedEstimate =
  | {
      readonly kind: "estimate";
      readonly value: number;
      readonly standardError: number;
      readonly low: number;
      readonly high: number;
      readonly level: number;
    }
  | { readonly kind: "undefined"; readonly reason: "no_pairable" | "one_item"; readonly stratum: number };

/**
 * Stratified PPI++: Σ Wₖθₖ with SE² = Σ Wₖ²SEₖ², λ chosen in each stratum; a stratum's share W is that of its items,
 * labelled and not, unless given. Undefined, with the stratum's index, where one has fewer than two human labels: merge
 * it with another. O(n + N).
 *
 * Fisch, A. et al. (2024). Stratified prediction-powered inference for hybrid language model evaluation.
 *
 * @example predictionPoweredStratified([{ human: [1, 2], judge: [1.1, 2.2], judgeOnly: [1.5, 1.8] }]);
 */
export function predictionPoweredStratified(
  strata: readonly (PredictionPoweredInput & { readonly share?: number })[],
  options: PredictionPoweredOptions = {},
): StratifiedEstimate {
  const sizes = strata.map((stratum) => stratum.share ?? stratum.human.length + stratum.judgeOnly.length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let value = 0;
  let variance = 0;
  for (let index = 0; index < strata.length; index++) {
    const stratum = strata[index];
    const part = stratum && predictionPoweredMean(stratum, options);
    if (!part || part.kind === "undefined") {
      return { kind: "undefined", reason: part?.reason ?? "no_pairable", stratum: index };
    }
    const share = (sizes[index] ?? 0) / total;
    value += share * part.value;
    variance += (share * part.standardError) ** 2;
  }
  if (strata.length === 0) return { kind: "undefined", reason: "no_pairable", stratum: 0 };
  const standardError = Math.sqrt(variance);
  const level = options.level ?? 0.95;

  return { kind: "estimate", value, standardError, ...waldInterval(value, standardError, level), level };
}
