import type { ItemRule, ReleaseRule } from "./rule";

/** Whose labels a rule reads, by pseudonym. */
export type RuleNeeds = {
  readonly people: boolean;
  readonly raters: ReadonlySet<string>;
  readonly judges: ReadonlySet<string>;
  readonly settled: boolean;
};

/**
 * What a rule rests on, the rules within it included. O(size).
 *
 * @example needsOf({ kind: "judge", judge: "r-7f3a" }).people; // => false
 */
export function needsOf(rule: ReleaseRule | ItemRule): RuleNeeds {
  switch (rule.kind) {
    case "majority":
    case "median":
    case "unanimous":
      return needs(true, []);
    case "dawid_skene":
      return needs(true, [], rule.judges);
    case "rater":
      return needs(false, [rule.rater]);
    case "hard":
    case "soft":
      // The members may be people or judges.
      return rule.raters ? needs(false, rule.raters, rule.raters) : needs(true, []);
    case "judge":
      return needs(false, [], [rule.judge]);
    case "silver":
    case "virtual_judge":
      return needs(false, [], rule.judges);
    case "adjudicated_only":
      return { ...needs(true, []), settled: true };
    case "adjudicated_first":
      return { ...needsOf(rule.otherwise), people: true, settled: true };
    case "judge_corrected": {
      const people = needsOf(rule.people);

      return { ...people, judges: new Set([...people.judges, rule.judge]) };
    }
    case "edge":
      return needsOf(rule.over);
    case "must_cite":
      return union(needsOf(rule.typeI.by ?? rule.by), needsOf(rule.typeII.by ?? rule.by));
  }
}

function needs(people: boolean, raters: readonly string[], judges: readonly string[] = []): RuleNeeds {
  return { people, raters: new Set(raters), judges: new Set(judges), settled: false };
}

function union(one: RuleNeeds, other: RuleNeeds): RuleNeeds {
  return {
    people: one.people || other.people,
    raters: new Set([...one.raters, ...other.raters]),
    judges: new Set([...one.judges, ...other.judges]),
    settled: one.settled || other.settled,
  };
}
