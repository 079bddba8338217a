import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Agreement, numberOrUndefined } from "./agreement";
import { brennanPrediger } from "./brennan-prediger";
import { cohenKappa } from "./cohen-kappa";
import { compressLabels } from "./compress-labels";
import { congerKappa } from "./conger-kappa";
import { countTable } from "./count-table";
import { type Label, tableOf } from "./fixtures/shared-files";
import { fleissKappa } from "./fleiss-kappa";
import { gwetAgreement } from "./gwet-agreement";
import { infinitesimalJackknife } from "./infinitesimal-jackknife";
import { krippendorffAlpha, krippendorffAlphaMeasure } from "./krippendorff-alpha";
import type { PatternTable } from "./pattern-table";
import { percentAgreement } from "./percent-agreement";
import { scottPi } from "./scott-pi";

const CATEGORIES = [1, 2, 3, 4];

const cell = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null, freq: 4 });
const sparse = fc
  .integer({ min: 2, max: 5 })
  .chain((raters) =>
    fc.array(fc.array(cell, { minLength: raters, maxLength: raters }), { minLength: 1, maxLength: 25 }),
  );
const complete = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })), {
  minLength: 1,
  maxLength: 25,
});

const measures: Record<string, (table: PatternTable) => Agreement> = {
  "alpha nominal": (table) => krippendorffAlpha(table),
  "alpha ordinal": (table) => krippendorffAlpha(table, "ordinal"),
  "alpha interval": (table) => krippendorffAlpha(table, "interval"),
  "Fleiss kappa": (table) => fleissKappa(table),
  "Conger kappa": (table) => congerKappa(table),
  AC1: (table) => gwetAgreement(table),
  "AC2 quadratic": (table) => gwetAgreement(table, { weights: "quadratic" }),
  "Brennan-Prediger": (table) => brennanPrediger(table),
  "percent agreement": (table) => percentAgreement(table),
};

/** The same value to rounding, or the same reason. */
function expectSame(a: Agreement, b: Agreement, digits = 9) {
  if (a.kind === "undefined" || b.kind === "undefined") {
    expect([a.kind, a.kind === "undefined" && a.reason]).toEqual([b.kind, b.kind === "undefined" && b.reason]);
  } else expect(a.value).toBeCloseTo(b.value, digits);
}

function value(result: Agreement): number {
  return numberOrUndefined(result) ?? Number.NaN;
}

describe("properties", () => {
  it.each(Object.entries(measures))("%s: never NaN or infinite, at most 1", (_, measure) => {
    fc.assert(
      fc.property(sparse, (data) => {
        const result = measure(tableOf(data, CATEGORIES));
        if (result.kind === "estimate") {
          expect(Number.isFinite(result.value)).toBe(true);
          expect(result.value).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
    );
  });

  it.each(Object.entries(measures))("%s: the order of raters and items changes nothing", (_, measure) => {
    fc.assert(
      fc.property(sparse, (data) => {
        const turned = data.map((row) => [...row].reverse()).reverse();
        expectSame(measure(tableOf(data, CATEGORIES)), measure(tableOf(turned, CATEGORIES)));
      }),
    );
  });

  it.each(Object.entries(measures))("%s: items without labels change nothing", (_, measure) => {
    fc.assert(
      fc.property(sparse, (data) => {
        const more = [...data, (data[0] ?? []).map(() => null)];
        expectSame(measure(tableOf(data, CATEGORIES)), measure(tableOf(more, CATEGORIES)));
      }),
    );
  });

  it.each(["alpha nominal", "alpha ordinal", "alpha interval"])("%s: items with one label change nothing", (name) => {
    const measure = measures[name];
    fc.assert(
      fc.property(sparse, fc.integer({ min: 1, max: 4 }), (data, label) => {
        const more = [...data, (data[0] ?? []).map((_, rater) => (rater === 0 ? label : null))];
        if (measure) expectSame(measure(tableOf(data, CATEGORIES)), measure(tableOf(more, CATEGORIES)));
      }),
    );
  });

  it("renaming categories leaves nominal values alone", () => {
    fc.assert(
      fc.property(sparse, fc.shuffledSubarray(CATEGORIES, { minLength: 4, maxLength: 4 }), (data, names) => {
        const renamed = data.map((row) =>
          row.map((label): Label => (label === null ? null : (names[label - 1] ?? null))),
        );
        for (const name of ["alpha nominal", "Fleiss kappa", "Conger kappa", "AC1", "Brennan-Prediger"]) {
          const measure = measures[name];
          if (measure) expectSame(measure(tableOf(data, CATEGORIES)), measure(tableOf(renamed, CATEGORIES)));
        }
      }),
    );
  });

  it("duplicating every item leaves kappa, Fleiss and percent alone; so do weights that are equal", () => {
    fc.assert(
      fc.property(complete, (data) => {
        const once = tableOf(data, CATEGORIES);
        const twice = tableOf([...data, ...data], CATEGORIES);
        expectSame(cohenKappa(once, "r0", "r1"), cohenKappa(twice, "r0", "r1"));
        expectSame(fleissKappa(once), fleissKappa(twice));
        expectSame(percentAgreement(once), percentAgreement(twice));
        const weighted = { ...once, weights: new Float64Array(once.rows).fill(1) };
        expect(cohenKappa(weighted, "r0", "r1")).toEqual(cohenKappa(once, "r0", "r1"));
      }),
    );
  });

  it("compressed and raw tables agree to the last bit", () => {
    fc.assert(
      fc.property(sparse, (data) => {
        const table = tableOf(data, CATEGORIES);
        const labels = Uint8Array.from(data.flat(), (label) => (label === null ? 255 : label - 1));
        const compressed = compressLabels({
          labels,
          raters: table.raters.length,
          categories: table.categories,
          values: CATEGORIES,
        });
        for (const distance of ["nominal", "ordinal", "interval"] as const) {
          const counted = krippendorffAlpha(compressed, distance);
          expectSame(counted, krippendorffAlpha(table, distance), 13);
        }
      }),
    );
  });

  it("alpha is 1 if and only if all pairable labels agree and there is variation", () => {
    fc.assert(
      fc.property(sparse, (data) => {
        const pairable = data.map((row) => row.filter((label) => label !== null)).filter((row) => row.length > 1);
        const agreeing = pairable.every((row) => new Set(row).size === 1);
        const varying = new Set(pairable.flat()).size > 1;
        const result = krippendorffAlpha(tableOf(data, CATEGORIES));
        expect(result.kind === "estimate" && result.value === 1).toBe(agreeing && varying);
      }),
    );
  });

  it("labels that all agree and vary give 1 on every scale and coefficient", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 20 }), (labels) => {
        fc.pre(new Set(labels).size > 1);
        const table = tableOf(
          labels.map((label) => [label, label, label]),
          CATEGORIES,
        );
        for (const measure of Object.values(measures)) expect(value(measure(table))).toBeCloseTo(1, 12);
      }),
    );
  });
});

describe("identities", () => {
  it("AC2 with identity weights is AC1; with two categories all weighted kappas are one", () => {
    fc.assert(
      fc.property(sparse, complete, (data, pairs) => {
        const table = tableOf(data, CATEGORIES);
        expectSame(gwetAgreement(table, { weights: "identity" }), gwetAgreement(table));
        const binary = tableOf(
          pairs.map((pair) => pair.map((label) => (label > 2 ? 2 : 1))),
          [1, 2],
        );
        expectSame(cohenKappa(binary, "r0", "r1", "linear"), cohenKappa(binary, "r0", "r1"));
        expectSame(cohenKappa(binary, "r0", "r1", "quadratic"), cohenKappa(binary, "r0", "r1"));
      }),
    );
  });

  it("two complete raters: alpha = 1 - (1 - pi)(n - 1)/n; Fleiss is Scott; Conger is Cohen", () => {
    fc.assert(
      fc.property(complete, (data) => {
        const table = tableOf(data, CATEGORIES);
        const pi = scottPi(table, "r0", "r1");
        const labels = 2 * data.length;
        if (pi.kind === "estimate") {
          expect(value(krippendorffAlpha(table))).toBeCloseTo(1 - ((1 - pi.value) * (labels - 1)) / labels, 10);
        }
        expectSame(fleissKappa(table), pi);
        expectSame(congerKappa(table), cohenKappa(table, "r0", "r1"));
      }),
    );
  });

  it("affine maps leave interval alpha alone, scaling leaves ratio alpha alone", () => {
    fc.assert(
      fc.property(sparse, fc.integer({ min: 1, max: 50 }), fc.integer({ min: -50, max: 50 }), (data, factor, shift) => {
        const table = tableOf(data, CATEGORIES);
        const mapped = { ...table, values: CATEGORIES.map((number) => factor * number + shift) };
        const scaled = { ...table, values: CATEGORIES.map((number) => factor * number) };
        expectSame(krippendorffAlpha(table, "interval"), krippendorffAlpha(mapped, "interval"));
        expectSame(krippendorffAlpha(table, "ratio"), krippendorffAlpha(scaled, "ratio"));
      }),
    );
  });

  it("the influence-function error does not depend on how items are compressed", () => {
    fc.assert(
      fc.property(sparse, (data) => {
        const table = tableOf(data, CATEGORIES);
        const whole = infinitesimalJackknife(krippendorffAlphaMeasure(table));
        const counted = infinitesimalJackknife(krippendorffAlphaMeasure(countTable(table)));
        expect(whole.kind).toBe(counted.kind);
        if (whole.kind === "standard_error" && counted.kind === "standard_error") {
          expect(counted.value).toBeCloseTo(whole.value, 8);
        }
      }),
    );
  });
});
