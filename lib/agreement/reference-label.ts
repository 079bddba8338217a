/** How one label is made from several: always named beside the number that rests on it. */
export type ReferenceRule = "majority" | "lower_median" | "upper_median" | "rounded_mean";

/** What becomes of a majority tie: no reference (the default), or the lowest or highest of the tied categories. */
export type TieRule = "drop" | "lowest" | "highest";

/** The label of the reference as a category index, or why there is none. */
export type ReferenceLabel =
  | { readonly kind: "label"; readonly label: number; readonly raters: number }
  | { readonly kind: "tie" }
  | { readonly kind: "none" };

/**
 * One item's reference label from its raters' labels (category indexes, no missing ones).
 *
 * Majority is a strict plurality. The lower median is the middle label, the lower of the two middle ones for an even
 * number; the upper median the higher. The rounded mean is that of category indexes, halves up. O(labels log labels).
 *
 * @example referenceLabel([0, 1, 1], "majority"); // => { kind: "label", label: 1, raters: 3 }
 */
export function referenceLabel(labels: readonly number[], rule: ReferenceRule, ties: TieRule = "drop"): ReferenceLabel {
  if (labels.length === 0) return { kind: "none" };
  const raters = labels.length;
  if (rule === "majority") {
    const label = plurality(labels, ties);

    return label === undefined ? { kind: "tie" } : { kind: "label", label, raters };
  }
  if (rule === "rounded_mean") {
    const mean = labels.reduce((sum, label) => sum + label, 0) / raters;

    return { kind: "label", label: Math.floor(mean + 0.5), raters };
  }
  const sorted = [...labels].sort((a, b) => a - b);
  const middle = rule === "lower_median" ? Math.floor((raters - 1) / 2) : Math.floor(raters / 2);

  return { kind: "label", label: sorted[middle] ?? 0, raters };
}

function plurality(labels: readonly number[], ties: TieRule): number | undefined {
  const counts = new Map<number, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const tied = [...counts].filter(([, count]) => count === most).map(([label]) => label);
  if (tied.length === 1) return tied[0];
  if (ties === "drop") return undefined;

  return ties === "lowest" ? Math.min(...tied) : Math.max(...tied);
}
