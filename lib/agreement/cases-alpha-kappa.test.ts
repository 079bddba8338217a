import { describe, expect, it } from "vitest";
import { cohenKappa } from "./cohen-kappa";
import { cohenKappaStandardErrors } from "./cohen-kappa-standard-error";
import type { Distance } from "./distance";
import { type AgreementCase, agreementCases, caseTable } from "./fixtures/agreement-cases";
import { expectAgreement, expectError, expectNumber } from "./fixtures/expectations";
import { jackknife } from "./jackknife";
import { krippendorffAlpha, krippendorffAlphaMeasure } from "./krippendorff-alpha";
import { krippendorffAlphaStandardError } from "./krippendorff-alpha-standard-error";
import type { WeightFamily } from "./weights";

const cases = agreementCases();

function kindCases(...kinds: string[]): AgreementCase[] {
  return (cases ?? []).filter((one) => kinds.includes(one.kind) && !("generator" in Object(one.data)));
}

describe.skipIf(!cases)("cases: Krippendorff's alpha (needs ../shared/cases)", () => {
  it("has cases", () => {
    expect(kindCases("alpha_nominal", "alpha_ordinal", "alpha_interval", "alpha_ratio")).toHaveLength(105);
  });

  it.each(kindCases("alpha_nominal", "alpha_ordinal", "alpha_interval", "alpha_ratio"))("$id", (one) => {
    const table = caseTable(one);
    const distance = one.kind.replace("alpha_", "") as Distance;
    const result = krippendorffAlpha(table, distance);
    expectAgreement(result, one);
    if (result.kind === "undefined") return;
    expectNumber(result.observed, one.expected.Do);
    expectNumber(result.expected, one.expected.De);
    expect(result.labels).toBe(one.expected.n_pairable);
    const left = jackknife(krippendorffAlphaMeasure(table, distance), "used");
    if (left.kind === "jackknife") expectNumber(left.standardError, one.expected.se_jackknife);
    else expect(one.expected.se_jackknife).toBeUndefined();
    if (one.expected.se_method) expectError(krippendorffAlphaStandardError(table), one.expected.se);
  });
});

describe.skipIf(!cases)("cases: Cohen's kappa (needs ../shared/cases)", () => {
  it("has cases", () => {
    expect(kindCases("cohen", "cohen_linear", "cohen_quadratic")).toHaveLength(98);
  });

  it.each(kindCases("cohen", "cohen_linear", "cohen_quadratic"))("$id", (one) => {
    const weights = { cohen: "identity", cohen_linear: "linear", cohen_quadratic: "quadratic" }[
      one.kind
    ] as WeightFamily;
    const table = caseTable(one);
    const result = cohenKappa(table, "r0", "r1", weights);
    expectAgreement(result, one);
    if (result.kind === "undefined") return;
    expect(result.items).toBe(one.expected.n);
    const errors = cohenKappaStandardErrors(table, "r0", "r1", weights);
    expectError(errors.forInterval, one.expected.se);
    expectError(errors.forTest, one.expected.se0);
  });
});
