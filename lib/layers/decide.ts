import { decideAcceptance } from "./decide-acceptance";
import { counted, decidePlurality, median, undecided } from "./decide-people";
import type { Decided, ItemRule, LayerAdjudication } from "./wire";

/** One label as rules read it: `value` is null where it counts as no option of the layer. */
export type Said = {
  raterId: string;
  kind: "human" | "judge";
  question: string;
  value: string | null;
  round: string;
  probability: number | null;
};
/** What adjudicators settled; value null where they differ and nobody settled between them. */
export type Settled = LayerAdjudication & { question: string; value: string | null; codebookVersion: number };
export type ItemSubject = { labels: readonly Said[]; settled: readonly Settled[] };
export type Decision = {
  label: string | null;
  decided: Decided;
  confidence: number | null;
  adjudication?: LayerAdjudication;
};

/** What a rule is told beside the item: the options in order, and the posteriors that Dawid and Skene's model gave. */
export type RuleSetting = {
  options: readonly string[];
  /** By the item's pattern (patternOf): a probability for each option. Empty unless the rule asks for it. */
  posteriors: ReadonlyMap<string, Float64Array>;
};

/**
 * The layer's label of one item from its labels on one question under a rule. Pure; never guesses: a tie, too few labels
 * or a posterior below the bound give no label, and `decided` says which. O(labels × options).
 *
 * `confidence` is, by `decided`: majority, tie_broken, median, rater: share of the counted labels that are the label;
 * unanimous: 1; dawid_skene: the posterior; judge: the probability that the judge gave, null where it gave none; hard,
 * soft, silver, virtual_judge: share of the labels (weighted: of the weight) that accept; adjudicated: null. Undecided
 * rows have the value that fell short where there is one (tie, disagree, below, rejected), else null.
 *
 * @example decideItem({ kind: "majority", tie: "no_label", least: 1 }, subject, setting) // labels A A B: A, 2/3
 */
export function decideItem(rule: ItemRule, subject: ItemSubject, setting: RuleSetting): Decision {
  const people = subject.labels.filter((said) => said.kind === "human");
  switch (rule.kind) {
    case "majority":
      return decidePlurality(rule, people, setting.options);
    case "median": {
      const values = counted(people, setting.options);
      if (values.length === 0) return undecided("none");
      if (values.length < rule.least) return undecided("too_few");
      return of("median", median(values, setting.options, rule.which), values);
    }
    case "unanimous": {
      const values = counted(people, setting.options);
      if (values.length === 0) return undecided("none");
      if (values.length < rule.least) return undecided("too_few");
      const plural = decidePlurality({ tie: "no_label", least: 1 }, people, setting.options);
      if (new Set(values).size > 1) return { ...undecided("disagree"), confidence: plural.confidence };
      return of("unanimous", values[0] ?? "", values);
    }
    case "rater": {
      const own = people.filter((said) => said.raterId === rule.raterId);
      const decision = decidePlurality({ tie: "no_label", least: 1 }, own, setting.options);
      return decision.label === null ? decision : { ...decision, decided: "rater" };
    }
    case "dawid_skene":
      return decideByPosterior(rule, subject, setting);
    case "judge":
      return decideJudge(rule.judgeId, subject, setting);
    case "hard":
    case "soft":
    case "silver":
    case "virtual_judge":
      return decideAcceptance(rule, subject.labels);
    case "adjudicated_only":
      return decideSettled(subject) ?? undecided("none");
    case "adjudicated_first": {
      const settled = decideSettled(subject);
      return settled ?? decideItem(rule.otherwise, subject, setting);
    }
    case "judge_corrected": {
      const first = decideItem(rule.people, subject, setting);
      return first.label === null ? decideJudge(rule.judgeId, subject, setting) : first;
    }
  }
}

/** Adjudicators who differ leave an item without a label: a vote must not stand in for their decision. */
function decideSettled(subject: ItemSubject): Decision | undefined {
  const [settled] = subject.settled;
  if (!settled) return undefined;
  const { by, adjudicators, reason, value } = settled;
  const decided = value === null ? "unsettled" : "adjudicated";

  return { label: value, decided, confidence: null, adjudication: { by, adjudicators, reason } };
}

function decideJudge(judgeId: string, subject: ItemSubject, setting: RuleSetting): Decision {
  const own = subject.labels.filter((said) => said.raterId === judgeId);
  const { label, decided } = decidePlurality({ tie: "no_label", least: 1 }, own, setting.options);
  if (label === null) return undecided(decided);

  return { label, decided: "judge", confidence: own.find((said) => said.value === label)?.probability ?? null };
}

function of(decided: Decided, label: string, values: readonly string[]): Decision {
  return { label, decided, confidence: values.filter((value) => value === label).length / values.length };
}

/** Two posteriors nearer than this are one: their order would hang on rounding. */
const SAME = 1e-9;

function decideByPosterior(
  rule: Extract<ItemRule, { kind: "dawid_skene" }>,
  subject: ItemSubject,
  { options, posteriors }: RuleSetting,
): Decision {
  const key = patternOf(modelLabels(rule, subject.labels), options);
  const shares = key === "" ? undefined : posteriors.get(key);
  if (!shares) return undecided("none");
  const most = Math.max(...shares);
  const first = options.filter((_, i) => most - (shares[i] ?? 0) < SAME);
  if (first.length > 1) return { ...undecided("tie"), confidence: most };
  if (most < rule.posterior) return { ...undecided("below"), confidence: most };

  return { label: first[0] ?? null, decided: "dawid_skene", confidence: most };
}

/** The labels that the model is told: people's, and those of the judges that the rule names. */
export function modelLabels(rule: { judgeIds: readonly string[] }, labels: readonly Said[]): Said[] {
  return labels.filter((said) => said.kind === "human" || rule.judgeIds.includes(said.raterId));
}

/**
 * Who said what about an item, as one text: items with the same text have the same posterior. A rater's labels of
 * several rounds stand under one name each.
 * @example patternOf(labels, ["A", "B"]) // '[["r1","main",0],["r2","main",1]]', "" without labels
 */
export function patternOf(labels: readonly Said[], options: readonly string[]): string {
  const said = labels
    .filter((label) => label.value !== null && options.includes(label.value))
    .map(({ raterId, round, value }) => [raterId, round, options.indexOf(value ?? "")] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)));

  return said.length === 0 ? "" : JSON.stringify(said);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
