/**
 * The probability that an item is in at least one of several samples, each drawn from what the earlier ones left:
 * 1 − Π (1 − π_s), with π_s its probability in sample s given that no earlier one took it (0 where it was not in that
 * frame). Its inverse is the weight in the samples together. O(samples).
 * @example combinedInclusion([0.5, 0.5]) // 0.75
 */
export function combinedInclusion(probabilities: readonly number[]): number {
  return 1 - probabilities.reduce((missed, probability) => missed * (1 - probability), 1);
}
