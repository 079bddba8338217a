import { describe, expect, it } from "vitest";
import { bootstrapInterval } from "./bootstrap-interval";
import { countTable } from "./count-table";
import type { Distance } from "./distance";
import { type AgreementCase, agreementCases, caseTable } from "./fixtures/agreement-cases";
import { expectAgreement, expectNumber } from "./fixtures/expectations";
import { jackknife } from "./jackknife";
import { krippendorffAlpha, krippendorffAlphaMeasure } from "./krippendorff-alpha";

const cases = agreementCases("alpha_bootstrap_ci");

describe.skipIf(!cases)(
  "cases: bootstrap intervals of alpha, 200,000 reference replicates (needs ../shared/cases)",
  () => {
    it("has cases", () => {
      expect(cases).toHaveLength(7);
    });

    it.each(cases ?? ([] as AgreementCase[]))("$id", { timeout: 60_000 }, (one) => {
      const table = countTable(caseTable(one));
      const distance = one.params.level as Distance;
      const { expected, tolerances = {} } = one;
      expectAgreement(krippendorffAlpha(table, distance), { ...one, tolerance: tolerances.value ?? 0 });
      expect(table.rows).toBe(expected.patterns);

      const measure = krippendorffAlphaMeasure(table, distance);
      const left = jackknife(measure);
      expect(left.kind).toBe("jackknife");
      if (left.kind !== "jackknife") return;
      expectNumber(left.acceleration, expected.acceleration, tolerances.acceleration);
      expectNumber(left.standardError, expected.se_jackknife_all_units, tolerances.se_jackknife_all_units);

      const bca = bootstrapInterval(measure, { seed: one.id, replicates: 40_000 });
      const plain = bootstrapInterval(measure, { seed: one.id, replicates: 40_000, method: "percentile" });
      expect(bca).toMatchObject({ kind: "interval", method: "bca", undefinedShare: expected.undefined_fraction });
      if (bca.kind !== "interval" || plain.kind !== "interval") return;
      const [low, high] = expected.ci as [number, number];
      const [bcaLow, bcaHigh] = expected.ci_bca as [number, number];
      expectNumber(bca.standardError, expected.se, tolerances.se);
      expectNumber(plain.low, low, tolerances.ci);
      expectNumber(plain.high, high, tolerances.ci);
      expectNumber(bca.low, bcaLow, tolerances.ci_bca);
      expectNumber(bca.high, bcaHigh, tolerances.ci_bca);
    });
  },
);
