import type { Condition } from "./schema";

export type Path = readonly (string | number)[];

/** One thing that a condition names, and where in the condition. `options`: the option ids that it compares with. */
export type ConditionReference = {
  kind: "question" | "mark" | "field" | "derived" | "parameter";
  id: string;
  options: readonly string[];
  /** For fields: how it is read. */
  reads?: "is" | "atLeast" | "known";
  path: Path;
};

/**
 * Every question, mark, field, derived label and parameter that a condition names, with its path. O(size of condition).
 * @example conditionReferences({ not: { mark: "d" } }) // [{ kind: "mark", id: "d", options: [], path: ["not", "mark"] }]
 */
export function conditionReferences(condition: Condition, path: Path = []): ConditionReference[] {
  if ("any" in condition) return condition.any.flatMap((part, i) => conditionReferences(part, [...path, "any", i]));
  if ("all" in condition) return condition.all.flatMap((part, i) => conditionReferences(part, [...path, "all", i]));
  if ("not" in condition) return conditionReferences(condition.not, [...path, "not"]);
  if ("mark" in condition) return [{ kind: "mark", id: condition.mark, options: [], path: [...path, "mark"] }];
  if ("derived" in condition) {
    return [{ kind: "derived", id: condition.derived, options: condition.is, path: [...path, "derived"] }];
  }
  if ("question" in condition) {
    const options = "is" in condition ? condition.is : [condition.atLeast];
    return [{ kind: "question", id: condition.question, options, path: [...path, "question"] }];
  }
  const field = { kind: "field" as const, id: condition.field, options: [], path: [...path, "field"] };
  if ("known" in condition) return [{ ...field, reads: "known" }];
  if ("is" in condition) return [{ ...field, reads: "is" }];
  if (typeof condition.atLeast === "number") return [{ ...field, reads: "atLeast" }];
  const parameterPath = [...path, "atLeast", "parameter"];
  return [
    { ...field, reads: "atLeast" },
    { kind: "parameter", id: condition.atLeast.parameter, options: [], path: parameterPath },
  ];
}
