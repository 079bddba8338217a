import { describe, expect, it } from "vitest";
import type { Agreement } from "./agreement";
import { cohenKappa } from "./cohen-kappa";
import { cohenKappaStandardErrors } from "./cohen-kappa-standard-error";
import type { Distance } from "./distance";
import { type AgreementCase, agreementCases, caseTable } from "./fixtures/agreement-cases";
import { jackknife } from "./jackknife";
import { krippendorffAlpha, krippendorffAlphaMeasure } from "./krippendorff-alpha";
import { observedAgreementByLabels } from "./observed-agreement-by-labels";
import { percentAgreement } from "./percent-agreement";
import type { WeightFamily } from "./weights";

const cases = agreementCases();

function expectAgreement(result: Agreement, one: AgreementCase) {
  const { value, status } = one.expected;
  if (value === null) {
    expect(`undefined:${result.kind === "undefined" ? result.reason : result.value}`).toBe(status);
    return;
  }
  expect(result.kind).toBe("estimate");
  if (result.kind !== "estimate") return;
  expect(Math.abs(result.value - Number(value))).toBeLessThanOrEqual(one.tolerance);
  const { published } = one.expected;
  if (published) expect(Math.abs(result.value - published.value)).toBeLessThanOrEqual(published.tolerance);
}

function expectNumber(actual: number | undefined, expected: unknown, tolerance = 1e-9) {
  if (expected === undefined) return;
  expect(actual).toBeTypeOf("number");
  expect(Math.abs((actual ?? Number.NaN) - Number(expected))).toBeLessThanOrEqual(
    tolerance * Math.max(1, Math.abs(Number(expected))),
  );
}

function kindCases(...kinds: string[]): AgreementCase[] {
  return (cases ?? []).filter((one) => kinds.includes(one.kind) && !("generator" in Object(one.data)));
}

describe.skipIf(!cases)("cases: Krippendorff's alpha (needs ../shared/cases)", () => {
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
  });
});

describe.skipIf(!cases)("cases: Cohen's kappa (needs ../shared/cases)", () => {
  it.each(kindCases("cohen", "cohen_linear", "cohen_quadratic"))("$id", (one) => {
    const weights = { cohen: "identity", cohen_linear: "linear", cohen_quadratic: "quadratic" }[
      one.kind
    ] as WeightFamily;
    const table = caseTable(one);
    const result = cohenKappa(table, "r0", "r1", weights);
    expectAgreement(result, one);
    if (result.kind === "undefined") return;
    expectNumber(result.observed, one.expected.po);
    expectNumber(result.expected, one.expected.pe);
    expect(result.items).toBe(one.expected.n);
    const errors = cohenKappaStandardErrors(table, "r0", "r1", weights);
    if (errors.forInterval.kind === "standard_error") expectNumber(errors.forInterval.value, one.expected.se);
    if (errors.forTest.kind === "standard_error") expectNumber(errors.forTest.value, one.expected.se0);
  });
});

describe.skipIf(!cases)("cases: percent agreement (needs ../shared/cases)", () => {
  it.each(kindCases("percent"))("$id", (one) => {
    expectAgreement(percentAgreement(caseTable(one)), one);
  });

  it.each(kindCases("percent_weighted"))("$id", (one) => {
    expectAgreement(observedAgreementByLabels(caseTable(one)), one);
  });
});
