import { type Agreement, numberOrUndefined } from "./agreement";
import { combineMeasures, meanOutcome } from "./combine-measures";
import { evaluateMeasure, type Measure } from "./measure";
import type { PatternTable } from "./pattern-table";
import type { ReferenceRule, TieRule } from "./reference-label";
import { withReference } from "./with-reference";

export type HumanCeiling = {
  readonly humans: readonly { readonly human: string; readonly agreement: Agreement }[];
  /** Mean over the humans that have a value, and the same prepared for intervals. */
  readonly mean: Agreement;
  readonly meanMeasure: Measure | undefined;
  /** Lowest and highest over the humans that have a value; undefined where none has. */
  readonly min: number | undefined;
  readonly max: number | undefined;
};

/**
 * How well people themselves do by the measure that a judge is held to: each human against a reference made from the
 * others by the same rule. A judge near this ceiling is as good as a further rater. O(humans × rows).
 *
 * @example humanCeiling(table, humans, "majority", (part, reference, human) =>
 *   confusionMeasure(part, { reference, judge: human }, accuracy)).mean;
 */
export function humanCeiling(
  table: PatternTable,
  humans: readonly string[],
  rule: ReferenceRule,
  measure: (table: PatternTable, reference: string, human: string) => Measure,
  ties: TieRule = "drop",
): HumanCeiling {
  const measures = humans.map((human) => {
    const others = humans.filter((other) => other !== human);
    if (others.length === 0) return undefined;
    const { table: part, reference } = withReference(table, { raters: others, rule, ties, name: "the others" });

    return measure(part, reference, human);
  });
  const results = humans.map((human, index): { human: string; agreement: Agreement } => {
    const own = measures[index];

    return { human, agreement: own ? evaluateMeasure(own) : { kind: "undefined", reason: "one_rater", items: 0 } };
  });
  const values = results.map((one) => numberOrUndefined(one.agreement)).filter((value) => value !== undefined);
  const prepared = measures.filter((one) => one !== undefined);
  // A reference column never makes rows equal, so that all parts stand on the same rows and are resampled together.
  const mean = prepared.length > 0 ? combineMeasures(prepared, meanOutcome) : undefined;

  return {
    humans: results,
    mean: mean ? evaluateMeasure(mean) : { kind: "undefined", reason: "one_rater", items: 0 },
    meanMeasure: mean,
    min: values.length > 0 ? Math.min(...values) : undefined,
    max: values.length > 0 ? Math.max(...values) : undefined,
  };
}
