import { describe, expect, it } from "vitest";
import { dawidSkene } from "./dawid-skene";
import { sharedFile } from "./fixtures/shared-files";
import { patternTableFromLabels } from "./pattern-table-from-labels";
import { withReference } from "./with-reference";

// Snow et al. (2008), RTE: 800 items, 10 of 164 crowd raters each.
const crowd = sharedFile("data/snow2008/rte.standardized.csv");
// (The majority file beside it is out of order: it differs from the labels themselves on 357 of 800 items.)
const mace = sharedFile("data/snow2008/mace_units_rte.csv");

describe.skipIf(!crowd || !mace)("Snow et al. 2008, RTE (needs ../shared/data)", () => {
  const rows = [...(crowd ?? "").matchAll(/^\d+,(W\d+),(\d+),([01]),([01]),/gm)].map(
    ([, rater = "", item = "", label = "", gold = ""]) => ({ item, rater, label, gold, cluster: item }),
  );
  const gold = new Map(rows.map((row) => [row.item, row.gold]));
  const items = [...gold.keys()];
  // One cluster an item keeps rows in item order.
  const table = patternTableFromLabels({ categories: ["0", "1"], rows });

  it("has 8,000 labels of 164 raters", () => {
    expect([rows.length, table.raters.length, table.rows]).toEqual([8000, 164, 800]);
  });

  it("reaches Snow et al.'s .897 by majority, ties broken at random", () => {
    const { table: referred, provenance } = withReference(table, { raters: table.raters, rule: "majority" });
    const width = referred.raters.length;
    const right = items.filter(
      (item, row) => String(referred.labels[row * width + width - 1]) === gold.get(item),
    ).length;
    // 65 ties, counted by a script of its own.
    expect(provenance).toMatchObject({ ties: 65, twoOrMoreRaters: 735 });
    expect((right + 65 / 2) / 800).toBeCloseTo(0.897, 2);
  });

  it("reaches Snow et al.'s .927 with the raters' own confusion matrices, near MACE", () => {
    const result = dawidSkene(table, { smoothing: 0.01 });
    expect(result.converged).toBe(true);
    const right = items.filter((item, row) => String(result.labels[row]) === gold.get(item)).length / 800;
    expect(Math.abs(right - 0.927)).toBeLessThan(0.01);
    const likely = new Map(
      (mace ?? "")
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => [line.split(",")[0], Number(line.split(",")[1])]),
    );
    const same = items.filter((item, row) => (result.labels[row] === 1) === (likely.get(item) ?? 0) > 0.5).length;
    expect(same / 800).toBeGreaterThan(0.95);
  });
});
