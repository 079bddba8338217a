import { AgreementInputError } from "./input-error";

/**
 * How far apart two labels are, for Krippendorff's α. A function is given the two categories' indexes and must be 0 for
 * equal ones, symmetric and not negative.
 */
export type Distance = "nominal" | "ordinal" | "interval" | "ratio" | ((a: number, b: number) => number);

/**
 * Distances between all categories, V × V row by row, for every distance that does not depend on the data (all but
 * the ordinal one). Interval: (a − b)²; ratio: ((a − b)/(a + b))², 0 where a + b = 0; nominal: 1 unless equal. O(V²).
 *
 * @throws {AgreementInputError} `no_numeric_values` for interval and ratio without numeric values.
 * @example distanceMatrix("interval", [1, 2, 4], 3)[2]; // => 9
 */
export function distanceMatrix(
  distance: Exclude<Distance, "ordinal">,
  values: readonly number[] | undefined,
  categories: number,
): Float64Array {
  const matrix = new Float64Array(categories * categories);
  const between = distanceFunction(distance, values);
  for (let a = 0; a < categories; a++) {
    for (let b = 0; b < categories; b++) {
      if (a !== b) matrix[a * categories + b] = between(a, b);
    }
  }

  return matrix;
}

function distanceFunction(
  distance: Exclude<Distance, "ordinal">,
  values: readonly number[] | undefined,
): (a: number, b: number) => number {
  if (typeof distance === "function") return distance;
  if (distance === "nominal") return () => 1;
  if (!values) {
    throw new AgreementInputError("no_numeric_values", `The ${distance} distance needs a number for each category.`);
  }
  if (distance === "interval") return (a, b) => ((values[a] ?? 0) - (values[b] ?? 0)) ** 2;

  return (a, b) => {
    const sum = (values[a] ?? 0) + (values[b] ?? 0);

    return sum === 0 ? 0 : (((values[a] ?? 0) - (values[b] ?? 0)) / sum) ** 2;
  };
}
