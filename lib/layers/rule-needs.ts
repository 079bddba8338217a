import type { ItemRule, LayerRule } from "./wire";

/** Whose labels a rule reads. */
export type RuleNeeds = {
  /** All people, whoever they are. */
  people: boolean;
  raterIds: string[];
  /** Of these, the ones that must be people. */
  personIds: string[];
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
      return needs({ raterIds: [rule.raterId], personIds: [rule.raterId] });
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
      return { ...joined(ruleNeeds(typeRule(rule, "typeI")), ruleNeeds(typeRule(rule, "typeII"))), mentions: true };
  }
}

/** The rule by which the labels of one type of must-cite become one. */
export function typeRule(rule: Extract<LayerRule, { kind: "must_cite" }>, type: "typeI" | "typeII"): ItemRule {
  return rule[type].by ?? rule.by;
}

/** The rules by which the labels of each question become one. */
export function itemRulesOf(rule: LayerRule, question: string): { question: string; rule: ItemRule }[] {
  if (rule.kind === "must_cite") {
    return (["typeI", "typeII"] as const).map((type) => ({
      question: rule[type].question,
      rule: typeRule(rule, type),
    }));
  }

  return [{ question, rule: rule.kind === "edge" ? rule.over : rule }];
}

/** The model that has to be fitted before an item can be decided by the rule. */
export function modelOf(rule: ItemRule): Extract<ItemRule, { kind: "dawid_skene" }> | undefined {
  if (rule.kind === "adjudicated_first") return modelOf(rule.otherwise);
  if (rule.kind === "judge_corrected") return modelOf(rule.people);

  return rule.kind === "dawid_skene" ? rule : undefined;
}

function joined(one: RuleNeeds, two: RuleNeeds): RuleNeeds {
  return {
    people: one.people || two.people,
    raterIds: [...new Set([...one.raterIds, ...two.raterIds])],
    personIds: [...new Set([...one.personIds, ...two.personIds])],
    judgeIds: [...new Set([...one.judgeIds, ...two.judgeIds])],
    settled: one.settled || two.settled,
    mentions: one.mentions || two.mentions,
  };
}

function needs(given: Partial<RuleNeeds>): RuleNeeds {
  return { people: false, raterIds: [], personIds: [], judgeIds: [], settled: false, mentions: false, ...given };
}
