import type { ReleaseRule } from "./rule";

/**
 * A layer's rule in a sentence part, for cards and certificates. O(size).
 *
 * @example ruleWords({ kind: "unanimous", least: 2 }); // => "all raters agree, at least 2"
 */
export function ruleWords(rule: ReleaseRule): string {
  switch (rule.kind) {
    case "majority":
      return `majority${rule.least > 1 ? ` of at least ${rule.least} labels` : ""}${rule.tie === "no_label" ? ", a tie gives no label" : `, a tie gives the ${rule.tie.replaceAll("_", " ")} option`}`;
    case "median":
      return `${rule.which} median${rule.least > 1 ? ` of at least ${rule.least} labels` : ""}`;
    case "unanimous":
      return `all raters agree, at least ${rule.least}`;
    case "dawid_skene":
      return `Dawid–Skene posterior of at least ${rule.posterior}`;
    case "rater":
      return `the labels of ${rule.rater}`;
    case "hard":
      return `all of ${rule.raters?.join(", ") ?? "the raters"} accept (${rule.accept.join(", ")})`;
    case "soft":
      return `any of ${rule.raters?.join(", ") ?? "the raters"} accepts (${rule.accept.join(", ")})`;
    case "judge":
      return `the judge ${rule.judge}`;
    case "silver":
      return `all of ${rule.judges.join(", ")} accept (${rule.accept.join(", ")}); nothing else is in the layer`;
    case "virtual_judge":
      return `${rule.combine.how} of ${rule.judges.join(", ")} taken as one judge (${rule.accept.join(", ")})`;
    case "adjudicated_only":
      return "settled answers only";
    case "adjudicated_first":
      return `settled answers, else ${ruleWords(rule.otherwise)}`;
    case "judge_corrected":
      return `people where they have a label (${ruleWords(rule.people)}), else the judge ${rule.judge}`;
    case "edge":
      return `an edge is positive from ${rule.least} positive item${rule.least === 1 ? "" : "s"} on; its items by: ${ruleWords(rule.over)}`;
    case "must_cite": {
      const own = [rule.typeI, rule.typeII].flatMap((type) =>
        type.by ? [`; those of ${type.question} by: ${ruleWords(type.by)}`] : [],
      );

      return `${rule.typeI.question} (${rule.typeI.accept.join(", ")}), or ${rule.typeII.question} of at least ${rule.typeII.atLeast}, or ${rule.mentions} ${rule.count}; labels by: ${ruleWords(rule.by)}${own.join("")}`;
    }
  }
}
