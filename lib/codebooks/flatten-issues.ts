import type { z } from "zod";
import type { Path } from "./condition-references";

type Issue = z.core.$ZodIssue;

/**
 * zod's issues as path and reason, in words for people: one for each unknown key, and for a value that fits none of a
 * union's shapes the faults of the shape it comes nearest to. `root`: what was parsed. O(issues × depth).
 * @example flattenIssues(result.error.issues, input) // [{ path: ["questions", 0, "id"], reason: "is missing" }]
 */
export function flattenIssues(issues: readonly Issue[], root: unknown): { path: Path; reason: string }[] {
  return issues.flatMap((issue) => flatten(issue, [], root));
}

function flatten(issue: Issue, above: Path, root: unknown): { path: Path; reason: string }[] {
  const path: Path = [...above, ...issue.path.map((step) => (typeof step === "symbol" ? String(step) : step))];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], reason: `unknown key ${key}` }));
  }
  if (issue.code === "invalid_union") {
    const nearest = nearestBranch(issue.errors);
    if (nearest !== undefined) return nearest.flatMap((inner) => flatten(inner, path, root));
  }
  if (issue.code === "invalid_key") {
    return issue.issues.flatMap((inner) => flatten({ ...inner, path: [] } as Issue, path, root));
  }
  if (isMissing(root, path)) return [{ path, reason: `${String(path.at(-1))} is missing` }];
  return [{ path, reason: issue.message }];
}

/** The branch that misses least: first by keys that are unknown or missing, then by issues. */
function nearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const cost = (branch: readonly Issue[]) =>
    branch.reduce((sum, issue) => {
      if (issue.code === "unrecognized_keys") return sum + 100 * issue.keys.length;
      if (issue.code === "invalid_type" && issue.path.length <= 1) return sum + 100;
      return sum + 1;
    }, 0);
  return branches.toSorted((a, b) => cost(a) - cost(b))[0];
}

/** Absent from an object that is there. (A value that was reshaped while it was read has no such object.) */
function isMissing(root: unknown, path: Path): boolean {
  const name = path.at(-1);
  const holder = valueAt(root, path.slice(0, -1));
  return (
    typeof name === "string" && typeof holder === "object" && holder !== null && valueAt(holder, [name]) === undefined
  );
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    return (value as Record<string | number, unknown>)[step];
  }, root);
}
