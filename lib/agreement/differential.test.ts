import { describe, expect, it } from "vitest";
import { type Agreement, numberOrUndefined } from "./agreement";
import { cohenKappa } from "./cohen-kappa";
import reference from "./fixtures/differential.json";
import { differentialTable } from "./fixtures/differential-tables";
import { tableOf } from "./fixtures/shared-files";
import { fleissKappa } from "./fleiss-kappa";
import { krippendorffAlpha } from "./krippendorff-alpha";

/** Empty where both have the same value, or both have none. */
function difference(result: Agreement, expected: number | null | undefined, what: string): string[] {
  if (expected === undefined) return [];
  const value = numberOrUndefined(result) ?? null;
  if (value === null || expected === null) return value === expected ? [] : [`${what}: ${value}, not ${expected}`];

  return Math.abs(value - expected) < 1e-9 ? [] : [`${what}: ${value}, not ${expected}`];
}

describe("1,000 random tables against nltk, scikit-learn and statsmodels", () => {
  it("agrees on every value and on every table without one", () => {
    expect(reference.values).toHaveLength(1000);
    const differences = reference.values.flatMap((values, index) => {
      const { data, categories } = differentialTable(index + 1);
      const table = tableOf(data, categories);
      const [nominal, interval, kappa, linear, quadratic, fleiss] = values;

      return [
        ...difference(krippendorffAlpha(table), nominal, `${index} alpha`),
        ...difference(krippendorffAlpha(table, "interval"), interval, `${index} interval alpha`),
        ...difference(cohenKappa(table, "r0", "r1"), kappa, `${index} kappa`),
        ...difference(cohenKappa(table, "r0", "r1", "linear"), linear, `${index} linear kappa`),
        ...difference(cohenKappa(table, "r0", "r1", "quadratic"), quadratic, `${index} quadratic kappa`),
        ...difference(fleissKappa(table), fleiss, `${index} Fleiss`),
      ];
    });
    expect(differences).toEqual([]);
  });
});
