import { waldInterval } from "./wald-interval";

export type PredictionPoweredInput = {
  /** What people said on the items they labelled (1 or 0 for a rate). */
  readonly human: readonly number[];
  /** What the judge said on the same items, in the same order. */
  readonly judge: readonly number[];
  /** What the judge said on the other items. */
  readonly judgeOnly: readonly number[];
};

export type PredictionPoweredOptions = {
  readonly level?: number;
  /** 0 takes people only, 1 the judge fully (classic PPI); chosen to make the error small unless given. */
  readonly lambda?: number;
  /** What variances are divided by, n − this: 0 as in ppi_py (the default), 1 as in glide. */
  readonly freedomLost?: 0 | 1;
  /** Whether λ is held within 0 … 1 (as ppi_py, the default) or left as it comes out (as glide). */
  readonly lambdaRange?: "clipped" | "free";
};

export type PredictionPowered =
  | {
      readonly kind: "estimate";
      readonly value: number;
      readonly standardError: number;
      readonly low: number;
      readonly high: number;
      readonly level: number;
      readonly lambda: number;
      readonly humanOnly: { readonly value: number; readonly standardError: number };
      readonly judgeOnly: number;
    }
  | { readonly kind: "undefined"; readonly reason: "no_pairable" | "one_item" };

/**
 * PPI++: the mean (a class's rate) over a whole judged corpus from a random sample that people labelled, using the judge
 * where it helps. Never wider than people alone, in large samples; the judge may be wrong in any way. λ is held within
 * 0 … 1 unless freed; with a judge who never varies it is 0. The interval may leave [0, 1] near its ends; use 50 or more labels.
 * O(n + N).
 *
 * Angelopoulos, A. N., Duchi, J. C. and Zrnic, T. (2023). PPI++: efficient prediction-powered inference.
 *
 * @throws {RangeError} where human and judge differ in length.
 * @example predictionPoweredMean({ human: [1, 0, 1], judge: [1, 0, 0], judgeOnly: [0, 1, 1, 0] });
 */
export function predictionPoweredMean(
  input: PredictionPoweredInput,
  options: PredictionPoweredOptions = {},
): PredictionPowered {
  const { human, judge, judgeOnly } = input;
  if (human.length !== judge.length) throw new RangeError("The judge needs one label for each human label.");
  if (human.length === 0) return { kind: "undefined", reason: "no_pairable" };
  if (human.length < 2) return { kind: "undefined", reason: "one_item" };
  const lost = options.freedomLost ?? 0;
  const n = human.length;
  const lambda =
    judgeOnly.length === 0 ? 0 : (options.lambda ?? bestLambda(input, lost, options.lambdaRange === "free"));
  const rectifier = human.map((label, index) => label - lambda * (judge[index] ?? 0));
  const predicted = judgeOnly.length === 0 ? 0 : lambda * mean(judgeOnly);
  const value = predicted + mean(rectifier);
  const judgePart = judgeOnly.length > lost ? (lambda ** 2 * variance(judgeOnly, lost)) / judgeOnly.length : 0;
  const standardError = Math.sqrt(judgePart + variance(rectifier, lost) / n);
  const level = options.level ?? 0.95;

  return {
    kind: "estimate",
    value,
    standardError,
    ...waldInterval(value, standardError, level),
    level,
    lambda,
    humanOnly: { value: mean(human), standardError: Math.sqrt(variance(human, lost) / n) },
    judgeOnly: mean(judgeOnly.length > 0 ? judgeOnly : judge),
  };
}

function bestLambda({ human, judge, judgeOnly }: PredictionPoweredInput, lost: number, free: boolean): number {
  const all = variance([...judge, ...judgeOnly], 1);
  if (!(all > 0)) return 0;
  const humanMean = mean(human);
  const judgeMean = mean(judge);
  const together = human.reduce((sum, label, i) => sum + (label - humanMean) * ((judge[i] ?? 0) - judgeMean), 0);
  const best = together / (human.length - lost) / ((1 + human.length / judgeOnly.length) * all);

  return free ? best : Math.min(1, Math.max(0, best));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function variance(numbers: readonly number[], lost: number): number {
  const centre = mean(numbers);

  return numbers.reduce((sum, number) => sum + (number - centre) ** 2, 0) / (numbers.length - lost);
}
