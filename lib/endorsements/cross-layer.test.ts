import { existsSync, readFileSync } from "node:fs";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { type CrossEdge, crossLayer } from "./cross-layer";
import { recovery } from "./recovery";

const JOINED = "../shared/data/3c-wosp2020/joined.csv";

function edge(i: number, endorsed: boolean, root: boolean, more: Partial<CrossEdge> = {}): CrossEdge {
  return { focal: `f${i % 7}`, candidate: String(i), endorsed, root, shown: true, stratum: "", ...more };
}

/** κ by its own formula, from four counts. */
function kappa(both: number, first: number, second: number, neither: number): number {
  const n = both + first + second + neither;
  const observed = (both + neither) / n;
  const expected = ((both + first) * (both + second) + (second + neither) * (first + neither)) / n ** 2;

  return (observed - expected) / (1 - expected);
}

test.skipIf(!existsSync(JOINED))(
  "citing authors' purpose against their influence: κ .147, as the task's data give it (skipped without ../shared)",
  () => {
    const { data } = Papa.parse<Record<string, string>>(readFileSync(JOINED, "utf8"), {
      header: true,
      skipEmptyLines: true,
    });
    const edges = data.map((row) => ({
      focal: row.core_id ?? "",
      candidate: row.unique_id ?? "",
      endorsed: row.influence === "INFLUENTIAL",
      root: row.purpose === "EXTENSION" || row.purpose === "MOTIVATION",
      shown: true,
      stratum: "",
    }));
    const [table] = crossLayer(edges, "a", { seed: "3c", replicates: 500 });
    expect(table?.n).toBe(data.length);
    expect(table?.kappa.kind).toBe("estimate");
    if (table?.kappa.kind !== "estimate") return;
    expect(table.kappa.value).toBeCloseTo(0.147, 3);
    expect(table.kappa.value).toBeCloseTo(kappa(table.both, table.endorsedOnly, table.rootOnly, table.neither), 12);
    expect(table.kappa.interval!.low).toBeLessThan(0.147);
    expect(table.kappa.interval!.high).toBeGreaterThan(0.147);
    expect(table.marginals).toEqual({
      endorsed: data.filter((row) => row.influence === "INFLUENTIAL").length,
      root: data.filter((row) => ["EXTENSION", "MOTIVATION"].includes(row.purpose ?? "")).length,
    });
  },
);

test("the universe decides: all edges, shown ones, or endorsed ones without κ", () => {
  const edges = [
    ...Array.from({ length: 20 }, (_, i) => edge(i, true, true)),
    ...Array.from({ length: 5 }, (_, i) => edge(100 + i, true, false)),
    ...Array.from({ length: 10 }, (_, i) => edge(200 + i, false, true)),
    ...Array.from({ length: 15 }, (_, i) => edge(300 + i, false, false)),
    ...Array.from({ length: 50 }, (_, i) => edge(400 + i, false, false, { shown: false, stratum: "far" })),
  ];
  const [a, far] = crossLayer(edges, "a", { seed: "1", replicates: 200 });
  // po = 85/100, pe = (25 × 30 + 75 × 70)/100² = .6: κ = .25/.4 = .625.
  expect(a).toMatchObject({ n: 100, both: 20, endorsedOnly: 5, rootOnly: 10, neither: 65 });
  expect(a?.kappa).toMatchObject({ kind: "estimate", value: expect.closeTo(0.625, 12), papers: 7 });
  expect(far).toMatchObject({ stratum: "", n: 50 });
  const [b] = crossLayer(edges, "b", { seed: "1", replicates: 200 });
  // Cohen's own arithmetic on 20, 5, 10, 15: po = .7, pe = .5: κ = .4.
  expect(b?.kappa).toMatchObject({ value: expect.closeTo(0.4, 12) });
  const [c] = crossLayer(edges, "c", { seed: "1" });
  expect(c?.kappa).toEqual({ kind: "undefined", reason: "Endorsed pairs alone hold no negatives." });
  // Wilson's interval of 20 of 25, by hand: (.8 + 1.9207/25 ∓ 1.95996 √(.16/25 + .9604/625))/(1 + 3.8415/25).
  expect(c?.rootShare).toMatchObject({
    value: 0.8,
    of: 25,
    low: expect.closeTo(0.6087, 4),
    high: expect.closeTo(0.9114, 4),
  });
  expect(crossLayer([], "a", { seed: "1" })[0]).toMatchObject({ n: 0, kappa: { kind: "undefined" }, rootShare: null });
});

test("recovery of endorsement from a feature: values worked by hand, ties half", () => {
  const scored = (list: [number, boolean, string][]) =>
    list.map(([score, positive, cluster]) => ({ score, positive, cluster }));
  // Falling: + − + − ; pairs won: first + beats both, second + beats one: 3 of 4. AP = (1/1 + 2/3)/2.
  const four = recovery(
    scored([
      [0.9, true, "a"],
      [0.8, false, "a"],
      [0.7, true, "b"],
      [0.1, false, "b"],
    ]),
    {
      threshold: 0.75,
      seed: "1",
    },
  );
  expect(four).toMatchObject({ edges: 4, endorsed: 2, papers: 2 });
  expect(four.auc).toMatchObject({ kind: "estimate", value: 0.75 });
  expect(four.averagePrecision).toMatchObject({ value: expect.closeTo(5 / 6, 12) });
  // At .75: one of two endorsed, one of two others: (.5 + .5)/2.
  expect(four.balancedAccuracy).toMatchObject({ value: 0.5 });
  const tied = recovery(
    scored([
      [1, true, "a"],
      [1, false, "b"],
      [1, false, "c"],
    ]),
    { threshold: 2, seed: "1" },
  );
  expect(tied.edges).toBe(3);
  const flat = recovery(scored(Array.from({ length: 60 }, (_, i) => [1, i % 3 === 0, `p${i % 10}`])), {
    threshold: 1,
    seed: "1",
  });
  expect(flat.auc).toMatchObject({ value: 0.5, low: 0.5, high: 0.5 });
  expect(flat.averagePrecision).toMatchObject({ value: expect.closeTo(1 / 3, 12) });
  expect(recovery(scored([[1, true, "a"]]), { threshold: 1, seed: "1" }).auc).toEqual({
    kind: "undefined",
    reason: "every edge is endorsed",
  });
});
