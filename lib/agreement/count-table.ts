import { MISSING, type PatternTable } from "./pattern-table";

/**
 * Items compressed by how many labels of each category they have, whoever gave them: all that α, π, Fleiss, AC1,
 * Brennan–Prediger and percent agreement need. With R raters and V categories there are at most C(R+V, V) rows.
 *
 * Row `r` holds the entries `starts[r] … starts[r+1]−1` of `category` and `count`.
 */
export type CountTable = {
  readonly kind: "counts";
  readonly categories: readonly string[];
  readonly values?: readonly number[];
  readonly rows: number;
  readonly starts: Uint32Array;
  readonly category: Int32Array;
  readonly count: Float64Array;
  readonly items: Float64Array;
  readonly weights?: Float64Array;
  readonly strata?: Int32Array;
  readonly clusters?: Int32Array;
};

/** A table of either shape. Measures that need to know who said what take a `PatternTable` only. */
export type AgreementTable = PatternTable | CountTable;

/** The labels of one row by category. The arrays are reused from row to row: read, do not keep. */
export type RowCounts = {
  /** How many entries of `category` and `count` hold this row. */
  size: number;
  /** All labels on an item of this row. */
  labels: number;
  readonly category: Int32Array;
  readonly count: Float64Array;
};

/**
 * A function that reads one row of a table of either shape as counts by category, ascending. O(labels of the row).
 *
 * @example countReader(table)(0).labels; // labels on an item of row 0
 */
export function countReader(table: AgreementTable): (row: number) => RowCounts {
  return table.kind === "counts" ? readCounts(table) : readPatterns(table);
}

function readCounts(table: CountTable): (row: number) => RowCounts {
  const width = table.categories.length;
  const result: RowCounts = { size: 0, labels: 0, category: new Int32Array(width), count: new Float64Array(width) };

  return (row) => {
    const start = table.starts[row] ?? 0;
    const end = table.starts[row + 1] ?? start;
    result.size = end - start;
    result.labels = 0;
    for (let entry = start; entry < end; entry++) {
      const count = table.count[entry] ?? 0;
      result.category[entry - start] = table.category[entry] ?? 0;
      result.count[entry - start] = count;
      result.labels += count;
    }

    return result;
  };
}

function readPatterns(table: PatternTable): (row: number) => RowCounts {
  const raters = table.raters.length;
  const result: RowCounts = { size: 0, labels: 0, category: new Int32Array(raters), count: new Float64Array(raters) };
  const sorted = new Int32Array(raters);

  return (row) => {
    sorted.set(table.labels.subarray(row * raters, (row + 1) * raters));
    sorted.sort();
    result.size = 0;
    result.labels = 0;
    let previous = MISSING;
    for (const label of sorted) {
      if (label === MISSING) continue;
      if (label !== previous) {
        result.category[result.size] = label;
        result.count[result.size] = 0;
        result.size++;
        previous = label;
      }
      result.count[result.size - 1] = (result.count[result.size - 1] ?? 0) + 1;
      result.labels++;
    }

    return result;
  };
}

/**
 * The count table of a pattern table: forgets who said what and merges rows that have become equal (within a stratum,
 * a cluster and a weight). A count table is returned as it is. O(rows × raters).
 *
 * @example
 * const patterns = patternTable({ categories: ["a", "b"], raters: ["r", "s"], rows: [{ labels: [0, 1] }, { labels: [1, 0] }] });
 * countTable(patterns).rows; // => 1
 */
export function countTable(table: AgreementTable): CountTable {
  if (table.kind === "counts") return table;
  const read = countReader(table);
  const merged = new Map<string, { first: number; items: number }>();
  for (let row = 0; row < table.rows; row++) {
    const counts = read(row);
    let key = `${table.weights?.[row] ?? 1}|${table.strata?.[row] ?? 0}|${table.clusters?.[row] ?? 0}`;
    for (let entry = 0; entry < counts.size; entry++) key += `,${counts.category[entry]}:${counts.count[entry]}`;
    const known = merged.get(key);
    if (known) known.items += table.items[row] ?? 0;
    else merged.set(key, { first: row, items: table.items[row] ?? 0 });
  }

  const rows = [...merged.values()];
  const starts = new Uint32Array(rows.length + 1);
  const category: number[] = [];
  const count: number[] = [];
  rows.forEach(({ first }, index) => {
    const counts = read(first);
    for (let entry = 0; entry < counts.size; entry++) {
      category.push(counts.category[entry] ?? 0);
      count.push(counts.count[entry] ?? 0);
    }
    starts[index + 1] = category.length;
  });
  const { weights, strata, clusters } = table;

  return {
    kind: "counts",
    categories: table.categories,
    ...(table.values && { values: table.values }),
    rows: rows.length,
    starts,
    category: Int32Array.from(category),
    count: Float64Array.from(count),
    items: Float64Array.from(rows, (row) => row.items),
    ...(weights && { weights: Float64Array.from(rows, (row) => weights[row.first] ?? 1) }),
    ...(strata && { strata: Int32Array.from(rows, (row) => strata[row.first] ?? 0) }),
    ...(clusters && { clusters: Int32Array.from(rows, (row) => clusters[row.first] ?? 0) }),
  };
}
