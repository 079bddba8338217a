import { type PatternRow, type PatternTable, patternTable } from "./pattern-table";

export type Assumptions = {
  readonly categories: readonly string[];
  readonly values?: readonly number[];
  /** Share of each category; scaled to sum 1. */
  readonly shares: readonly number[];
  /** κ (or nominal α) that raters are thought to reach: 0 … 1. */
  readonly kappa: number;
  /** Labels on each item (k). */
  readonly raters: number;
  /** Items that the table stands for; 1,000,000 unless given. */
  readonly items?: number;
};

/**
 * The table that is expected when raters have a given κ: on each item a rater gives the item's true category with
 * chance √κ, else a random one from the same shares, so that any two agree beyond chance by κ. Counts are fractional.
 * For plans: `itemsNeeded(krippendorffAlphaMeasure(countTable(assumedTable(…))), 0.05)`. O(categories^(raters + 1)).
 *
 * @throws {RangeError} for κ outside 0 … 1, fewer than two raters, or more than a million patterns.
 * @example krippendorffAlpha(assumedTable({ categories: ["a", "b"], shares: [0.9, 0.1], kappa: 0.6, raters: 3 })); // 0.6
 */
export function assumedTable(assumptions: Assumptions): PatternTable {
  const { categories, values, kappa, raters } = assumptions;
  const q = categories.length;
  if (!(kappa >= 0 && kappa <= 1 && raters >= 2 && q ** raters <= 1e6)) {
    throw new RangeError("Assume a kappa from 0 to 1, two raters or more, and at most a million patterns.");
  }
  const total = assumptions.shares.reduce((sum, share) => sum + share, 0);
  const shares = assumptions.shares.map((share) => share / total);
  const copy = Math.sqrt(kappa);
  const rows: PatternRow[] = [];
  for (let pattern = 0; pattern < q ** raters; pattern++) {
    const labels = Array.from({ length: raters }, (_, rater) => Math.floor(pattern / q ** rater) % q);
    let chance = 0;
    for (let truth = 0; truth < q; truth++) {
      chance += labels.reduce(
        (product, label) => product * ((label === truth ? copy : 0) + (1 - copy) * (shares[label] ?? 0)),
        shares[truth] ?? 0,
      );
    }
    if (chance > 0) rows.push({ labels, items: chance * (assumptions.items ?? 1e6) });
  }

  return patternTable({
    categories,
    ...(values && { values }),
    raters: Array.from({ length: raters }, (_, rater) => `rater ${rater + 1}`),
    rows,
  });
}
