import { describe, expect, it } from "vitest";
import { alternativeAnnotatorTest } from "./alternative-annotator-test";
import { benjaminiYekutieli } from "./benjamini-yekutieli";
import { cohenKappa } from "./cohen-kappa";
import { cohenKappaStandardErrors } from "./cohen-kappa-standard-error";
import { dawidSkene } from "./dawid-skene";
import { type AgreementCase, agreementCases } from "./fixtures/agreement-cases";
import { altTestTable } from "./fixtures/alt-test-table";
import { expectError, expectNumber } from "./fixtures/expectations";
import { intraRaterTable, type OccasionRow } from "./intra-rater-table";
import { krippendorffAlpha } from "./krippendorff-alpha";
import { patternTableFromLabels } from "./pattern-table-from-labels";
import { percentAgreement } from "./percent-agreement";
import { predictionPoweredMean } from "./prediction-powered";
import { predictionPoweredStratified } from "./prediction-powered-stratified";
import { roganGladen } from "./rogan-gladen";
import { stratifiedRate } from "./stratified-rate";

const found = agreementCases() !== undefined;
const every = (kind: string) => agreementCases(kind) ?? ([] as AgreementCase[]);

function expectInterval(
  result: { low: number; high: number; standardError: number; value: number },
  one: AgreementCase,
) {
  const [low, high] = one.expected.ci as [number, number];
  expectNumber(result.value, one.expected.value);
  expectNumber(result.standardError, one.expected.se);
  expectNumber(result.low, low);
  expectNumber(result.high, high);
}

describe.skipIf(!found)("cases: judge statistics (needs ../shared/cases)", () => {
  const kinds = "alt_test by_correction ppi_mean ppi_stratified stratified_mean judge_corrected_proportion";

  it("has cases: with the other files every case is run", () => {
    const here = agreementCases(...kinds.split(" "), "dawid_skene", "intra_rater");
    expect(here).toHaveLength(16);
    expect(agreementCases()).toHaveLength(6 + 7 + 105 + 98 + 242 + 16);
  });

  it.each(every("alt_test"))("$id", (one) => {
    const data = one.data as { llm: Record<string, string>; humans: Record<string, Record<string, string>> };
    const params = one.params as unknown as {
      score: "accuracy" | "neg_rmse";
      epsilon: number;
      q_fdr: number;
      min_humans_per_instance: number;
      min_instances_per_human: number;
    };
    const expected = one.expected as unknown as {
      winning_rate: number;
      advantage_prob: number;
      passed: boolean;
      per_human: { human: string; p: number; rho: number; rejected: boolean }[];
    };
    const result = alternativeAnnotatorTest(altTestTable(data.humans, data.llm), {
      judge: "llm",
      humans: Object.keys(data.humans),
      epsilon: params.epsilon,
      score: params.score,
      q: params.q_fdr,
      fewestHumans: params.min_humans_per_instance,
      fewestItems: params.min_instances_per_human,
    });
    expect(result.kind).toBe("tested");
    if (result.kind !== "tested") return;
    expectNumber(result.winningRate, expected.winning_rate);
    expectNumber(result.advantage, expected.advantage_prob);
    expect(result.passed).toBe(expected.passed);
    expect(result.humans).toHaveLength(expected.per_human.length);
    for (const human of expected.per_human) {
      const own = result.humans.find((other) => other.human === human.human);
      expectNumber(own?.p, human.p);
      expectNumber(own?.advantage, human.rho);
      expect(own?.rejected).toBe(human.rejected);
    }
  });

  it.each(every("by_correction"))("$id", (one) => {
    const { rejected, adjusted } = benjaminiYekutieli((one.data as { p: number[] }).p, Number(one.params.q));
    expect(rejected.flatMap((yes, index) => (yes ? [index] : []))).toEqual(one.expected.rejected);
    (one.expected.adjusted as number[]).forEach((value, index) => {
      expectNumber(adjusted[index], value, one.tolerance);
    });
  });

  it.each(every("ppi_mean"))("$id", (one) => {
    const data = one.data as Record<"labelled_human" | "labelled_judge" | "unlabelled_judge", number[]>;
    const lambda = one.params.lambda_ as number | null;
    const result = predictionPoweredMean(
      { human: data.labelled_human, judge: data.labelled_judge, judgeOnly: data.unlabelled_judge },
      { level: 1 - Number(one.params.alpha), ...(lambda !== null && { lambda }) },
    );
    expect(result.kind).toBe("estimate");
    if (result.kind !== "estimate") return;
    expectInterval(result, one);
    expectNumber(result.lambda, one.expected.lambda_);
    expectNumber(result.judgeOnly, one.expected.judge_only);
    const classical = one.expected.classical as { value: number; se: number };
    expectNumber(result.humanOnly.value, classical.value);
    expectNumber(result.humanOnly.standardError, classical.se);
  });

  it.each(every("ppi_stratified"))("$id", (one) => {
    const data = one.data as { y_true: (number | null)[]; y_proxy: number[]; groups: number[] };
    const strata = [...new Set(data.groups)].map((group) => {
      const items = data.groups.flatMap((other, index) => (other === group ? [index] : []));
      const labelled = items.filter((index) => data.y_true[index] !== null);

      return {
        human: labelled.map((index) => Number(data.y_true[index])),
        judge: labelled.map((index) => Number(data.y_proxy[index])),
        judgeOnly: items.filter((index) => data.y_true[index] === null).map((index) => Number(data.y_proxy[index])),
      };
    });
    const result = predictionPoweredStratified(strata, { freedomLost: 1, lambdaRange: "free" });
    expect(result.kind).toBe("estimate");
    if (result.kind === "estimate") expectInterval(result, one);
  });

  it.each(every("stratified_mean"))("$id", (one) => {
    const data = one.data as Record<"N" | "n" | "k", number[]>;
    const result = stratifiedRate(
      data.N.map((size, stratum) => ({ size, audited: data.n[stratum] ?? 0, positive: data.k[stratum] ?? 0 })),
    );
    expect(result.kind).toBe("estimate");
    if (result.kind === "estimate") expectInterval(result, one);
  });

  it.each(every("judge_corrected_proportion"))("$id", (one) => {
    const data = one.data as Record<string, number>;
    const result = roganGladen({
      items: data.N ?? 0,
      judgedPositive: data.judge_positive ?? 0,
      humanPositive: data.human_positive ?? 0,
      judgedPositiveOfPositive: data.judge_positive_given_human_positive ?? 0,
      humanNegative: data.human_negative ?? 0,
      judgedNegativeOfNegative: data.judge_negative_given_human_negative ?? 0,
    });
    expect(result.kind).toBe("estimate");
    if (result.kind !== "estimate") return;
    expectInterval(result, one);
    expectNumber(result.sensitivity, one.expected.sensitivity);
    expectNumber(result.specificity, one.expected.specificity);
    expectNumber(result.naive, one.expected.naive);
  });

  it.each(every("dawid_skene"))("$id", (one) => {
    const data = one.data as { triples: [string, string, number][] };
    const rows = data.triples.map(([item, rater, label]) => ({ item, rater, label, cluster: item }));
    const raters = [...new Set(rows.map((row) => row.rater))].sort();
    const result = dawidSkene(patternTableFromLabels({ categories: ["0", "1", "2"], raters, rows }), {
      smoothing: Number(one.params.smoothing),
    });
    expect(result.converged).toBe(true);
    expectNumber(result.logLikelihood, one.expected.loglik, one.tolerance);
    (one.expected.priors as number[]).forEach((prior, category) => {
      expectNumber(result.priors[category], prior, one.tolerance);
    });
    // One cluster per item keeps rows in item order.
    expect([...result.labels]).toEqual(one.expected.labels);
    (one.expected.worker_accuracy as number[]).forEach((accuracy, rater) => {
      expectNumber(result.raters[rater]?.accuracy, accuracy, one.tolerance);
    });
  });

  it.each(every("intra_rater"))("$id", (one) => {
    const rows = (one.data as number[][]).flatMap((labels, item) =>
      labels.map((label, index): OccasionRow => ({ item, rater: "one", occasion: `r${index}`, label })),
    );
    const table = intraRaterTable(one.params.categories.map(String), rows);
    expect(krippendorffAlpha(table)).toMatchObject({ value: expect.closeTo(Number(one.expected.alpha), 9) });
    expect(percentAgreement(table)).toMatchObject({ value: expect.closeTo(Number(one.expected.percent), 9) });
    expect(cohenKappa(table, "r0", "r1")).toMatchObject({ value: expect.closeTo(Number(one.expected.cohen), 9) });
    expectError(cohenKappaStandardErrors(table, "r0", "r1").forInterval, one.expected.cohen_se);
  });
});
