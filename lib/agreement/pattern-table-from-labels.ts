import { AgreementInputError } from "./input-error";
import { checkNames, type PatternRow, type PatternTable, patternTable } from "./pattern-table";

/** One label: who said what about which item. A missing label (null, undefined, NaN) is as good as no row. */
export type LabelRow = {
  readonly item: string | number;
  readonly rater: string;
  readonly label: string | number | boolean | null | undefined;
  readonly weight?: number;
  readonly stratum?: string | number;
  readonly cluster?: string | number;
};

export type LabelTableInput = {
  readonly categories: readonly string[];
  readonly values?: readonly number[];
  /** The raters in the order wanted; by default in the order of their first row. */
  readonly raters?: readonly string[];
  readonly rows: Iterable<LabelRow>;
};

/** Category and input row of each label on an item, by rater; holes where a rater gave none. */
type Item = { readonly row: LabelRow; readonly labels: number[]; readonly positions: number[] };

/**
 * Builds a pattern table from long rows `(item, rater, label)`.
 *
 * Labels are compared with the declared categories as they stand: never trimmed, sorted or upper-cased, so "a", "A" and
 * "a " are three labels, and the strings "nan" and "" are labels like any other. Items without any label are kept: they
 * count among the items, and no coefficient uses them. Weight, stratum and cluster are read from the item's first row.
 * O(labels).
 *
 * @throws {AgreementInputError} `duplicate_label` with both row numbers where a rater labelled an item twice,
 * `unknown_category` where a label is not declared, `mixed_label_types` where
 * the number 1 meets the string "1", `unknown_rater` where `raters` is given and leaves one out.
 * @example
 * patternTableFromLabels({
 *   categories: ["no", "yes"],
 *   rows: [
 *     { item: 1, rater: "ann", label: "yes" },
 *     { item: 1, rater: "bob", label: "no" },
 *   ],
 * }).labels; // => Int32Array [1, 0]
 */
export function patternTableFromLabels(input: LabelTableInput): PatternTable {
  checkNames(input.categories, input.values, input.raters ?? []);
  const categories = new Map(input.categories.map((category, index) => [category, index]));
  const raters = new Map((input.raters ?? []).map((rater, index) => [rater, index]));
  const items = new Map<string | number, Item>();
  const types = { first: "", position: 0 };
  let position = -1;
  for (const row of input.rows) {
    position++;
    const rater = raterIndex(raters, row.rater, input.raters !== undefined, position);
    const item = items.get(row.item) ?? newItem(items, row);
    if (row.label === null || row.label === undefined || Number.isNaN(row.label)) continue;
    const category = categoryIndex(categories, row.label, types, position);
    const before = item.positions[rater];
    if (before !== undefined) {
      const message = `Rows ${before} and ${position}: ${row.rater} labelled item ${row.item} twice.`;
      throw new AgreementInputError("duplicate_label", message, [before, position]);
    }
    item.labels[rater] = category;
    item.positions[rater] = position;
  }

  return patternTable({
    categories: input.categories,
    ...(input.values && { values: input.values }),
    raters: [...raters.keys()],
    rows: patternsOf(items.values(), raters.size),
  });
}

function* patternsOf(items: Iterable<Item>, raters: number): Generator<PatternRow> {
  for (const { row, labels } of items) {
    yield {
      labels: Array.from({ length: raters }, (_, rater) => labels[rater] ?? null),
      ...(row.weight !== undefined && { weight: row.weight }),
      ...(row.stratum !== undefined && { stratum: row.stratum }),
      ...(row.cluster !== undefined && { cluster: row.cluster }),
    };
  }
}

function newItem(items: Map<string | number, Item>, row: LabelRow): Item {
  const item: Item = { row, labels: [], positions: [] };
  items.set(row.item, item);

  return item;
}

function categoryIndex(
  categories: ReadonlyMap<string, number>,
  label: string | number | boolean,
  types: { first: string; position: number },
  position: number,
): number {
  if (types.first === "") Object.assign(types, { first: typeof label, position });
  if (types.first !== typeof label) {
    const message = `Rows ${types.position} and ${position}: one label is a ${types.first}, the other a ${typeof label}.`;
    throw new AgreementInputError("mixed_label_types", message, [types.position, position]);
  }
  const category = categories.get(String(label));
  if (category === undefined) {
    const message = `Row ${position}: the label "${String(label)}" is not among the declared categories.`;
    throw new AgreementInputError("unknown_category", message, [position]);
  }

  return category;
}

function raterIndex(raters: Map<string, number>, rater: string, closed: boolean, position: number): number {
  const known = raters.get(rater);
  if (known !== undefined) return known;
  if (closed) {
    throw new AgreementInputError("unknown_rater", `Row ${position}: the rater "${rater}" is not listed.`, [position]);
  }
  raters.set(rater, raters.size);

  return raters.size - 1;
}
