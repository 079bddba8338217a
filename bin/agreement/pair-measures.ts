import { cohenKappaMeasure } from "@/lib/agreement/cohen-kappa";
import { gwetAgreementMeasure } from "@/lib/agreement/gwet-agreement";
import { krippendorffAlphaMeasure } from "@/lib/agreement/krippendorff-alpha";
import type { Measure } from "@/lib/agreement/measure";
import { MISSING, type PatternTable } from "@/lib/agreement/pattern-table";
import { percentAgreementMeasure } from "@/lib/agreement/percent-agreement";
import { raterIndex } from "@/lib/agreement/rater-index";
import { classMeasure } from "./class-measure";
import type { PairName, Scale } from "./wire";

export const PAIR_NAMES: readonly PairName[] = [
  "cohen_kappa",
  "cohen_kappa_linear",
  "cohen_kappa_quadratic",
  "krippendorff_alpha",
  "gwet_ac1",
  "percent_agreement",
];

/** Every pair of raters, in the order of the table. */
export function raterPairs(raters: readonly string[]): [string, string][] {
  return raters.flatMap((a, index) => raters.slice(index + 1).map((b): [string, string] => [a, b]));
}

/** The measures of two raters, on the rows of the whole table. */
export function pairMeasures(table: PatternTable, a: string, b: string, scale: Scale): Record<PairName, Measure> {
  const pair = table.raters.length === 2 ? table : masked(table, a, b);

  return {
    cohen_kappa: cohenKappaMeasure(table, a, b),
    cohen_kappa_linear: cohenKappaMeasure(table, a, b, "linear"),
    cohen_kappa_quadratic: cohenKappaMeasure(table, a, b, "quadratic"),
    krippendorff_alpha: krippendorffAlphaMeasure(pair, scale),
    gwet_ac1: gwetAgreementMeasure(pair),
    percent_agreement: percentAgreementMeasure(pair),
  };
}

/** The same rows with all other raters' labels taken out, so that pairs can be resampled together. */
function masked(table: PatternTable, a: string, b: string): PatternTable {
  const columns = [raterIndex(table, a), raterIndex(table, b)];
  const width = table.raters.length;

  return { ...table, labels: table.labels.map((label, place) => (columns.includes(place % width) ? label : MISSING)) };
}

/** What the names of the measures of one category start with. */
export const CLASS = "f1 of ";

/** The specific agreement on each category, under names of their own. */
export function classNames(table: PatternTable, a: string, b: string): Record<string, Measure> {
  return Object.fromEntries(
    table.categories.map((category, index) => [`${CLASS}${category}`, classMeasure(table, a, b, index, "f1")]),
  );
}
