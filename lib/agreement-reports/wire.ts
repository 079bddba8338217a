import type { UndefinedReason } from "@/lib/agreement/agreement";
import type { ReferenceRule } from "@/lib/agreement/reference-label";
import type { ReferenceProvenance } from "@/lib/agreement/with-reference";

/** A number as every page, file and command prints it: with its interval, how that was made, and the items used. */
export type Measured =
  | { value: number; low: number | null; high: number | null; method: string; n: number; warnings: string[] }
  | { undefined: UndefinedReason; observed: number | null; n: number };

export type Scale = "nominal" | "ordinal" | "binary";

export type NamedMeasure = {
  id: string;
  label: string;
  /** What exactly is computed, in a line. */
  definition: string;
  result: Measured;
  /** Over pairs of raters: the lowest, the highest, and how many pairs have a value. */
  pairs?: { min: number | null; max: number | null; defined: number };
};

export type PairCell = { a: string; b: string; n: number; kappa: Measured };

export type ClassRow = { category: string; precision: Measured; recall: Measured; f1: Measured; support: number };

export type JudgeReport = {
  coverage: Measured;
  accuracy: Measured;
  /** With the judge's UNSURE counted as wrong; null where the codebook has no judge-only option. */
  accuracyUnsureWrong: Measured | null;
  macroF1: Measured;
  kappa: Measured;
  kappaQuadratic: Measured | null;
  alphaReference: Measured;
  alphaPairs: Measured;
  alphaJoined: Measured;
  alphaHumans: Measured;
  /** Mean α over judge–rater pairs less mean α over pairs of raters, resampled together: the claim as one number. */
  judgeLessHumans: Measured;
  classes: ClassRow[];
  /** Items by reference (rows) and judge (columns), over the subject's options. */
  confusion: number[][];
};

/** The question or derived label that a report is about. */
export type Subject = {
  id: string;
  title: string;
  scale: Scale;
  derived: boolean;
  options: { id: string; label: string }[];
  /** Options that only judges may give. */
  judgeOnly: string[];
};

/** What stands between the items drawn and the items used; each count in items unless it says slots or labels. */
export type Flow = {
  drawn: number;
  served: number;
  answered: number;
  slotsFilled: number;
  skipped: { reason: string; slots: number }[];
  extraLabels: number;
  imported: number;
};

/** People's labels made under one codebook version, by how they read in the reported one. */
export type VersionLabels = {
  version: number;
  asTheyAre: number;
  /** Renamed or merged without doubt. */
  mapped: number;
  /** Left out: the option was split or dropped, or the version is a later one. */
  split: number;
  dropped: number;
  newer: number;
  /** Left out: derived from an answer that was split, dropped, or says something else now. */
  resting: number;
};

export type ReportRound = { id: string; name: string; purpose: string };
export type ReportRater = { id: string; pseudonym: string; name: string | null };
export type JudgeEntry = ReportRater & { provenance: ReferenceProvenance; report: JudgeReport };

export type AgreementReport = {
  subject: Subject;
  rounds: ReportRound[];
  allRounds: ReportRound[];
  raters: ReportRater[];
  codebookVersions: number[];
  /** The version whose options are reported, and whether labels of others are left out altogether. */
  codebookVersion: number;
  versionOnly: boolean;
  versions: VersionLabels[];
  items: number;
  labels: number;
  pairableItems: number;
  /** Whether the question has settled labels, so that they can be the reference. */
  adjudicated: boolean;
  flow: Flow;
  measures: NamedMeasure[];
  pairs: PairCell[];
  /** How often each rater gave each option, in the order of the subject's options. */
  distribution: { rater: string; counts: number[] }[];
  reference: {
    rule: ReferenceRule | "adjudicated" | "rater";
    rater: ReportRater | null;
    provenance: ReferenceProvenance;
  };
  judges: JudgeEntry[];
  plan: { replicates: number; seed: string; level: number };
};
