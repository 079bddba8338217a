import { reportSubject } from "@/lib/agreement-reports/report-subject";
import type { Codebook } from "@/lib/codebooks/schema";
import type { AgreementRecipe } from "@/lib/release-files/agreement-file";
import type { Answered } from "./other-versions";

export type RecipeFacts = {
  codebook: Codebook;
  /** Who answered what, by pseudonym: from the release's own counted labels. */
  answered: readonly Answered[];
  /** Questions of which only labels under the newest version are compared. */
  pinned: readonly { question: string; codebookVersion: number }[];
  /** Questions and derived labels with a settled answer. */
  settled: readonly string[];
  rounds: readonly string[];
  seed: string;
  replicates: number;
};

type Measure = AgreementRecipe["measure"];

const JUDGE: readonly Measure[] = [
  "judge_coverage",
  "judge_accuracy",
  "judge_macro_f1",
  "judge_kappa",
  "judge_alpha_reference",
  "judge_alpha_pairs",
  "judge_less_humans",
];

/**
 * The numbers that a release states: for each question that two people or more answered, their agreement; for each judge
 * of it, the judge against what is settled, else against the majority. O(questions × judges).
 */
export function agreementRecipes(facts: RecipeFacts): AgreementRecipe[] {
  const { codebook, answered, pinned, rounds, replicates, seed } = facts;
  if (rounds.length === 0) return [];
  const ids = [...codebook.questions, ...codebook.derived].map((entry) => entry.id);

  return ids.flatMap((question): AgreementRecipe[] => {
    const { subject, abstainSource } = reportSubject(codebook, question);
    const codebookVersion = pinned.find((one) => one.question === question)?.codebookVersion ?? null;
    const counts = (row: Answered) =>
      row.question === question && (codebookVersion === null || row.version === codebookVersion);
    const of = (kind: "human" | "judge") => [
      ...new Set(answered.filter((row) => counts(row) && row.kind === kind).map((row) => row.rater)),
    ];
    const raters = of("human").toSorted();
    if (raters.length === 0) return [];
    const silent = subject.judgeOnly;
    const base = {
      question,
      scale: subject.scale,
      categories: subject.options.map((option) => option.id).filter((id) => !silent.includes(id)),
      abstain: silent,
      abstainQuestion: abstainSource?.question ?? null,
      rounds: [...rounds],
      raters,
      origins: ["studio" as const, "imported" as const],
      codebookVersion,
      interval: replicates > 0 ? { replicates, seed, level: 0.95 } : null,
    };
    const numbers = base.categories.every((id) => id.trim() !== "" && Number.isFinite(Number(id)));
    const people = peopleMeasures(subject.scale, numbers).map((measure) => ({
      ...base,
      id: `${question}/${measure}`,
      measure,
      judge: null,
      reference: null,
    }));
    const rule = facts.settled.includes(question) ? ("adjudicated" as const) : ("majority" as const);
    const judges = of("judge")
      .toSorted()
      .flatMap((judge) =>
        judgeMeasures(subject.scale).map((measure) => ({
          ...base,
          id: `${question}/${measure}/${judge}`,
          measure,
          judge,
          reference: { rule, raters },
        })),
      );

    return [...people, ...judges];
  });
}

function peopleMeasures(scale: AgreementRecipe["scale"], numbers: boolean): Measure[] {
  if (scale !== "ordinal") return ["alpha_nominal", "kappa", "percent", "all_equal"];
  const interval: Measure[] = numbers ? ["alpha_interval"] : [];

  return [
    "alpha_ordinal",
    ...interval,
    "kappa",
    "kappa_linear",
    "kappa_quadratic",
    "percent",
    "all_equal",
    "within_one",
  ];
}

function judgeMeasures(scale: AgreementRecipe["scale"]): readonly Measure[] {
  return scale === "ordinal" ? [...JUDGE, "judge_kappa_quadratic"] : JUDGE;
}
