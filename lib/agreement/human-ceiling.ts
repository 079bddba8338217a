import { type Agreement, numberOrUndefined } from "./agreement";
import { evaluateMeasure, type Measure } from "./measure";
import type { PatternTable } from "./pattern-table";
import type { ReferenceRule, TieRule } from "./reference-label";
import { withReference } from "./with-reference";

export type HumanCeiling = {
  readonly humans: readonly { readonly human: string; readonly agreement: Agreement }[];
  /** Mean, lowest and highest over the humans that have a value; undefined where none has. */
  readonly mean: number | undefined;
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
  const results = humans.map((human): { human: string; agreement: Agreement } => {
    const others = humans.filter((other) => other !== human);
    if (others.length === 0) return { human, agreement: { kind: "undefined", reason: "one_rater", items: 0 } };
    const { table: part, reference } = withReference(table, { raters: others, rule, ties, name: "the others" });

    return { human, agreement: evaluateMeasure(measure(part, reference, human)) };
  });
  const values = results.map((one) => numberOrUndefined(one.agreement)).filter((value) => value !== undefined);
  const some = values.length > 0;

  return {
    humans: results,
    mean: some ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined,
    min: some ? Math.min(...values) : undefined,
    max: some ? Math.max(...values) : undefined,
  };
}
