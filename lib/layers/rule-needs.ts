import type { LayerRule } from "./wire";

/** Whose labels a rule reads. */
export type RuleNeeds = {
  /** All people, whoever they are. */
  people: boolean;
  raterIds: string[];
  judgeIds: string[];
  settled: boolean;
  mentions: boolean;
};

/**
 * What a rule rests on, the rules within it included. O(size of the rule).
 * @example ruleNeeds({ kind: "judge", judgeId }) // { people: false, raterIds: [], judgeIds: [judgeId], … }
 */
export function ruleNeeds(rule: LayerRule): RuleNeeds {
  switch (rule.kind) {
    case "majority":
    case "median":
    case "unanimous":
      return needs({ people: true });
    case "dawid_skene":
      return needs({ people: true, judgeIds: rule.judgeIds });
    case "rater":
      return needs({ raterIds: [rule.raterId] });
    case "hard":
    case "soft":
      return rule.raterIds ? needs({ raterIds: rule.raterIds }) : needs({ people: true });
    case "judge":
      return needs({ judgeIds: [rule.judgeId] });
    case "silver":
    case "virtual_judge":
      return needs({ judgeIds: rule.judgeIds });
    case "adjudicated_only":
      return needs({ people: true, settled: true });
    case "adjudicated_first": {
      const otherwise = ruleNeeds(rule.otherwise);
      return { ...otherwise, people: true, settled: true };
    }
    case "judge_corrected": {
      const people = ruleNeeds(rule.people);
      return { ...people, judgeIds: [...new Set([...people.judgeIds, rule.judgeId])] };
    }
    case "edge":
      return ruleNeeds(rule.over);
    case "must_cite":
      return { ...ruleNeeds(rule.by), mentions: true };
  }
}

/** The rule by which a single item (or one type of must-cite) is decided. */
export function itemRuleOf(rule: LayerRule) {
  if (rule.kind === "edge") return rule.over;

  return rule.kind === "must_cite" ? rule.by : rule;
}

/** The model that has to be fitted before any item can be decided. */
export function modelOf(rule: LayerRule): Extract<LayerRule, { kind: "dawid_skene" }> | undefined {
  const item = itemRuleOf(rule);
  if (item.kind === "adjudicated_first") return modelOf(item.otherwise);
  if (item.kind === "judge_corrected") return modelOf(item.people);

  return item.kind === "dawid_skene" ? item : undefined;
}

function needs(given: Partial<RuleNeeds>): RuleNeeds {
  return { people: false, raterIds: [], judgeIds: [], settled: false, mentions: false, ...given };
}
