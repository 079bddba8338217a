import type { Decision, Said } from "./decide";
import { undecided } from "./decide-people";
import type { ItemRule } from "./wire";

type AcceptanceRule = Extract<ItemRule, { kind: "hard" | "soft" | "silver" | "virtual_judge" }>;
type Vote = { accepts: boolean | null; value: string | null; weight: number };

/**
 * Whether the members of a rule (the named raters or judges, else all people who answered) accept an item. Three-valued:
 * who has not answered leaves it open, so all accept only where everybody did, and one rejection settles `hard`. The
 * label is what the accepting said where they agree, else the first accepted option; `reject` where it is rejected,
 * none at all under `silver`. Confidence is the accepting share of the labels, or of the weight. O(labels × members).
 * @example decideAcceptance({ kind: "soft", accept: ["accept"], reject: "reject", raterIds: [a, b] }, labels)
 * // a accepts, b has not answered: accept
 */
export function decideAcceptance(rule: AcceptanceRule, labels: readonly Said[]): Decision {
  const votes = votesOf(rule, labels);
  const answered = votes.filter((vote) => vote.accepts !== null);
  if (answered.length === 0) return undecided("none");
  const accepting = answered.filter((vote) => vote.accepts);
  const confidence = weightOf(accepting) / weightOf(answered);
  const verdict = judgeVotes(rule, votes);
  if (verdict === null) return { ...undecided("too_few"), confidence };
  if (!verdict) {
    if (rule.kind === "silver") return { ...undecided("rejected"), confidence };
    return { label: rule.reject ?? null, decided: rule.kind, confidence };
  }
  const said = new Set(accepting.map((vote) => vote.value));
  const [only = null] = said;

  return { label: said.size === 1 ? only : (rule.accept[0] ?? null), decided: rule.kind, confidence };
}

function votesOf(rule: AcceptanceRule, labels: readonly Said[]): Vote[] {
  const members = rule.kind === "silver" || rule.kind === "virtual_judge" ? rule.judgeIds : rule.raterIds;
  const weights = rule.kind === "virtual_judge" && rule.combine.how === "weighted" ? rule.combine.weights : [];
  if (!members) return labels.filter((said) => said.kind === "human").map((said) => vote(rule, said.value, 1));

  return members.flatMap((id, i) => {
    const own = labels.filter((said) => said.raterId === id);
    const values = own.length === 0 ? [null] : own.map((said) => said.value);

    return values.map((value) => vote(rule, value, (weights[i] ?? 1) / values.length));
  });
}

function vote(rule: AcceptanceRule, value: string | null, weight: number): Vote {
  return { accepts: value === null ? null : rule.accept.includes(value), value, weight };
}

/** True, false, or null where those who have not answered could still turn it. */
function judgeVotes(rule: AcceptanceRule, votes: readonly Vote[]): boolean | null {
  const how = rule.kind === "virtual_judge" ? rule.combine.how : rule.kind === "soft" ? "any" : "both";
  const open = votes.filter((vote) => vote.accepts === null);
  const accepting = votes.filter((vote) => vote.accepts === true);
  if (how === "weighted" && rule.kind === "virtual_judge" && rule.combine.how === "weighted") {
    const needed = rule.combine.threshold * weightOf(votes) * (1 - Number.EPSILON * 8);
    if (weightOf(accepting) >= needed) return true;
    return weightOf(accepting) + weightOf(open) >= needed ? null : false;
  }
  if (how === "any") return accepting.length > 0 ? true : open.length > 0 ? null : false;
  const rejecting = votes.length - open.length - accepting.length;

  return rejecting > 0 ? false : open.length > 0 ? null : true;
}

function weightOf(votes: readonly Vote[]): number {
  return votes.reduce((sum, vote) => sum + vote.weight, 0);
}
