import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateCondition, type Truth } from "./evaluate-condition";
import { small } from "./fixtures/small-codebook";
import type { Condition } from "./schema";

/** Conditions that are true, false and unknown for an item of kind a with no answers. */
const part: Record<"t" | "f" | "u", Condition> = {
  t: { field: "kind", is: ["a"] },
  f: { field: "kind", is: ["b"] },
  u: { question: "sound", is: ["yes"] },
};
const value: Record<"t" | "f" | "u", Truth> = { t: true, f: false, u: undefined };
const run = (condition: Condition) => evaluateCondition(small, condition, { fields: { kind: "a" }, answers: {} });

describe("Kleene's tables (Introduction to Metamathematics, §64)", () => {
  it.each([
    ["t", "t", true, true],
    ["t", "f", true, false],
    ["t", "u", true, undefined],
    ["f", "f", false, false],
    ["f", "u", undefined, false],
    ["u", "u", undefined, undefined],
  ] as const)("%s, %s: or %s, and %s", (a, b, or, and) => {
    for (const pair of [
      [part[a], part[b]],
      [part[b], part[a]],
    ]) {
      expect(run({ any: pair })).toBe(or);
      expect(run({ all: pair })).toBe(and);
    }
  });

  it("not", () => {
    expect([run({ not: part.t }), run({ not: part.f }), run({ not: part.u })]).toEqual([false, true, undefined]);
  });

  it("De Morgan holds for every mixture", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("t", "f", "u" as const), { minLength: 1, maxLength: 6 }), (letters) => {
        const parts = letters.map((letter) => part[letter as "t"]);
        expect(run({ not: { any: parts } })).toBe(run({ all: parts.map((inner) => ({ not: inner })) }));
        expect(letters.map((letter) => run(part[letter as "t"]))).toEqual(
          letters.map((letter) => value[letter as "t"]),
        );
      }),
    );
  });
});

describe("leaves", () => {
  const at = (condition: Condition, answers: Record<string, string>, fields: Record<string, unknown> = {}) =>
    evaluateCondition(small, condition, { fields, answers });

  it("ranks follow the order of options; what only judges may answer has none", () => {
    const fair: Condition = { question: "grade", atLeast: "2" };
    expect(["1", "2", "3", "UNSURE"].map((grade) => at(fair, { grade }))).toEqual([false, true, true, undefined]);
    expect(at(fair, {})).toBeUndefined();
  });

  it("marks are off until set", () => {
    expect(at({ mark: "odd" }, {})).toBe(false);
    expect(at({ mark: "odd" }, { mark_odd: "yes" })).toBe(true);
    expect(at({ mark: "odd" }, { mark_odd: "no" })).toBe(false);
    expect(evaluateCondition(small, { mark: "odd" }, { fields: {}, answers: {}, marks: ["odd"] })).toBe(true);
  });

  it("fields: absent, null and empty are unknown, known always decided, numbers against a parameter", () => {
    const many: Condition = { field: "n_parts", atLeast: { parameter: "limit" } };
    expect(at(many, {}, {})).toBeUndefined();
    expect(at(many, {}, { parts: [1] })).toBe(false);
    expect(at(many, {}, { parts: [1, 2] })).toBe(true);
    expect(at(many, {}, { parts: [1, 2], stated_parts: 1 })).toBe(false);
    expect(at({ field: "kind", is: ["a"] }, {}, { kind: null })).toBeUndefined();
    expect(at({ field: "year", is: [2001] }, {}, { year: 2001 })).toBe(true);
    expect(at({ field: "hint", known: true }, {}, { hint: "" })).toBe(false);
    expect(at({ field: "hint", known: false }, {}, {})).toBe(true);
  });
});
