import { describe, expect, it } from "vitest";
import { bootstrapInterval } from "./bootstrap-interval";
import { compressLabels } from "./compress-labels";
import { type AgreementCase, agreementCases } from "./fixtures/agreement-cases";
import { expectAgreement } from "./fixtures/expectations";
import { generatedMatrix } from "./fixtures/generated-matrix";
import { krippendorffAlpha, krippendorffAlphaMeasure } from "./krippendorff-alpha";

type Generator = { generator: string; seed: number; N: number; kind: "nominal" | "ordinal"; byte_sum: number };

const cases = agreementCases("alpha_nominal", "alpha_ordinal")?.filter((one) => "generator" in Object(one.data));

describe.skipIf(!cases)("cases: generated tables up to 2,000,000 items (needs ../shared/cases)", () => {
  it("has cases", () => {
    expect(cases).toHaveLength(6);
  });

  it.each(cases ?? ([] as AgreementCase[]))("$id", { timeout: 60_000 }, (one) => {
    const data = one.data as Generator;
    const matrix = generatedMatrix(data.kind, data.N, data.seed);
    // The port is checked by the sum of the matrix with 1, 2, … for categories and 0 for missing.
    expect(matrix.labels.reduce((sum, label) => sum + (label === 255 ? 0 : label + 1), 0)).toBe(data.byte_sum);

    const table = compressLabels(matrix);
    expect(table.items.reduce((sum, count) => sum + count, 0)).toBe(data.N);
    expect(table.rows).toBe(one.expected.patterns);
    const result = krippendorffAlpha(table, data.kind);
    expectAgreement(result, one);
    expect(result.kind === "estimate" && result.labels).toBe(one.expected.n_pairable);

    const interval = bootstrapInterval(krippendorffAlphaMeasure(table, data.kind), {
      seed: "generated",
      replicates: 2000,
      method: "percentile",
    });
    expect(interval.kind).toBe("interval");
    if (interval.kind !== "interval") return;
    const [low, high] = one.expected.boot_ci as [number, number];
    const error = Number(one.expected.boot_se);
    // Monte Carlo noise of a standard error from 2,000 replicates is 1.6 %, of a 2.5 % quantile .06 standard errors.
    expect(Math.abs(interval.standardError / error - 1)).toBeLessThan(0.08);
    expect(Math.abs(interval.low - low)).toBeLessThan(0.3 * error);
    expect(Math.abs(interval.high - high)).toBeLessThan(0.3 * error);
  });
});
