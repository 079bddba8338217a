import type { Decided } from "@/lib/layers/wire";

/** Why a row has no label. */
export const UNDECIDED_WORDS: Partial<Record<Decided, string>> = {
  none: "nothing to decide from",
  tie: "a tie",
  too_few: "fewer labels than asked for",
  disagree: "not unanimous",
  below: "posterior below the bound",
  rejected: "not accepted by all judges",
  unsettled: "adjudicators differ",
};

const DECIDED_WORDS: Partial<Record<Decided, string>> = {
  majority: "by majority",
  tie_broken: "a tie, broken by the rule",
  median: "by the median",
  unanimous: "all alike",
  rater: "one rater",
  dawid_skene: "by the model",
  adjudicated: "adjudicated",
  judge: "the judge alone",
  hard: "all accept or not",
  soft: "one accepts or none",
  silver: "all judges accept",
  virtual_judge: "judges as one",
  edge: "from its contexts",
  must_cite: "by the three types",
};

/** A must-cite row without a label is open: no type says yes, and one is not known. */
export function sayDecided(decided: Decided, mustCite = false): string {
  if (mustCite && decided === "none") return "open: no type says yes, one is not known";

  return DECIDED_WORDS[decided] ?? UNDECIDED_WORDS[decided] ?? decided;
}
