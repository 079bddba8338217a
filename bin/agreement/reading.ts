import type { Estimated } from "./wire";

/** Landis, J. R. and Koch, G. G. (1977), Biometrics 33, 159–174, table on page 165: upper end of each band. */
const BANDS: [number, string][] = [
  [0, "poor"],
  [0.2, "slight"],
  [0.4, "fair"],
  [0.6, "moderate"],
  [0.8, "substantial"],
  [1, "almost perfect"],
];

/** The bands from `low` to `high`, both included. */
export function bandsBetween(low: number, high: number): string[] {
  const bandOf = (value: number) => {
    if (value < 0) return 0;
    const found = BANDS.findIndex(([end], index) => index > 0 && value <= end + 1e-12);

    return found < 0 ? BANDS.length - 1 : found;
  };

  return BANDS.slice(bandOf(low), bandOf(high) + 1).map(([, name]) => name);
}

/** One line on α: every band that its interval touches, with the source of the bands. */
export function readingOf(alpha: Estimated): string {
  if ("undefined" in alpha) {
    return alpha.undefined === "no_variation"
      ? "Reading: α is not defined, since all labels are the same; the data cannot show whether raters tell items apart."
      : "Reading: α is not defined, since no item has two labels.";
  }
  if (alpha.low === null || alpha.high === null) {
    return `Reading: α is ${name(alpha.value, alpha.value)} by Landis and Koch (1977), as a point without an interval.`;
  }

  return `Reading: α is ${name(alpha.low, alpha.high)} by Landis and Koch (1977), over its whole interval. Their bands were proposed for κ, as a convention.`;
}

function name(low: number, high: number): string {
  const bands = bandsBetween(low, high);
  const first = bands[0] ?? "";
  const last = bands.at(-1) ?? first;

  return first === last ? first : `${first} to ${last}`;
}
