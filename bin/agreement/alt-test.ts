import type { Outcome, UndefinedReason } from "@/lib/agreement/agreement";
import { alternativeAnnotatorTest } from "@/lib/agreement/alternative-annotator-test";
import { benjaminiYekutieli } from "@/lib/agreement/benjamini-yekutieli";
import { type Measure, tabulateMeasure } from "@/lib/agreement/measure";
import { MISSING, type PatternTable } from "@/lib/agreement/pattern-table";
import { raterIndex } from "@/lib/agreement/rater-index";
import { studentProbability } from "@/lib/agreement/student-t";
import type { AltTest, Estimated } from "./wire";
import { withoutWeights } from "./without-weights";

export type AltTestOptions = { judge: string; humans: string[]; epsilon: number; score: "accuracy" | "neg_rmse" };

/**
 * The alternative annotator test; humans with under 30 items are not tested. The measures behind the winning rate and the
 * advantage are for the intervals, which the caller estimates beside others of the same items.
 */
export function altTest(table: PatternTable, options: AltTestOptions) {
  const test = alternativeAnnotatorTest(table, options);
  const tested = test.kind === "tested" ? test.humans.map((one) => one.human) : [];
  const measures = test.kind === "tested" ? altTestMeasures(table, options, tested) : undefined;

  return {
    measures: { winning_rate: measures?.winning_rate, advantage: measures?.advantage },
    report: (winningRate: Estimated, advantage: Estimated): AltTest => {
      if (test.kind === "undefined") return notTested(options, test.reason);

      return {
        epsilon: options.epsilon,
        score: options.score,
        winning_rate: withValue(winningRate, test.winningRate),
        advantage: withValue(advantage, test.advantage),
        passed: test.passed,
        humans: test.humans.map((one) => ({ ...one, p: one.p ?? null })),
        skipped: [...test.skipped],
      };
    },
  };
}

function notTested({ epsilon, score }: AltTestOptions, reason: UndefinedReason): AltTest {
  const none = { undefined: reason };

  return { epsilon, score, winning_rate: none, advantage: none, passed: null, humans: [], skipped: [] };
}

/** The test itself has the last word on the value; the measures are for its interval. */
function withValue(estimated: Estimated, value: number): Estimated {
  return "undefined" in estimated ? estimated : { ...estimated, value };
}

const SUMS = 4;

/** ω and ρ as functions of sums over items (four a human: items, wins, differences, squares), so that they resample. */
export function altTestMeasures(
  table: PatternTable,
  options: AltTestOptions,
  tested: readonly string[],
): { winning_rate: Measure; advantage: Measure } {
  const width = table.raters.length;
  const judgeColumn = raterIndex(table, options.judge);
  const columns = options.humans.map((human) => raterIndex(table, human));
  const places = tested.map((human) => options.humans.indexOf(human));
  const closeness = closenessOf(table, options.score);
  const contribute = (row: number, add: (index: number, amount: number) => void) => {
    const label = table.labels[row * width + judgeColumn] ?? MISSING;
    const labels = columns.map((column) => table.labels[row * width + column] ?? MISSING);
    const present = labels.filter((own) => own !== MISSING).length;
    if (label === MISSING || present < 2) return 0;
    places.forEach((place, human) => {
      const own = labels[place] ?? MISSING;
      if (own === MISSING) return;
      const others = labels.filter((other, index) => index !== place && other !== MISSING);
      const judgeFit = closeness(label, others);
      const humanFit = closeness(own, others);
      const difference = Math.sign(humanFit - judgeFit);
      add(human * SUMS, 1);
      if (judgeFit >= humanFit) add(human * SUMS + 1, 1);
      if (difference !== 0) add(human * SUMS + 2, difference);
      if (difference !== 0) add(human * SUMS + 3, 1);
    });

    return present + 1;
  };
  const define = (evaluate: (sums: Float64Array) => Outcome) =>
    // Weights do not enter: the test is about these items.
    tabulateMeasure(withoutWeights(table), { size: tested.length * SUMS, contribute, evaluate });

  return {
    winning_rate: define((sums) => winningRate(sums, tested.length, options.epsilon)),
    advantage: define((sums) => advantageOf(sums, tested.length)),
  };
}

function closenessOf(table: PatternTable, score: "accuracy" | "neg_rmse") {
  const placeOf = (label: number) => table.values?.[label] ?? label;

  return (label: number, others: readonly number[]): number =>
    score === "accuracy"
      ? others.filter((other) => other === label).length
      : -others.reduce((sum, other) => sum + (placeOf(label) - placeOf(other)) ** 2, 0);
}

function advantageOf(sums: Float64Array, humans: number): Outcome {
  let total = 0;
  for (let human = 0; human < humans; human++) {
    const items = sums[human * SUMS] ?? 0;
    if (!(items > 0)) return { reason: "no_pairable" };
    total += (sums[human * SUMS + 1] ?? 0) / items;
  }

  return { value: total / humans };
}

function winningRate(sums: Float64Array, humans: number, epsilon: number): Outcome {
  const pValues: number[] = [];
  for (let human = 0; human < humans; human++) {
    const [items = 0, , differences = 0, squares = 0] = sums.subarray(human * SUMS, (human + 1) * SUMS);
    if (items < 2) return { reason: "no_pairable" };
    const mean = differences / items;
    const spread = squares - (differences * differences) / items;
    const error = Math.sqrt(spread / (items - 1) / items);
    if (spread > 0) pValues.push(studentProbability((mean - epsilon) / error, items - 1));
    else pValues.push(mean < epsilon ? 0 : 1);
  }

  return { value: benjaminiYekutieli(pValues).rejected.filter(Boolean).length / humans };
}
