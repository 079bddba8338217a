import { describe, expect, it } from "vitest";
import { cohenKappa } from "./cohen-kappa";
import { sharedFile } from "./fixtures/shared-files";
import { AgreementInputError } from "./input-error";
import { krippendorffAlpha } from "./krippendorff-alpha";
import { type LabelRow, patternTableFromLabels } from "./pattern-table-from-labels";

// LLMJudge challenge, Table 3 of arXiv 2502.13908: unweighted kappa and ordinal alpha of 33 judges on 4,423 pairs.
const published = sharedFile("data/llmjudge/published_table3.csv");
const people = sharedFile("data/llmjudge/llmjudge_test_qrel_idx.txt");
const OUT_OF_RANGE: readonly string[] = ["RMITIR-llama70B", "h2oloo-zeroshot2"];

function labelsOf(text: string, rater: string): LabelRow[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [query, , document, label] = line.trim().split(/\s+/);

      return { item: `${query} ${document}`, rater, label };
    });
}

const judges = (published ?? "")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","));

describe.skipIf(!published || !people)("LLMJudge, published kappa and ordinal alpha (needs ../shared/data)", () => {
  const human = labelsOf(people ?? "", "human");

  it.each(judges)("%s: kappa %s, alpha %s", (judge, kappa, alpha) => {
    const text = sharedFile(`data/llmjudge/scores/${judge}.txt`) ?? "";
    const build = () =>
      patternTableFromLabels({ categories: ["0", "1", "2", "3"], rows: [...human, ...labelsOf(text, "judge")] });
    if (OUT_OF_RANGE.includes(judge ?? "")) {
      expect(build).toThrow(AgreementInputError);
      return;
    }
    const table = build();
    expect(cohenKappa(table, "human", "judge")).toMatchObject({ kind: "estimate", items: 4423 });
    expect(value(cohenKappa(table, "human", "judge")).toFixed(4)).toBe(kappa);
    expect(value(krippendorffAlpha(table, "ordinal")).toFixed(4)).toBe(alpha);
  });

  it("lists 33 judges", () => {
    expect(judges).toHaveLength(33);
  });
});

function value(result: { kind: string; value?: number }): number {
  return result.value ?? Number.NaN;
}
