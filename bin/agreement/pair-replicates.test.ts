import { expect, it } from "vitest";
import { mulberry32 } from "@/lib/agreement/fixtures/generated-matrix";
import { type PatternRow, patternTable } from "@/lib/agreement/pattern-table";
import { jointReplicates, type Plan } from "./estimate";
import { CLASS, classNames, PAIR_NAMES, pairMeasures, raterPairs } from "./pair-measures";
import { pairReplicates } from "./pair-replicates";
import { pairsSummary } from "./pairs";

const PLAN: Plan = { replicates: 300, seed: "pairs", level: 0.95, warn: () => {} };

/** Three raters, three categories, a fifth missing, weights 1, 3 and 7, strata, and clusters of five items. */
function table(clustered: boolean) {
  const random = mulberry32(7);
  const rows = Array.from({ length: 200 }, (_, item): PatternRow => {
    const truth = Math.floor(random() * 3);
    const label = () => (random() < 0.2 ? null : random() < 0.7 ? truth : Math.floor(random() * 3));

    return {
      labels: [label(), label(), label()],
      weight: [1, 3, 7][item % 3] ?? 1,
      ...(clustered ? { cluster: Math.floor(item / 5) } : { stratum: item % 3 }),
    };
  });

  return patternTable({ categories: ["1", "2", "3"], values: [1, 2, 3], raters: ["a", "b", "c"], rows });
}

it.each([true, false])("counting by pair pattern gives what the whole rows give, clustered %s", (clustered) => {
  const whole = table(clustered);
  const { columns } = pairReplicates(whole, "ordinal", PLAN, []);
  const sets = raterPairs(whole.raters).map(([a, b]) => ({
    ...pairMeasures(whole, a, b, "ordinal"),
    ...classNames(whole, a, b),
  })) as Record<string, ReturnType<typeof pairMeasures>["gwet_ac1"]>[];
  const names = [...PAIR_NAMES, `${CLASS}1`, `${CLASS}3`];
  const direct = jointReplicates(
    names.flatMap((name) => sets.map((set) => set[name]!)),
    PLAN,
  );
  names.forEach((name, place) => {
    columns[name]?.forEach((column, pair) => {
      const expected = direct[place * sets.length + pair]!;
      column.forEach((value, replicate) => {
        expect(value).toBeCloseTo(expected[replicate]!, 10);
      });
    });
  });
  expect(Object.keys(columns)).toHaveLength(9);
});

it.each([true, false])("the mean over pairs lies within its own interval, clustered %s", (clustered) => {
  const { mean, min, max } = pairsSummary(table(clustered), "ordinal", PLAN, {}).summary.cohen_kappa;
  for (const one of [mean, min, max]) {
    if ("undefined" in one) throw new Error("undefined");
    expect(one.low).toBeLessThan(one.value);
    expect(one.high).toBeGreaterThan(one.value);
  }
});
