import fc from "fast-check";
import { expect, test } from "vitest";
import { compareIds } from "@/lib/scoring/compare-ids";
import { decideItem, type ItemSubject, type Said } from "./decide";
import type { ItemRule } from "./wire";

const OPTIONS = ["1", "2", "3"];
const setting = { options: OPTIONS, posteriors: new Map() };
const IDS = ["a", "b", "c", "d", "e"];

const subject: fc.Arbitrary<ItemSubject> = fc
  .array(fc.tuple(fc.constantFrom(...IDS), fc.constantFrom(...OPTIONS, null), fc.boolean()), { maxLength: 8 })
  .map((rows) => ({
    labels: rows.map(
      ([raterId, value, human]): Said => ({
        raterId,
        kind: human ? "human" : "judge",
        question: "q",
        value,
        round: "main",
        probability: null,
      }),
    ),
    settled: [],
  }));
const label = (rule: ItemRule, given: ItemSubject) => decideItem(rule, given, setting).label;
const property = (check: (given: ItemSubject) => void) => fc.assert(fc.property(subject, check), { numRuns: 1000 });

test("what is unanimous is the majority; a median of one opinion is that opinion", () => {
  property((given) => {
    const all = label({ kind: "unanimous", least: 1 }, given);
    if (all === null) return;
    expect(label({ kind: "majority", tie: "no_label", least: 1 }, given)).toBe(all);
    expect(label({ kind: "median", which: "upper", least: 1 }, given)).toBe(all);
  });
});

test("hard lies within soft, and a named tie rule changes nothing but ties", () => {
  property((given) => {
    const named = { accept: ["1"], reject: "2", raterIds: ["a", "b", "c"] };
    if (label({ kind: "hard", ...named }, given) === "1") expect(label({ kind: "soft", ...named }, given)).toBe("1");
    if (label({ kind: "soft", ...named }, given) === "2") expect(label({ kind: "hard", ...named }, given)).toBe("2");
    const plain = decideItem({ kind: "majority", tie: "no_label", least: 1 }, given, setting);
    const broken = decideItem({ kind: "majority", tie: "lowest", least: 1 }, given, setting);
    if (plain.decided === "tie") expect(broken.decided).toBe("tie_broken");
    else expect(broken).toEqual(plain);
  });
});

test("a virtual judge of equal weights: all of them is both, the smallest share is any", () => {
  property((given) => {
    const base = { kind: "virtual_judge" as const, judgeIds: ["a", "b", "c"], accept: ["1"], reject: "2" };
    const weighted = (threshold: number): ItemRule => ({
      ...base,
      combine: { how: "weighted", weights: [1, 1, 1], threshold },
    });
    // A judge of several labels on one item counts each in part, so only single labels compare.
    if (IDS.some((id) => given.labels.filter((said) => said.raterId === id).length > 1)) return;
    expect(label(weighted(1), given)).toBe(label({ ...base, combine: { how: "both" } }, given));
    expect(label(weighted(0.01), given)).toBe(label({ ...base, combine: { how: "any" } }, given));
  });
});

test("a label does not depend on the order in which labels come", () => {
  property((given) => {
    const turned = { ...given, labels: given.labels.toReversed() };
    for (const kind of ["hard", "soft"] as const) {
      const rule: ItemRule = { kind, accept: ["1", "3"], reject: "2" };
      expect(label(rule, turned)).toBe(label(rule, given));
    }
    const rule: ItemRule = { kind: "majority", tie: "lower_median", least: 2 };
    expect(decideItem(rule, turned, setting)).toEqual(decideItem(rule, given, setting));
  });
});

test("keys are ordered as their UTF-8 bytes are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
      expect(Math.sign(compareIds(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 2000 },
  );
  expect(compareIds("\uffff", "😀")).toBeLessThan(0);
});
