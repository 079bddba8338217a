import type { UndefinedReason } from "@/lib/agreement/agreement";
import type { ReferenceProvenance } from "@/lib/agreement/with-reference";

/** One measure as `--json` prints it. `low` and `high` are null where no interval was asked for or none is defined. */
export type Estimated =
  | { value: number; low: number | null; high: number | null; method: IntervalMethod; n: number }
  | { undefined: UndefinedReason };
export type IntervalMethod = "bca" | "percentile" | "infinitesimal_jackknife" | "none";

export type Scale = "nominal" | "ordinal" | "interval" | "ratio";
export type ReferenceChoice = "adjudicated" | "majority" | "median" | "each";
export type Ac2Weights = "identity" | "linear" | "quadratic" | "ordinal";

export type PairMeasures = {
  cohen_kappa: Estimated;
  cohen_kappa_linear: Estimated;
  cohen_kappa_quadratic: Estimated;
  krippendorff_alpha: Estimated;
  gwet_ac1: Estimated;
  percent_agreement: Estimated;
};
export type PairName = keyof PairMeasures;
export type PairReport = { a: string; b: string; items: number } & PairMeasures & { f1: Record<string, Estimated> };
export type PairSummary = { mean: Estimated; min: Estimated; max: Estimated; pairs: number };
export type PairsSummary = Record<PairName, PairSummary> & { f1: Record<string, PairSummary> };

export type CoefficientName =
  | "krippendorff_alpha"
  | "fleiss_kappa"
  | "conger_kappa"
  | "scott_pi"
  | "brennan_prediger"
  | "gwet_ac1"
  | "gwet_ac2"
  | "percent_agreement"
  | "all_equal"
  | "within_one";

/** A judge against one reference. */
export type ReferenceReport = {
  items: number;
  accuracy: Estimated;
  balanced_accuracy: Estimated;
  matthews_correlation: Estimated;
  macro_f1: Estimated;
  percent_agreement: Estimated;
  cohen_kappa: Estimated;
  cohen_kappa_quadratic: Estimated;
  alpha_reference: Estimated;
  precision: Record<string, Estimated>;
  recall: Record<string, Estimated>;
  f1: Record<string, Estimated>;
};
export type AltTest = {
  epsilon: number;
  score: "accuracy" | "neg_rmse";
  winning_rate: Estimated;
  advantage: Estimated;
  passed: boolean | null;
  humans: { human: string; items: number; advantage: number; p: number | null; rejected: boolean }[];
  skipped: { human: string; items: number }[];
};
export type JudgeReport = { judge: string; reference: ReferenceChoice } & ReferenceReport & {
    coverage: Estimated;
    alpha_pairs: Estimated;
    alpha_joined: Estimated;
    alpha_humans: Estimated;
    alt_test: AltTest;
    /** Means over the judge's pairs with each human. */
    pair_means: { percent_agreement: Estimated; cohen_kappa: Estimated; f1: Record<string, Estimated> };
    /** Mean over the judge's pairs with people less the mean over pairs of people. */
    judge_less_humans: Pick<PairMeasures, "krippendorff_alpha" | "cohen_kappa" | "cohen_kappa_quadratic">;
    /** Each human against the majority (or median) of the others, mean. */
    human_ceiling: Pick<ReferenceReport, "accuracy" | "cohen_kappa" | "cohen_kappa_quadratic">;
    /** Where the reference comes from; null where it is a column of its own. */
    provenance: ReferenceProvenance | null;
    /** The same measures with the judge's abstentions counted as wrong answers; null where none was declared. */
    abstentions_wrong: Pick<ReferenceReport, "accuracy" | "cohen_kappa" | "precision" | "recall" | "f1"> | null;
    /** One block a reference rater, with `--reference each`. */
    references?: ({ rater: string } & ReferenceReport)[];
  };

export type AgreementReport = {
  items: number;
  raters: number;
  labels: number;
  pairableItems: number;
  pairableLabels: number;
  categories: string[];
  coefficients: Record<CoefficientName, Estimated>;
  /** α under every distance that the categories allow. */
  alpha_by_distance: Partial<Record<Scale, Estimated>>;
  pairs: PairReport[];
  pairs_summary: PairsSummary;
  judges: JudgeReport[];
  judge_pairs: PairReport[];
  rater_names: string[];
  category_counts: Record<string, number>;
  settings: {
    scale: Scale;
    weights: Ac2Weights;
    reference: ReferenceChoice;
    bootstrap: number;
    seed: string;
    level: number;
    cluster: string | null;
  };
  warnings: string[];
};
