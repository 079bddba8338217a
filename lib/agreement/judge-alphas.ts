import { countTable } from "./count-table";
import { crossPairsAlphaMeasure } from "./cross-pairs-alpha";
import { deriveTable } from "./derive-table";
import type { Distance } from "./distance";
import { krippendorffAlphaMeasure } from "./krippendorff-alpha";
import type { Measure } from "./measure";
import { MISSING, type PatternTable } from "./pattern-table";
import { raterIndex } from "./rater-index";
import { selectRaters } from "./select-raters";
import { withoutCategories } from "./without-categories";

export type JudgeAlphaOptions = {
  readonly judge: string;
  readonly humans: readonly string[];
  /** The column that `withReference` added, or a rater's name. */
  readonly reference: string;
  readonly distance?: Distance;
  /** Answers that are no answer: their items are left out of all four. */
  readonly abstain?: readonly string[];
  /** Humans an item must have to be among the items compared; 1 unless given. */
  readonly fewestHumans?: number;
};

/** α of a judge with people in three named forms, and of the people alone on the same items. */
export type JudgeAlphas = {
  readonly alphaReference: Measure;
  readonly alphaPairs: Measure | undefined;
  readonly alphaJoined: Measure;
  readonly alphaHumans: Measure;
};

/**
 * Krippendorff's α of a judge with people, in the three forms that papers print without saying which:
 * - `alphaReference`: judge and reference as two raters;
 * - `alphaPairs`: mean over the judge's pairs with each human;
 * - `alphaJoined`: all humans and the judge together;
 * and `alphaHumans`, the humans alone. All four on the same items: those that the judge answered and at least
 * `fewestHumans` people labelled (each α then uses those with two labels in its own columns). O(humans × rows).
 *
 * @example evaluateMeasure(judgeAlphas(table, { judge: "gpt", humans, reference: "reference" }).alphaJoined);
 */
export function judgeAlphas(table: PatternTable, options: JudgeAlphaOptions): JudgeAlphas {
  const { judge, humans, reference } = options;
  const distance = options.distance ?? "nominal";
  const items = judgedItems(withoutCategories(table, options.abstain ?? []), options);
  const alpha = (raters: readonly string[]) =>
    krippendorffAlphaMeasure(countTable(selectRaters(items, raters)), distance);

  return {
    alphaReference: alpha([reference, judge]),
    alphaPairs: crossPairsAlphaMeasure(items, [judge], humans, distance),
    alphaJoined: alpha([...humans, judge]),
    alphaHumans: alpha(humans),
  };
}

function judgedItems(table: PatternTable, options: JudgeAlphaOptions): PatternTable {
  const judge = raterIndex(table, options.judge);
  const humans = options.humans.map((human) => raterIndex(table, human));
  const fewest = options.fewestHumans ?? 1;

  return deriveTable(table, {
    raters: table.raters,
    labels: (old) => {
      if (old[judge] === MISSING) return undefined;

      return humans.filter((human) => old[human] !== MISSING).length >= fewest ? Array.from(old) : undefined;
    },
  });
}
