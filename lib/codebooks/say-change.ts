import type { VersionChange } from "./changes-between";

/**
 * A change of a version in a line for people. O(ids).
 * @example sayChange({ kind: "split", question: "role", from: ["TF"], to: ["TF_DATA", "TF_CODE"] }) // "role: TF split into TF_DATA and TF_CODE"
 */
export function sayChange({ kind, question, from, to }: VersionChange): string {
  const [before, after] = [listed(from), listed(to)];
  if (kind === "question added") return `${question}: new`;
  if (kind === "question dropped") return `${question}: asked no longer`;
  if (kind === "question renamed") return `${before}: now ${after}`;
  if (kind === "question reworded") return `${question}: reworded`;
  if (kind === "added") return `${question}: ${after} added`;
  if (kind === "dropped") return `${question}: ${before} dropped`;
  if (kind === "renamed") return `${question}: ${before} renamed to ${after}`;
  if (kind === "split") return `${question}: ${before} split into ${after}`;
  if (kind === "merged") return `${question}: ${before} merged into ${after}`;
  if (kind === "reworded") return `${question}: ${after} reworded`;
  return "changes beside questions and options (fields, keys, rules, guideline)";
}

function listed(ids: readonly string[]): string {
  return ids.length < 2 ? (ids[0] ?? "") : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`;
}
