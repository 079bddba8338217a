import { expect, test } from "vitest";
import { specInAddress } from "./spec-in-address";
import { thresholdOf } from "./threshold-in-address";

const MUST = {
  rule: {
    kind: "must_cite",
    typeI: { question: "baseline", accept: ["yes"] },
    typeII: { question: "relevance", atLeast: "4" },
  },
};

test("a spec in the address is read whole, and nothing else passes for one", () => {
  const spec = specInAddress({ spec: JSON.stringify(MUST) });
  expect(spec?.rule).toMatchObject({ mentions: 3, count: "mentions", yes: "yes" });
  for (const other of [undefined, "", "{", "[]", '{"rule":{"kind":"guess"}}', ["a", "b"]])
    expect(specInAddress({ spec: other }), String(other)).toBeNull();
});

test("the threshold of the address goes before the rule's own, where it is one", () => {
  const spec = specInAddress({ spec: JSON.stringify(MUST) });
  if (!spec) throw new Error("no spec");
  const at = (given: object) => {
    const rule = thresholdOf(spec, given as Record<string, unknown>)?.rule;
    return rule?.kind === "must_cite" ? [rule.mentions, rule.count] : null;
  };
  expect(at({})).toEqual([3, "mentions"]);
  expect(at({ n: "5", count: "windows" })).toEqual([5, "windows"]);
  for (const n of ["0", "-1", "2.5", "x", "", "10001", ["4"]]) expect(at({ n, count: "all" })).toEqual([3, "mentions"]);
  const other = specInAddress({ spec: '{"rule":{"kind":"majority"}}' });
  expect(other && thresholdOf(other, { n: "5" })).toBeNull();
});
