import { expect, test } from "vitest";
import { releaseRule } from "./rule";
import { needsOf } from "./rule-needs";
import { ruleWords } from "./rule-words";

const PSEUDONYMS: Record<string, string> = { one: "r-0001", two: "r-0002" };

test("must-cite may decide each of its questions by a rule of its own: whose labels it needs, and in words", () => {
  const rule = releaseRule(
    {
      kind: "must_cite",
      typeI: { question: "baseline", accept: ["yes"], by: { kind: "judge", judgeId: "one" } },
      typeII: { question: "relevance", atLeast: "4", by: { kind: "median", which: "lower", least: 2 } },
      mentions: 3,
      count: "mentions",
      yes: "yes",
      no: "no",
      by: { kind: "judge", judgeId: "two" },
    },
    (id) => PSEUDONYMS[id] ?? "",
  );
  // The rule of both is not used by either, so the judge r-0002 is not needed.
  expect(needsOf(rule)).toEqual({ people: true, raters: new Set(), judges: new Set(["r-0001"]), settled: false });
  expect(ruleWords(rule)).toBe(
    "baseline (yes), or relevance of at least 4, or 3 mentions; labels by: the judge r-0002" +
      "; those of baseline by: the judge r-0001; those of relevance by: lower median of at least 2 labels",
  );
});
