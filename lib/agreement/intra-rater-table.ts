import type { PatternTable } from "./pattern-table";
import { type LabelRow, patternTableFromLabels } from "./pattern-table-from-labels";

/** One label of one occasion: a rater's second answer, or a judge's second run. */
export type OccasionRow = {
  readonly item: string | number;
  readonly rater: string;
  readonly occasion: string;
  readonly label: LabelRow["label"];
};

/**
 * A table for consistency with oneself: occasions play the raters, a unit is (rater, item). α on it is the measure
 * (occasions have no margins of their own to correct for); its clusters are the items, so intervals resample items. Also
 * for a judge's runs. Inter-rater α above intra-rater α signals copying or drift. O(labels).
 *
 * @throws {AgreementInputError} as `patternTableFromLabels`.
 * @example krippendorffAlpha(intraRaterTable(["no", "yes"], rows), "nominal");
 */
export function intraRaterTable(categories: readonly string[], rows: Iterable<OccasionRow>): PatternTable {
  const units: LabelRow[] = [];
  for (const { item, rater, occasion, label } of rows) {
    units.push({ item: JSON.stringify([rater, item]), rater: occasion, label, cluster: item });
  }

  return patternTableFromLabels({ categories, rows: units });
}
