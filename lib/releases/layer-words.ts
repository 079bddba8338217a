import type { ItemRule, LayerRule } from "@/lib/layers/wire";

/** A rule as the card and the certificate say it; raters and judges by the names that the release gives them. */
export function layerWords(rule: LayerRule, nameOf: (id: string) => string): string {
  if (rule.kind === "edge")
    return `An edge is ${rule.positive ?? "positive"} where ${rule.least} or more of its items are; each item: ${itemWords(rule.over, nameOf)}.`;
  if (rule.kind === "must_cite")
    return `${rule.yes} where the first type, the second (at least ${rule.typeII.atLeast}) or ${rule.mentions} or more ${rule.count} hold; each type: ${itemWords(rule.by, nameOf)}.`;
  const words = itemWords(rule, nameOf);

  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

const TIES = {
  no_label: "a tie gives no label",
  lowest: "a tie gives the lowest of its options",
  highest: "a tie gives the highest of its options",
  lower_median: "a tie gives the lower median",
  upper_median: "a tie gives the upper median",
};

function itemWords(rule: ItemRule, nameOf: (id: string) => string): string {
  const names = (ids: readonly string[]) => ids.map(nameOf).join(", ");
  const least = (n: number) => (n > 1 ? `, of ${n} labels or more` : "");
  switch (rule.kind) {
    case "majority":
      return `strict plurality of the raters${least(rule.least)}; ${TIES[rule.tie]}`;
    case "median":
      return `the ${rule.which} median of the raters’ labels${least(rule.least)}`;
    case "unanimous":
      return `what all raters say alike${least(rule.least)}`;
    case "dawid_skene":
      return `the likeliest option by Dawid and Skene’s model, where its posterior is ${rule.posterior} or more`;
    case "rater":
      return `the rater ${nameOf(rule.raterId)} alone`;
    case "hard":
      return `accepted where all ${rule.raterIds ? names(rule.raterIds) : "raters"} say ${rule.accept.join(" or ")}`;
    case "soft":
      return `accepted where one of ${rule.raterIds ? names(rule.raterIds) : "the raters"} says ${rule.accept.join(" or ")}`;
    case "judge":
      return `the judge ${nameOf(rule.judgeId)} alone`;
    case "silver":
      return `what all of the judges ${names(rule.judgeIds)} accept (${rule.accept.join(" or ")})`;
    case "virtual_judge":
      return `${rule.combine.how} of the judges ${names(rule.judgeIds)} accept (${rule.accept.join(" or ")})`;
    case "adjudicated_only":
      return "what adjudicators settled";
    case "adjudicated_first":
      return `what adjudicators settled, else ${itemWords(rule.otherwise, nameOf)}`;
    case "judge_corrected":
      return `people where they have a label (${itemWords(rule.people, nameOf)}), the judge ${nameOf(rule.judgeId)} elsewhere`;
  }
}
