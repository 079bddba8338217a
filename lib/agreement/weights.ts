import { AgreementInputError } from "./input-error";

/**
 * Agreement weights: 1 for equal labels, less for labels further apart. A function is given the two categories' indexes.
 * "ordinal" is Gwet's family (1 − C(|i−j|+1, 2)/C(q, 2)), another thing than Krippendorff's ordinal distance.
 */
export type WeightFamily =
  | "identity"
  | "linear"
  | "quadratic"
  | "ordinal"
  | "radical"
  | "ratio"
  | "circular"
  | "bipolar"
  | ((a: number, b: number) => number);

/** Whether distances between categories are those of their places in the list or of their numeric values. */
export type WeightBasis = "index" | "value";

/**
 * The q × q matrix of agreement weights over the **declared** categories, row by row. O(q²).
 *
 * With basis "index" categories stand 1, 2, …, q (Cohen's κ in SAS, vcd and scikit-learn); with "value" at their numeric
 * values (irrCAC). An unused category changes the weights: declare the list of the codebook. Gwet, K. L. (2014),
 * Handbook of Inter-Rater Reliability, 4th ed., chapter 3.
 *
 * @throws {AgreementInputError} `no_numeric_values` for basis "value" without values.
 * @example agreementWeights("quadratic", 3)[1]; // => 0.75
 */
export function agreementWeights(
  family: WeightFamily,
  categories: number,
  basis: WeightBasis = "index",
  values?: readonly number[],
): Float64Array {
  const places = placesOf(categories, basis, values);
  const weight = typeof family === "function" ? family : weightFunction(family, places);
  const matrix = new Float64Array(categories * categories);
  for (let a = 0; a < categories; a++) {
    for (let b = 0; b < categories; b++) matrix[a * categories + b] = a === b ? 1 : weight(a, b);
  }

  return matrix;
}

function placesOf(categories: number, basis: WeightBasis, values: readonly number[] | undefined): readonly number[] {
  if (basis === "index") return Array.from({ length: categories }, (_, index) => index + 1);
  if (!values) throw new AgreementInputError("no_numeric_values", "These weights need a number for each category.");

  return values;
}

function weightFunction(
  family: Exclude<WeightFamily, (a: number, b: number) => number>,
  places: readonly number[],
): (a: number, b: number) => number {
  const highest = Math.max(...places);
  const lowest = Math.min(...places);
  const span = highest - lowest;
  const gap = (a: number, b: number) => Math.abs((places[a] ?? 0) - (places[b] ?? 0));
  switch (family) {
    case "identity":
      return () => 0;
    case "linear":
      return (a, b) => 1 - gap(a, b) / span;
    case "quadratic":
      return (a, b) => 1 - (gap(a, b) / span) ** 2;
    case "radical":
      return (a, b) => 1 - Math.sqrt(gap(a, b) / span);
    case "ordinal": {
      const pairs = (length: number) => (length * (length - 1)) / 2;

      return (a, b) => 1 - pairs(Math.abs(a - b) + 1) / pairs(places.length);
    }
    case "ratio": {
      const relative = (a: number, b: number) => (a + b === 0 ? 0 : ((a - b) / (a + b)) ** 2);
      const widest = relative(highest, lowest);

      return (a, b) => 1 - relative(places[a] ?? 0, places[b] ?? 0) / widest;
    }
    case "circular":
      return (a, b) =>
        1 - circularDistance(gap(a, b), span) / largest(places, (i, j) => circularDistance(gap(i, j), span));
    case "bipolar": {
      const distance = (a: number, b: number) => bipolarDistance(places[a] ?? 0, places[b] ?? 0, lowest, highest);

      return (a, b) => 1 - distance(a, b) / largest(places, distance);
    }
  }
}

function circularDistance(gap: number, span: number): number {
  return Math.sin((Math.PI * gap) / (span + 1)) ** 2;
}

function bipolarDistance(a: number, b: number, lowest: number, highest: number): number {
  return (a - b) ** 2 / ((a + b - 2 * lowest) * (2 * highest - a - b));
}

function largest(places: readonly number[], distance: (a: number, b: number) => number): number {
  let result = 0;
  for (let a = 0; a < places.length; a++) {
    for (let b = 0; b < a; b++) result = Math.max(result, distance(a, b));
  }

  return result;
}
