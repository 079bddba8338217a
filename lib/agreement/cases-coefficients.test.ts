import { describe, expect, it } from "vitest";
import type { Agreement } from "./agreement";
import { brennanPrediger } from "./brennan-prediger";
import { congerKappa } from "./conger-kappa";
import { type AgreementCase, agreementCases, caseTable } from "./fixtures/agreement-cases";
import { expectAgreement, expectError } from "./fixtures/expectations";
import { fleissKappa } from "./fleiss-kappa";
import { fleissKappaNullError } from "./fleiss-kappa-null-error";
import { gwetAgreement } from "./gwet-agreement";
import { type GwetCoefficient, gwetStandardError } from "./gwet-standard-error";
import { observedAgreementByLabels } from "./observed-agreement-by-labels";
import type { PatternTable } from "./pattern-table";
import { percentAgreement } from "./percent-agreement";
import { scottPi } from "./scott-pi";
import type { WeightFamily } from "./weights";

type Kind = {
  readonly compute: (table: PatternTable) => Agreement;
  readonly error?: { readonly coefficient: GwetCoefficient; readonly weights: WeightFamily };
};

const gwet = (weights: WeightFamily): Kind => ({
  compute: (table) => gwetAgreement(table, { weights }),
  error: { coefficient: "gwet", weights },
});
const uniform = (weights: WeightFamily): Kind => ({
  compute: (table) => brennanPrediger(table, { weights }),
  error: { coefficient: "brennan_prediger", weights },
});

const kinds: Record<string, Kind> = {
  percent: { compute: percentAgreement, error: { coefficient: "percent", weights: "identity" } },
  percent_weighted: { compute: observedAgreementByLabels },
  fleiss: { compute: fleissKappa },
  fleiss_gwet: { compute: fleissKappa, error: { coefficient: "fleiss", weights: "identity" } },
  scott_pi: { compute: (table) => scottPi(table, "r0", "r1") },
  conger: { compute: congerKappa },
  gwet_ac1: gwet("identity"),
  gwet_ac2_linear: gwet("linear"),
  gwet_ac2_quadratic: gwet("quadratic"),
  gwet_ac2_ordinal: gwet("ordinal"),
  brennan_prediger: uniform("identity"),
  bp_linear: uniform("linear"),
  bp_quadratic: uniform("quadratic"),
};

const cases = agreementCases(...Object.keys(kinds));

describe.skipIf(!cases)("cases: the other coefficients (needs ../shared/cases)", () => {
  it("has cases", () => {
    expect(cases).toHaveLength(242);
  });

  it.each(cases ?? ([] as AgreementCase[]))("$id", (one) => {
    const kind = kinds[one.kind];
    const table = caseTable(one);
    expect(kind).toBeDefined();
    if (!kind) return;
    const result = kind.compute(table);
    expectAgreement(result, one);
    const { error } = kind;
    if (error && one.expected.value !== null) {
      expectError(gwetStandardError(table, error.coefficient, { weights: error.weights }), one.expected.se);
    }
    if (one.kind === "fleiss" && one.expected.value !== null) {
      expectError(fleissKappaNullError(table), one.expected.se0);
    }
  });
});
