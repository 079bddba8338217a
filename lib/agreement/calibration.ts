/** A judge's probability that its answer (or the class) is right, and whether it was. */
export type Forecast = { readonly probability: number; readonly correct: boolean };

export type CalibrationBin = {
  readonly lowest: number;
  readonly highest: number;
  readonly items: number;
  readonly meanProbability: number;
  readonly shareCorrect: number;
};

export type Calibration =
  | {
      readonly kind: "estimate";
      /** Expected calibration error: Σ (items of the bin / items) × |share correct − mean probability|. 0 … 1. */
      readonly expectedError: number;
      /** Brier score: mean squared distance of the probability from 0 or 1. 0 … 1. */
      readonly brier: number;
      readonly bins: readonly CalibrationBin[];
      readonly items: number;
    }
  | { readonly kind: "undefined"; readonly reason: "no_pairable" };

/**
 * Calibration of a judge's probabilities: reliability curve over bins of equal mass (not of equal width, which leaves
 * most bins of a confident judge empty), expected calibration error and Brier score. Equal probabilities stay in one
 * bin, so there may be fewer bins than asked for and the order of the input does not matter. O(n log n).
 *
 * @throws {RangeError} where a probability is outside 0 … 1 or `bins` below 1.
 * @example calibration([{ probability: 0.8, correct: true }, { probability: 0.8, correct: false }]); // expectedError 0.3
 */
export function calibration(forecasts: readonly Forecast[], bins = 10): Calibration {
  if (!(bins >= 1)) throw new RangeError("Ask for at least one bin.");
  if (!forecasts.every(({ probability }) => probability >= 0 && probability <= 1)) {
    throw new RangeError("A probability lies between 0 and 1.");
  }
  if (forecasts.length === 0) return { kind: "undefined", reason: "no_pairable" };
  const sorted = [...forecasts].sort((a, b) => a.probability - b.probability);
  const items = sorted.length;
  const groups: Forecast[][] = [];
  for (let start = 0, bin = 1; start < items; bin++) {
    let end = Math.max(start + 1, Math.round((bin * items) / bins));
    while (end < items && sorted[end]?.probability === sorted[end - 1]?.probability) end++;
    groups.push(sorted.slice(start, end));
    start = end;
  }
  const curve = groups.map(summarise);

  return {
    kind: "estimate",
    expectedError: curve.reduce(
      (sum, bin) => sum + (bin.items / items) * Math.abs(bin.shareCorrect - bin.meanProbability),
      0,
    ),
    brier: sorted.reduce((sum, one) => sum + (one.probability - (one.correct ? 1 : 0)) ** 2, 0) / items,
    bins: curve,
    items,
  };
}

function summarise(group: readonly Forecast[]): CalibrationBin {
  return {
    lowest: group[0]?.probability ?? 0,
    highest: group.at(-1)?.probability ?? 0,
    items: group.length,
    meanProbability: group.reduce((sum, one) => sum + one.probability, 0) / group.length,
    shareCorrect: group.filter((one) => one.correct).length / group.length,
  };
}
