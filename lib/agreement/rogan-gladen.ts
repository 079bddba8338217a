import { waldInterval } from "./wald-interval";

export type RoganGladenInput = {
  /** Items the judge labelled, and those it called positive. */
  readonly items: number;
  readonly judgedPositive: number;
  /** The calibration set: human positives and how many of them the judge called positive; negatives likewise. */
  readonly humanPositive: number;
  readonly judgedPositiveOfPositive: number;
  readonly humanNegative: number;
  readonly judgedNegativeOfNegative: number;
  readonly level?: number;
};

export type RoganGladen =
  | {
      readonly kind: "estimate";
      readonly value: number;
      readonly standardError: number;
      readonly low: number;
      readonly high: number;
      readonly level: number;
      readonly sensitivity: number;
      readonly specificity: number;
      /** The judge's own rate. */
      readonly naive: number;
    }
  | { readonly kind: "undefined"; readonly reason: "no_pairable" | "judge_no_better_than_chance" };

/**
 * A class's rate in a judged corpus, corrected for the judge's sensitivity and specificity as measured elsewhere:
 * (p + specificity − 1)/(sensitivity + specificity − 1), with the delta-method error. Not clipped: the value and the
 * interval may leave [0, 1]. Undefined where sensitivity + specificity ≤ 1. Use it where the calibration set comes from
 * elsewhere; for a random human subsample use `predictionPoweredMean`. O(1).
 *
 * Rogan, W. J. and Gladen, B. (1978). Estimating prevalence from the results of a screening test.
 *
 * @example roganGladen({ items: 5000, judgedPositive: 900, humanPositive: 50, judgedPositiveOfPositive: 40,
 *   humanNegative: 150, judgedNegativeOfNegative: 141 }); // value 0.16216…
 */
export function roganGladen(input: RoganGladenInput): RoganGladen {
  if (!(input.items > 0 && input.humanPositive > 0 && input.humanNegative > 0)) {
    return { kind: "undefined", reason: "no_pairable" };
  }
  const naive = input.judgedPositive / input.items;
  const sensitivity = input.judgedPositiveOfPositive / input.humanPositive;
  const specificity = input.judgedNegativeOfNegative / input.humanNegative;
  const skill = sensitivity + specificity - 1;
  if (!(skill > 0)) return { kind: "undefined", reason: "judge_no_better_than_chance" };
  const value = (naive + specificity - 1) / skill;
  const variance =
    (naive * (1 - naive)) / input.items +
    (value ** 2 * sensitivity * (1 - sensitivity)) / input.humanPositive +
    ((1 - value) ** 2 * specificity * (1 - specificity)) / input.humanNegative;
  const standardError = Math.sqrt(variance) / skill;
  const level = input.level ?? 0.95;

  return {
    kind: "estimate",
    value,
    standardError,
    ...waldInterval(value, standardError, level),
    level,
    sensitivity,
    specificity,
    naive,
  };
}
