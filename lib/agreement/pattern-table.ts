import { AgreementInputError } from "./input-error";

/** The missing label in every typed array of this folder. */
export const MISSING = -1;

/**
 * Items × raters in compressed form: each row is one distinct response pattern, with the number of items that show it.
 * Cost of everything computed from it depends on the rows, not on the items.
 *
 * - `categories`: the declared, ordered label list; labels are indexes into it. Never guessed from data.
 * - `values`: a number for each category, for interval and ratio distances; absent where categories have none.
 * - `labels`: rows × raters, row by row; −1 is missing.
 * - `items`: how many items show each row.
 * - `weights`: the weight of one item of the row (inverse inclusion probability), scaled to mean 1 over items.
 * - `strata`, `clusters`: the stratum and the cluster of the row's items; rows of different strata or clusters are
 *   never merged.
 */
export type PatternTable = {
  readonly kind: "patterns";
  readonly categories: readonly string[];
  readonly values?: readonly number[];
  readonly raters: readonly string[];
  readonly rows: number;
  readonly labels: Int32Array;
  readonly items: Float64Array;
  readonly weights?: Float64Array;
  readonly strata?: Int32Array;
  readonly clusters?: Int32Array;
};

/** One response pattern as SQL returns it: a category index (or null) per rater, and how many items show it. */
export type PatternRow = {
  readonly labels: readonly (number | null)[];
  readonly items?: number;
  readonly weight?: number;
  readonly stratum?: string | number;
  readonly cluster?: string | number;
};

export type PatternTableInput = {
  readonly categories: readonly string[];
  readonly values?: readonly number[];
  readonly raters: readonly string[];
  readonly rows: Iterable<PatternRow>;
};

/**
 * Builds a pattern table from ready patterns with counts, merging equal rows.
 *
 * Weights are scaled so that their mean over items is 1: with equal weights every result equals the unweighted one.
 * O(rows × raters).
 *
 * @throws {AgreementInputError} on repeated categories or raters, a category index outside the list, a row with another
 * number of raters, or a count or weight that is not positive and finite.
 * @example
 * patternTable({ categories: ["a", "b"], raters: ["r1", "r2"], rows: [{ labels: [0, 1], items: 3 }] }).items[0]; // => 3
 */
export function patternTable(input: PatternTableInput): PatternTable {
  checkNames(input.categories, input.values, input.raters);
  const { categories, raters } = input;
  const strata = new Map<string | number | undefined, number>();
  const clusters = new Map<string | number | undefined, number>();
  const merged = new Map<string, { row: PatternRow; items: number; stratum: number; cluster: number }>();
  let index = -1;
  for (const row of input.rows) {
    index++;
    const items = row.items ?? 1;
    checkRow(row, items, index, categories.length, raters.length);
    const stratum = numberOf(strata, row.stratum);
    const cluster = numberOf(clusters, row.cluster);
    const key = `${row.labels.map((label) => label ?? MISSING).join(",")}|${row.weight ?? 1}|${stratum}|${cluster}`;
    const known = merged.get(key);
    if (known) known.items += items;
    else merged.set(key, { row, items, stratum, cluster });
  }

  const rows = [...merged.values()];
  const weighted = rows.some(({ row }) => row.weight !== undefined);
  const stratified = rows.some(({ row }) => row.stratum !== undefined);
  const clustered = rows.some(({ row }) => row.cluster !== undefined);
  const labels = new Int32Array(rows.length * raters.length);
  rows.forEach(({ row }, index) => {
    row.labels.forEach((label, rater) => {
      labels[index * raters.length + rater] = label ?? MISSING;
    });
  });
  const items = Float64Array.from(rows, (row) => row.items);

  return {
    kind: "patterns",
    categories: [...categories],
    ...(input.values && { values: [...input.values] }),
    raters: [...raters],
    rows: rows.length,
    labels,
    items,
    ...(weighted && {
      weights: scaleWeights(
        items,
        Float64Array.from(rows, (row) => row.row.weight ?? 1),
      ),
    }),
    ...(stratified && { strata: Int32Array.from(rows, (row) => row.stratum) }),
    ...(clustered && { clusters: Int32Array.from(rows, (row) => row.cluster) }),
  };
}

function numberOf(seen: Map<string | number | undefined, number>, name: string | number | undefined): number {
  const known = seen.get(name);
  if (known !== undefined) return known;
  seen.set(name, seen.size);

  return seen.size - 1;
}

/**
 * Weights scaled to mean 1 over items; the input is left alone. O(rows).
 *
 * @example scaleWeights(Float64Array.of(1, 1), Float64Array.of(2, 6)); // => [0.5, 1.5]
 */
export function scaleWeights(items: Float64Array, weights: Float64Array): Float64Array {
  let total = 0;
  let sum = 0;
  for (let row = 0; row < items.length; row++) {
    const count = items[row] ?? 0;
    total += count;
    sum += count * (weights[row] ?? 0);
  }

  // Product first: equal weights come out as 1 to the last bit.
  return weights.map((weight) => (sum > 0 ? (weight * total) / sum : weight));
}

/**
 * Refuses a category or rater list with repeated entries, and values that do not match the categories. O(names).
 *
 * @throws {AgreementInputError}
 * @example checkNames(["a", "b"], undefined, ["r1"]); // passes
 */
export function checkNames(
  categories: readonly string[],
  values: readonly number[] | undefined,
  raters: readonly string[],
): void {
  const category = firstRepeated(categories);
  if (category !== undefined) {
    throw new AgreementInputError("duplicate_category", `The category "${category}" is declared twice.`);
  }
  const rater = firstRepeated(raters);
  if (rater !== undefined) throw new AgreementInputError("duplicate_rater", `The rater "${rater}" is named twice.`);
  if (values && (values.length !== categories.length || !values.every(Number.isFinite))) {
    throw new AgreementInputError("bad_shape", "Give one finite number for each category, or none at all.");
  }
}

function firstRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }

  return undefined;
}

function checkRow(row: PatternRow, items: number, index: number, categories: number, raters: number): void {
  if (row.labels.length !== raters) {
    const message = `Row ${index} has ${row.labels.length} labels, but there are ${raters} raters.`;
    throw new AgreementInputError("bad_shape", message, [index]);
  }
  const weight = row.weight ?? 1;
  if (!(items > 0 && Number.isFinite(items) && weight > 0 && Number.isFinite(weight))) {
    throw new AgreementInputError("bad_count", `Row ${index}: count and weight must be positive numbers.`, [index]);
  }
  for (const label of row.labels) {
    if (label !== null && !(Number.isInteger(label) && label >= MISSING && label < categories)) {
      throw new AgreementInputError("unknown_category", `Row ${index}: ${label} is no category index.`, [index]);
    }
  }
}
