import type { Decision, Said } from "./decide";
import type { Decided, ItemRule } from "./wire";

type PluralityRule = Pick<Extract<ItemRule, { kind: "majority" }>, "tie" | "least">;

/**
 * A strict plurality of the labels that count. Options that share the first place are a tie: no label, or the tied
 * option, or the median of all labels, that the rule names. Confidence is the share of the label, of a tie that of one
 * of the tied options. O(labels × options).
 * @example decidePlurality({ tie: "lowest", least: 1 }, labels, ["1", "2", "3"]) // labels 1 3: 1, tie_broken, 1/2
 */
export function decidePlurality(rule: PluralityRule, labels: readonly Said[], options: readonly string[]): Decision {
  const values = counted(labels, options);
  if (values.length === 0) return undecided("none");
  if (values.length < rule.least) return undecided("too_few");
  const counts = options.map((option) => values.filter((value) => value === option).length);
  const most = Math.max(...counts);
  const first = options.filter((_, i) => counts[i] === most);
  const [only] = first;
  if (first.length === 1 && only !== undefined) {
    return { label: only, decided: "majority", confidence: most / values.length };
  }
  if (rule.tie === "no_label") return { ...undecided("tie"), confidence: most / values.length };
  const label = breakTie(rule.tie, first, values, options);

  return {
    label,
    decided: "tie_broken",
    confidence: values.filter((value) => value === label).length / values.length,
  };
}

function breakTie(
  tie: Exclude<PluralityRule["tie"], "no_label">,
  first: readonly string[],
  values: readonly string[],
  options: readonly string[],
): string {
  if (tie === "lowest") return first[0] ?? "";
  if (tie === "highest") return first.at(-1) ?? "";

  return median(values, options, tie === "lower_median" ? "lower" : "upper");
}

/**
 * The lower or upper median of labels by the order of their options: always one of the labels given. O(labels × log).
 * @example median(["1", "4", "2", "5"], ["1", "2", "3", "4", "5"], "upper") // "4"
 */
export function median(values: readonly string[], options: readonly string[], which: "lower" | "upper"): string {
  const ranks = values.map((value) => options.indexOf(value)).sort((a, b) => a - b);
  const middle = which === "lower" ? Math.floor((ranks.length - 1) / 2) : Math.floor(ranks.length / 2);

  return options[ranks[middle] ?? 0] ?? "";
}

/** The labels that count as an option of the layer. */
export function counted(labels: readonly Said[], options: readonly string[]): string[] {
  return labels.flatMap(({ value }) => (value !== null && options.includes(value) ? [value] : []));
}

export function undecided(decided: Decided): Decision {
  return { label: null, decided, confidence: null };
}
