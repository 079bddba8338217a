import { describe, expect, it } from "vitest";
import { compressLabels } from "./compress-labels";
import { compressPatterns } from "./compress-patterns";
import { countReader, countTable } from "./count-table";
import { AgreementInputError } from "./input-error";
import { patternTable } from "./pattern-table";
import { type LabelRow, patternTableFromLabels } from "./pattern-table-from-labels";
import { selectRaters } from "./select-raters";
import { splitStrata } from "./split-strata";
import { withoutCategories } from "./without-categories";

function errorOf(run: () => unknown): AgreementInputError {
  try {
    run();
  } catch (error) {
    if (error instanceof AgreementInputError) return error;
  }
  throw new Error("It was expected to refuse.");
}

const long = (rows: [item: string | number, rater: string, label: LabelRow["label"]][]): LabelRow[] =>
  rows.map(([item, rater, label]) => ({ item, rater, label }));

describe("patternTableFromLabels", () => {
  it("merges items with the same pattern, raters in order of appearance", () => {
    const table = patternTableFromLabels({
      categories: ["no", "yes"],
      rows: long([
        [1, "ann", "yes"],
        [1, "bob", "no"],
        [2, "bob", "no"],
        [2, "ann", "yes"],
        [3, "ann", "no"],
      ]),
    });
    expect(table.raters).toEqual(["ann", "bob"]);
    expect([...table.labels]).toEqual([1, 0, 0, -1]);
    expect([...table.items]).toEqual([2, 1]);
  });

  it("refuses a second label of one rater on one item, with both rows (simpledorff keeps the first, nltk pools)", () => {
    const rows = long([
      ["i", "ann", "a"],
      ["i", "bob", "a"],
      ["i", "ann", "b"],
    ]);
    const error = errorOf(() => patternTableFromLabels({ categories: ["a", "b"], rows }));
    expect(error).toMatchObject({ fault: "duplicate_label", rows: [0, 2] });
  });

  it("refuses undeclared labels and never trims, sorts or upper-cases (irrCAC does: 1.0)", () => {
    const categories = ["a", "A", "a "];
    const rows = long([
      [1, "r", "a"],
      [2, "r", "A"],
      [3, "r", "a "],
    ]);
    expect([...patternTableFromLabels({ categories, rows }).labels]).toEqual([0, 1, 2]);
    const unknown = errorOf(() => patternTableFromLabels({ categories: ["a"], rows }));
    expect(unknown).toMatchObject({ fault: "unknown_category", rows: [1] });
  });

  it('takes "nan" and "" for labels, and NaN, null and undefined for missing', () => {
    const table = patternTableFromLabels({
      categories: ["nan", ""],
      rows: long([
        [1, "r", "nan"],
        [1, "s", ""],
        [2, "r", Number.NaN],
        [2, "s", null],
        [3, "r", undefined],
      ]),
    });
    expect([...table.labels]).toEqual([0, 1, -1, -1]);
    expect([...table.items]).toEqual([1, 2]);
  });

  it('refuses to take the number 1 and the string "1" for one label', () => {
    const rows = long([
      [1, "r", null],
      [1, "s", 1],
      [2, "s", "1"],
    ]);
    const error = errorOf(() => patternTableFromLabels({ categories: ["1"], rows }));
    expect(error).toMatchObject({ fault: "mixed_label_types", rows: [1, 2] });
  });

  it("keeps the given raters' order and refuses others", () => {
    const rows = long([[1, "bob", "a"]]);
    expect(patternTableFromLabels({ categories: ["a"], raters: ["ann", "bob"], rows }).raters).toEqual(["ann", "bob"]);
    const error = errorOf(() => patternTableFromLabels({ categories: ["a"], raters: ["ann"], rows }));
    expect(error).toMatchObject({ fault: "unknown_rater", rows: [0] });
  });
});

describe("patternTable", () => {
  const base = { categories: ["a", "b"], raters: ["r", "s"] };

  it("refuses what it cannot compute on", () => {
    const refuse = (rows: Parameters<typeof patternTable>[0]["rows"], more = {}) =>
      errorOf(() => patternTable({ ...base, ...more, rows })).fault;
    expect(refuse([{ labels: [0] }])).toBe("bad_shape");
    expect(refuse([{ labels: [0, 2] }])).toBe("unknown_category");
    expect(refuse([{ labels: [0, 0.5] }])).toBe("unknown_category");
    expect(refuse([{ labels: [0, 1], items: 0 }])).toBe("bad_count");
    expect(refuse([{ labels: [0, 1], weight: Number.NaN }])).toBe("bad_count");
    expect(refuse([], { categories: ["a", "a"] })).toBe("duplicate_category");
    expect(refuse([], { raters: ["r", "r"] })).toBe("duplicate_rater");
    expect(refuse([], { values: [1] })).toBe("bad_shape");
  });

  it("keeps strata, clusters and weights apart, weights with mean 1", () => {
    const table = patternTable({
      ...base,
      rows: [
        { labels: [0, 1], items: 2, weight: 3, stratum: "x" },
        { labels: [0, 1], items: 2, weight: 1, stratum: "y" },
        { labels: [0, 1], items: 2, weight: 1, stratum: "y" },
      ],
    });
    expect(table.rows).toBe(2);
    expect([...table.items]).toEqual([2, 4]);
    expect([...(table.weights ?? [])]).toEqual([1.8, 0.6]);
    expect(splitStrata(table).map((part) => [...part.table.items])).toEqual([[2], [4]]);
  });

  it("does not touch its input", () => {
    const rows = Object.freeze([Object.freeze({ labels: Object.freeze([0, null]), items: 1 })]);
    expect(() => patternTable(Object.freeze({ ...base, rows }))).not.toThrow();
  });
});

describe("derived tables", () => {
  const table = patternTable({
    categories: ["a", "b", "UNSURE"],
    values: [1, 2, 3],
    raters: ["r", "s", "t"],
    rows: [{ labels: [0, 2, 1], items: 2 }, { labels: [0, 0, 1] }],
  });

  it("selects raters", () => {
    const part = selectRaters(table, ["t", "r"]);
    expect([part.rows, [...part.labels], [...part.items]]).toEqual([1, [1, 0], [3]]);
  });

  it("drops categories with their values", () => {
    const part = withoutCategories(table, ["UNSURE", "other"]);
    expect([part.categories, part.values]).toEqual([
      ["a", "b"],
      [1, 2],
    ]);
    expect([...part.labels]).toEqual([0, -1, 1, 0, 0, 1]);
  });

  it("counts labels whoever gave them", () => {
    const mirrored = patternTable({
      categories: ["a", "b"],
      raters: ["r", "s"],
      rows: [{ labels: [0, 1] }, { labels: [1, 0] }, { labels: [null, 1] }],
    });
    const counts = countTable(mirrored);
    expect([counts.rows, [...counts.items]]).toEqual([2, [2, 1]]);
    expect(countReader(counts)(1)).toMatchObject({ size: 1, labels: 1 });
  });
});

describe("compression of matrices", () => {
  const labels = Uint8Array.of(0, 1, 255, 1, 0, 255, 2, 2, 2, 255, 255, 255, 0, 1, 255);
  const categories = ["a", "b", "c"];

  it("gives the same tables as patterns do", () => {
    const patterns = compressPatterns({ labels, raters: ["r", "s", "t"], categories });
    const signed = compressPatterns({ labels: Int8Array.from(labels), raters: ["r", "s", "t"], categories });
    expect(patterns.rows).toBe(4);
    expect(patterns.items.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(signed).toEqual(patterns);
    const counts = compressLabels({ labels, raters: 3, categories });
    expect(counts.rows).toBe(3);
    const byKey = (table: ReturnType<typeof countTable>) => {
      const read = countReader(table);

      return Array.from({ length: table.rows }, (_, row) => {
        const { size, category, count } = read(row);

        return [table.items[row], [...category.subarray(0, size)], [...count.subarray(0, size)]];
      }).sort();
    };
    expect(byKey(counts)).toEqual(byKey(countTable(patterns)));
  });

  it("takes many categories through a map", () => {
    const many = Array.from({ length: 40 }, (_, index) => String(index));
    const table = compressLabels({
      labels: Uint8Array.of(30, 0, 0, 30, 30, 30),
      raters: 2,
      categories: many.slice(0, 31),
    });
    expect([table.rows, [...table.items]]).toEqual([2, [2, 1]]);
  });

  it("refuses bytes outside the list, naming the item, and shapes that do not fit", () => {
    const bad = Uint8Array.of(0, 1, 0, 3);
    const twoOfTwo = { labels: bad, categories };
    expect(errorOf(() => compressLabels({ ...twoOfTwo, raters: 2 }))).toMatchObject({ rows: [1] });
    expect(errorOf(() => compressPatterns({ ...twoOfTwo, raters: ["r", "s"] }))).toMatchObject({ rows: [1] });
    expect(errorOf(() => compressLabels({ ...twoOfTwo, raters: 3 })).fault).toBe("bad_shape");
  });
});
