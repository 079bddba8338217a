import type { AgreementFile, AgreementNumber, MeasureName } from "./agreement-file";
import { endorsementWords } from "./endorsements";
import type { Manifest } from "./manifest";
import { printed } from "./round-decimal";
import { markdownTable } from "./write-card";

const NAMES: Record<MeasureName, string> = {
  alpha_nominal: "Krippendorff’s α, nominal",
  alpha_ordinal: "Krippendorff’s α, ordinal",
  alpha_interval: "Krippendorff’s α, interval",
  kappa: "Cohen’s κ, mean over pairs of raters",
  kappa_linear: "Cohen’s κ, linear weights, mean over pairs",
  kappa_quadratic: "Cohen’s κ, quadratic weights, mean over pairs",
  percent: "Percent agreement over pairs of labels",
  all_equal: "Units on which all raters agree",
  within_one: "Units whose labels differ by at most one step",
  judge_coverage: "Judge: share of units answered",
  judge_accuracy: "Judge against the reference: accuracy",
  judge_macro_f1: "Judge against the reference: macro F1",
  judge_kappa: "Judge against the reference: Cohen’s κ",
  judge_kappa_quadratic: "Judge against the reference: Cohen’s κ, quadratic weights",
  judge_alpha_reference: "Judge and reference: Krippendorff’s α",
  judge_alpha_pairs: "Judge with each rater: mean Krippendorff’s α",
  judge_less_humans: "Judge with raters, less raters with each other: mean α",
};

/** A measure's name as the report prints it. O(1). */
export function measureTitle(measure: MeasureName): string {
  return NAMES[measure];
}

/**
 * report.md: every number of agreement.json with its interval and n, by question. O(numbers).
 *
 * @example writeReport(manifest, agreement).includes(".461"); // where agreement.json has .4614
 */
export function writeReport(manifest: Manifest, agreement: AgreementFile): string {
  const questions = [...new Set(agreement.numbers.map((number) => number.question))];
  const others = manifest.otherVersions ?? [];
  const leftOut = (question: string) =>
    others
      .filter((one) => one.question === question)
      .map((one) => `${otherVersionWords(one)}\n\n`)
      .join("");
  const parts = questions.map((question) => {
    const rows = agreement.numbers.filter((number) => number.question === question).map(rowOf);

    return `## ${question}\n\n${leftOut(question)}${markdownTable(["Measure", "Judge", "Reference", "Value", "Interval", "n", "Raters", "Rounds"], rows)}`;
  });
  // A question without labels under the newest version has no numbers, and is named all the same.
  const silent = others.filter((one) => !questions.includes(one.question));
  parts.push(...silent.map(({ question }) => `## ${question}\n\n${leftOut(question).trim()}`));
  const intervals = agreement.numbers.find((number) => number.interval !== null)?.interval;
  const how = intervals
    ? `Intervals: ${printed(intervals.level * 100, 0)} %, bootstrap over units (BCa where it is defined), ${intervals.replicates} replicates, seed ${JSON.stringify(intervals.seed)}.`
    : "";
  const head = `# Agreement\n\n${manifest.study.title}, version ${manifest.version}. Each number can be computed again from labels.jsonl by its recipe in agreement.json; \`assay verify\` does so. A unit is an item in a round. ${how}`;

  const authors = manifest.endorsements ? [`## Endorsements\n\n${endorsementWords(manifest.endorsements)}`] : [];

  return `${[head.trim(), ...(parts.length > 0 ? parts : ["No agreement was computed."]), ...authors].join("\n\n")}\n`;
}

function otherVersionWords({ codebookVersion, labels }: NonNullable<Manifest["otherVersions"]>[number]): string {
  const some = labels === 1 ? "1 counted label" : `${labels} counted labels`;

  return `This question changed between codebook versions: only labels under version ${codebookVersion} are compared. ${some} under other versions ${labels === 1 ? "is" : "are"} in labels.jsonl and in no number here.`;
}

function rowOf(number: AgreementNumber): string[] {
  const { value, low, high, undefined: reason, method } = number;

  return [
    NAMES[number.measure],
    number.judge ?? "",
    number.reference?.rule ?? "",
    value === null ? `not defined (${reason ?? "no reason"})` : printed(value),
    low === null || high === null ? (value === null ? "" : method) : `[${printed(low)}, ${printed(high)}]`,
    String(number.n),
    number.raters.join(" "),
    number.rounds.join(" "),
  ];
}
