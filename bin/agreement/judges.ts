import { macroAverage } from "@/lib/agreement/class-averages";
import { cohenKappaMeasure } from "@/lib/agreement/cohen-kappa";
import { accuracy, balancedAccuracy } from "@/lib/agreement/confusion";
import { confusionMeasure } from "@/lib/agreement/confusion-measure";
import { coverageMeasure } from "@/lib/agreement/coverage";
import { pairAlphaMeasure } from "@/lib/agreement/cross-pairs-alpha";
import { matthewsCorrelation } from "@/lib/agreement/matthews-correlation";
import { evaluateMeasure, type Measure } from "@/lib/agreement/measure";
import type { PatternTable } from "@/lib/agreement/pattern-table";
import { selectRaters } from "@/lib/agreement/select-raters";
import { withReference } from "@/lib/agreement/with-reference";
import { withoutCategories } from "@/lib/agreement/without-categories";
import { besidePeople } from "./beside-people";
import type { ClassStatistic } from "./class-measure";
import { classMeasures, named, unnamed } from "./class-measures";
import { affordable, estimateAll, type Plan } from "./estimate";
import { meanOver } from "./mean-over";
import type { Estimated, JudgeReport, ReferenceChoice, ReferenceReport, Scale } from "./wire";

export const ADJUDICATED = "adjudicated";

export type JudgeInput = {
  judge: string;
  /** Columns: the humans, the judge, and `adjudicated` where there is one. */
  table: PatternTable;
  humans: string[];
  reference: ReferenceChoice;
  scale: Scale;
  epsilon: number;
  score: "accuracy" | "neg_rmse";
  abstain: string[];
};

/** A judge against the chosen reference, the people among themselves on the same items, and the alt-test. */
export function judgeReport(input: JudgeInput, plan: Plan): JudgeReport {
  const { judge, reference, abstain } = input;
  const { table, column, provenance } = withRule(input);
  const asked = column === undefined ? table : selectRaters(table, [column, judge]);
  const { coverage } = estimateAll(
    { coverage: coverageMeasure(asked, { judge, abstain, ...(column !== undefined && { reference: column }) }) },
    plan,
    judge,
  );

  return {
    judge,
    reference,
    ...(column === undefined ? eachReference(input, plan) : oneReference(table, judge, column, input, plan)),
    coverage,
    ...besidePeople(input, plan),
    provenance,
    abstentions_wrong: abstentionsWrong(table, input, column, plan),
  };
}

/** The table with the reference as a column; no column with `each`, whose references are the humans' own. */
function withRule(input: JudgeInput) {
  const { table, humans, reference } = input;
  if (reference === "each") return { table, column: undefined, provenance: null };
  if (reference === "adjudicated") return { table, column: ADJUDICATED, provenance: null };
  const rule = reference === "median" ? ("lower_median" as const) : ("majority" as const);
  const made = withReference(table, { raters: humans, rule, name: freeName(table.raters) });

  return { table: made.table, column: made.reference, provenance: made.provenance };
}

function freeName(raters: readonly string[]): string {
  let name = "reference";
  while (raters.includes(name)) name = `the ${name}`;

  return name;
}

function oneReference(
  table: PatternTable,
  judge: string,
  reference: string,
  input: Pick<JudgeInput, "abstain" | "scale">,
  plan: Plan,
): ReferenceReport {
  const part = withoutCategories(selectRaters(table, [reference, judge]), input.abstain);

  return referenceReport(part, judge, reference, input.scale, plan);
}

function referenceReport(table: PatternTable, judge: string, reference: string, scale: Scale, plan: Plan) {
  const measures = referenceMeasures(table, judge, reference, scale);
  const sized = affordable(plan, table.categories.length, Object.keys(measures).length, table.rows);
  const classes = (statistic: ClassStatistic) =>
    estimateAll(classMeasures(table, judge, reference, statistic), { ...plan, warn: () => {} });

  return {
    items: evaluateMeasure(measures.accuracy).items,
    ...estimateAll(measures, sized, `${judge} against ${reference}`),
    precision: classes("precision"),
    recall: classes("recall"),
    f1: classes("f1"),
  };
}

type MeasureName = Exclude<keyof ReferenceReport, "items" | "precision" | "recall" | "f1">;

function referenceMeasures(
  table: PatternTable,
  judge: string,
  reference: string,
  scale: Scale,
): Record<MeasureName, Measure> {
  const columns = { reference, judge };

  return {
    accuracy: confusionMeasure(table, columns, accuracy),
    balanced_accuracy: confusionMeasure(table, columns, balancedAccuracy),
    matthews_correlation: confusionMeasure(table, columns, matthewsCorrelation),
    macro_f1: confusionMeasure(table, columns, (confusion) => macroAverage(confusion, "f1")),
    percent_agreement: confusionMeasure(table, columns, accuracy),
    cohen_kappa: cohenKappaMeasure(table, reference, judge),
    cohen_kappa_quadratic: cohenKappaMeasure(table, reference, judge, "quadratic"),
    alpha_reference: pairAlphaMeasure(table, reference, judge, scale),
  };
}

/** Each human as the reference in turn: a block for each, and the mean over them. */
function eachReference(
  input: JudgeInput,
  plan: Plan,
): ReferenceReport & { references: ({ rater: string } & ReferenceReport)[] } {
  const { judge, humans, scale, abstain } = input;
  const table = withoutCategories(input.table, abstain);
  const references = humans.map((rater) => ({ rater, ...oneReference(table, judge, rater, input, plan) }));
  const sized = affordable(plan, table.categories.length, humans.length * 8, table.rows);
  const sets = humans.map((human) => ({
    ...referenceMeasures(table, judge, human, scale),
    ...named("precision", classMeasures(table, judge, human, "precision")),
    ...named("recall", classMeasures(table, judge, human, "recall")),
    ...named("f1", classMeasures(table, judge, human, "f1")),
  }));
  const means: Record<string, Estimated> = meanOver(sets, sized, `${judge}, mean over references`);
  const { accuracy: right } = means;
  const plain = Object.entries(means).filter(([name]) => !name.includes(" "));

  return {
    items: right && "n" in right ? right.n : 0,
    ...(Object.fromEntries(plain) as Record<MeasureName, Estimated>),
    precision: unnamed("precision", means),
    recall: unnamed("recall", means),
    f1: unnamed("f1", means),
    references,
  };
}

/** UNSURE and its like as answers that are never right. */
function abstentionsWrong(
  table: PatternTable,
  { judge, abstain, humans }: JudgeInput,
  column: string | undefined,
  plan: Plan,
): JudgeReport["abstentions_wrong"] {
  if (abstain.length === 0) return null;
  const against = column === undefined ? humans : [column];
  const measures = against.map((reference) => ({
    accuracy: confusionMeasure(table, { reference, judge, abstain }, accuracy),
    cohen_kappa: cohenKappaMeasure(table, reference, judge),
  }));
  const classes = (statistic: ClassStatistic) =>
    meanOver(
      against.map((reference) => classMeasures(table, judge, reference, statistic, abstain)),
      { ...plan, warn: () => {} },
      statistic,
    );
  const { accuracy: right, cohen_kappa } = meanOver(measures, plan, `${judge}, abstentions wrong`);

  return {
    accuracy: right,
    cohen_kappa,
    precision: classes("precision"),
    recall: classes("recall"),
    f1: classes("f1"),
  };
}
