import { describe, expect, it } from "vitest";
import { type AgreementCase, agreementCases } from "@/lib/agreement/fixtures/agreement-cases";
import { generatedMatrix } from "@/lib/agreement/fixtures/generated-matrix";
import { agreementReport } from "./agreement-report";
import { fileData } from "./file-data";
import { reportOptions } from "./options";
import type { AgreementReport, Estimated } from "./wire";

type Cell = string | number | boolean | null;

/** What the command runs: a file's text, the options as said, the report. */
async function report(text: string, categories: string[], said: Record<string, string> = {}, judges: string[] = []) {
  const options = reportOptions({ bootstrap: "0", ...said });
  const bytes = async function* () {
    yield new TextEncoder().encode(text);
  };
  const { data } = await fileData(bytes(), {
    fileName: "case.csv",
    categories,
    scale: options.scale,
    reference: options.reference,
    judges,
    abstain: [],
  });

  return agreementReport(data, options);
}

function quoted(value: Cell): string {
  return value === null ? "" : `"${String(value).replaceAll('"', '""')}"`;
}

function wideFile(matrix: readonly (readonly Cell[])[]): string {
  const header = ["item", ...(matrix[0] ?? []).map((_, rater) => `r${rater}`)];

  return [header, ...matrix.map((row, item) => [`u${item}`, ...row.map(quoted)])]
    .map((row) => row.join(","))
    .join("\n");
}

/** A contingency table written out, one line an item. */
function expanded(table: number[][], categories: Cell[]): Cell[][] {
  return table.flatMap((row, a) =>
    row.flatMap((items, b) => Array.from({ length: items }, (): Cell[] => [categories[a] ?? "", categories[b] ?? ""])),
  );
}

const KINDS: Record<
  string,
  { said: Record<string, string>; read: (report: AgreementReport) => Estimated | undefined }
> = {
  alpha_nominal: { said: {}, read: (all) => all.coefficients.krippendorff_alpha },
  alpha_ordinal: { said: { scale: "ordinal" }, read: (all) => all.coefficients.krippendorff_alpha },
  alpha_interval: { said: { scale: "interval" }, read: (all) => all.coefficients.krippendorff_alpha },
  alpha_ratio: { said: { scale: "ratio" }, read: (all) => all.coefficients.krippendorff_alpha },
  fleiss: { said: {}, read: (all) => all.coefficients.fleiss_kappa },
  fleiss_gwet: { said: {}, read: (all) => all.coefficients.fleiss_kappa },
  conger: { said: {}, read: (all) => all.coefficients.conger_kappa },
  scott_pi: { said: {}, read: (all) => all.coefficients.scott_pi },
  percent: { said: {}, read: (all) => all.coefficients.percent_agreement },
  brennan_prediger: { said: {}, read: (all) => all.coefficients.brennan_prediger },
  gwet_ac1: { said: {}, read: (all) => all.coefficients.gwet_ac1 },
  gwet_ac2_linear: { said: { weights: "linear" }, read: (all) => all.coefficients.gwet_ac2 },
  gwet_ac2_quadratic: { said: { scale: "ordinal" }, read: (all) => all.coefficients.gwet_ac2 },
  gwet_ac2_ordinal: { said: { weights: "ordinal" }, read: (all) => all.coefficients.gwet_ac2 },
  cohen: { said: {}, read: (all) => all.pairs[0]?.cohen_kappa },
  cohen_linear: { said: {}, read: (all) => all.pairs[0]?.cohen_kappa_linear },
  cohen_quadratic: { said: {}, read: (all) => all.pairs[0]?.cohen_kappa_quadratic },
};

const cases = agreementCases(...Object.keys(KINDS));
const isTable = (data: unknown): data is { table: number[][]; categories: Cell[] } => "table" in Object(data);
/** Twenty billion items have no file; the two million of the benchmark have their own test below, smaller. */
const fits = (one: AgreementCase) =>
  Array.isArray(one.data) ||
  (isTable(one.data) && one.data.table.flat().reduce((sum, items) => sum + items, 0) < 20_000);

function expectCase(result: Estimated | undefined, one: AgreementCase) {
  const { value, status, published } = one.expected;
  if (value === null) {
    expect(result).toEqual({ undefined: status?.replace("undefined:", "") });

    return;
  }
  if (!result || "undefined" in result) throw new Error(`${one.id}: ${JSON.stringify(result)}`);
  expect(Math.abs(result.value - Number(value))).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(Number(value))));
  if (published) expect(Math.abs(result.value - published.value)).toBeLessThanOrEqual(published.tolerance);
  expect([result.low, result.high]).toEqual([null, null]);
}

describe.skipIf(!cases)("cases through the command's own functions (needs ../shared/cases)", () => {
  it("covers every coefficient that the command prints", () => {
    expect((cases ?? []).filter(fits).length).toBeGreaterThan(380);
  });

  it.each((cases ?? []).filter(fits))("$id", async (one) => {
    const kind = KINDS[one.kind];
    if (!kind) throw new Error(`no reader for ${one.kind}`);
    const categories = one.params.categories;
    const matrix = isTable(one.data) ? expanded(one.data.table, [...categories]) : (one.data as Cell[][]);
    expectCase(kind.read(await report(wideFile(matrix), categories.map(String), kind.said)), one);
  });

  it.each((cases ?? []).filter((one) => /^gen_.*_10000$/.test(one.id)))("$id (generated)", async (one) => {
    const nominal = one.kind === "alpha_nominal";
    const { seed } = one.data as { seed: number };
    const made = generatedMatrix(nominal ? "nominal" : "ordinal", 10_000, seed);
    const matrix = Array.from({ length: 10_000 }, (_, item) =>
      Array.from({ length: made.raters }, (_, rater): Cell => {
        const label = made.labels[item * made.raters + rater] ?? 255;

        return label === 255 ? null : (made.categories[label] ?? null);
      }),
    );
    const result = await report(wideFile(matrix), made.categories, { scale: nominal ? "nominal" : "ordinal" });
    expectCase(result.coefficients.krippendorff_alpha, one);
  });
});

const altCases = agreementCases("alt_test");
type AltData = { llm: Record<string, Cell>; humans: Record<string, Record<string, Cell>> };

describe.skipIf(!altCases)("the alternative annotator test through the command (needs ../shared/cases)", () => {
  it.each(altCases ?? [])("$id", async (one) => {
    const { llm, humans } = one.data as AltData;
    const items = [...new Set([llm, ...Object.values(humans)].flatMap((labels) => Object.keys(labels)))];
    const columns = [...Object.values(humans), llm];
    const header = ["item", ...Object.keys(humans), "llm"].join(",");
    const rows = items.map((item) =>
      [quoted(item), ...columns.map((labels) => quoted(labels[item] ?? null))].join(","),
    );
    const labels = [...new Set(columns.flatMap((column) => Object.values(column).map(String)))].sort();
    const { epsilon, score } = one.params as unknown as { epsilon: number; score: string };
    const said = { epsilon: String(epsilon), "alt-score": score };
    const all = await report([header, ...rows].join("\n"), labels, said, ["llm"]);
    const test = all.judges[0]?.alt_test;
    const expected = one.expected as unknown as { winning_rate: number; advantage_prob: number; passed: boolean };
    expect(test).toMatchObject({ epsilon, passed: expected.passed });
    expect(test?.winning_rate).toMatchObject({ value: expect.closeTo(expected.winning_rate, 9) });
    expect(test?.advantage).toMatchObject({ value: expect.closeTo(expected.advantage_prob, 9) });
  });
});
