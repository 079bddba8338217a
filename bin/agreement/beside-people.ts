import { cohenKappaMeasure } from "@/lib/agreement/cohen-kappa";
import { accuracy } from "@/lib/agreement/confusion";
import { confusionMeasure } from "@/lib/agreement/confusion-measure";
import { pairAlphaMeasure } from "@/lib/agreement/cross-pairs-alpha";
import { deriveTable } from "@/lib/agreement/derive-table";
import { humanCeiling } from "@/lib/agreement/human-ceiling";
import { judgeAlphas } from "@/lib/agreement/judge-alphas";
import { judgeLessHumansMeasure } from "@/lib/agreement/judge-less-humans";
import type { Measure } from "@/lib/agreement/measure";
import type { PairMeasure } from "@/lib/agreement/pairwise-summary";
import { MISSING, type PatternTable } from "@/lib/agreement/pattern-table";
import { selectRaters } from "@/lib/agreement/select-raters";
import { withoutCategories } from "@/lib/agreement/without-categories";
import { altTest } from "./alt-test";
import { classMeasures, named, unnamed } from "./class-measures";
import { affordable, estimateAll, type Plan } from "./estimate";
import { meanMeasures } from "./mean-over";
import type { Estimated, ReferenceChoice, Scale } from "./wire";

export type PeopleInput = {
  judge: string;
  table: PatternTable;
  humans: string[];
  reference: ReferenceChoice;
  scale: Scale;
  epsilon: number;
  score: "accuracy" | "neg_rmse";
  abstain: string[];
};

/** A judge beside people, from every human's labels on the items that it answered; all from common resamples. */
export function besidePeople(input: PeopleInput, plan: Plan) {
  const { judge, humans, scale } = input;
  const table = answeredItems(input);
  const alphas = judgeAlphas(table, { judge, humans, reference: humans[0] ?? judge, distance: scale });
  const test = altTest(table, input);
  const found = estimateAll<string>(
    {
      alpha_pairs: alphas.alphaPairs,
      alpha_joined: alphas.alphaJoined,
      alpha_humans: alphas.alphaHumans,
      ...test.measures,
      ...pairMeans(table, judge, humans),
      ...prefixed("less ", lessHumans(table, input)),
      ...prefixed("ceiling ", ceilings(table, input)),
    },
    affordable(plan, table.categories.length, 6 * humans.length, table.rows),
    judge,
  );
  const read = (name: string): Estimated => found[name] ?? { undefined: "no_pairable" };

  return {
    alpha_pairs: read("alpha_pairs"),
    alpha_joined: read("alpha_joined"),
    alpha_humans: read("alpha_humans"),
    alt_test: test.report(read("winning_rate"), read("advantage")),
    pair_means: {
      percent_agreement: read("percent_agreement"),
      cohen_kappa: read("cohen_kappa"),
      f1: unnamed("f1", found),
    },
    judge_less_humans: {
      krippendorff_alpha: read("less krippendorff_alpha"),
      cohen_kappa: read("less cohen_kappa"),
      cohen_kappa_quadratic: read("less cohen_kappa_quadratic"),
    },
    human_ceiling: {
      accuracy: read("ceiling accuracy"),
      cohen_kappa: read("ceiling cohen_kappa"),
      cohen_kappa_quadratic: read("ceiling cohen_kappa_quadratic"),
    },
  };
}

/** The items that the judge answered and at least one human labelled. */
function answeredItems({ table, judge, humans, abstain }: PeopleInput): PatternTable {
  const all = withoutCategories(selectRaters(table, [...humans, judge]), abstain);
  const place = humans.length;

  return deriveTable(all, {
    raters: all.raters,
    labels: (old) =>
      old[place] === MISSING || old.every((label, rater) => rater === place || label === MISSING)
        ? undefined
        : Array.from(old),
  });
}

/** Means over the judge's pairs with each human, as RATIO's table has them. */
function pairMeans(table: PatternTable, judge: string, humans: string[]): Record<string, Measure> {
  const sets = humans.map((human) => ({
    percent_agreement: confusionMeasure(table, { reference: human, judge }, accuracy),
    cohen_kappa: cohenKappaMeasure(table, human, judge),
    ...named("f1", classMeasures(table, judge, human, "f1")),
  }));

  return meanMeasures<string>(sets);
}

const quadratic: PairMeasure = (table, a, b) => cohenKappaMeasure(table, a, b, "quadratic");

/** Mean over the judge's pairs with people less the mean over pairs of people: "no less than they agree themselves". */
function lessHumans(table: PatternTable, { judge, humans, scale }: PeopleInput): Record<string, Measure | undefined> {
  const less = (measure: PairMeasure) => judgeLessHumansMeasure(table, { judge, humans, measure });

  return {
    krippendorff_alpha: less((of, a, b) => pairAlphaMeasure(of, a, b, scale)),
    cohen_kappa: less((of, a, b) => cohenKappaMeasure(of, a, b)),
    cohen_kappa_quadratic: less(quadratic),
  };
}

/** Each human against the same kind of reference made from the others, mean: what the judge's own numbers can reach. */
function ceilings(table: PatternTable, { humans, reference }: PeopleInput): Record<string, Measure | undefined> {
  const rule = reference === "median" ? "lower_median" : "majority";
  const ceiling = (measure: PairMeasure) => humanCeiling(table, humans, rule, measure).meanMeasure;

  return {
    accuracy: ceiling((of, others, human) => confusionMeasure(of, { reference: others, judge: human }, accuracy)),
    cohen_kappa: ceiling((of, others, human) => cohenKappaMeasure(of, others, human)),
    cohen_kappa_quadratic: ceiling(quadratic),
  };
}

function prefixed(prefix: string, measures: Record<string, Measure | undefined>): Record<string, Measure | undefined> {
  return Object.fromEntries(Object.entries(measures).map(([name, measure]) => [`${prefix}${name}`, measure]));
}
