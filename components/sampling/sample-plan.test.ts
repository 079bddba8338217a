import { describe, expect, it } from "vitest";
import { samplePlan } from "./sample-plan";

describe("the sample form as a plan", () => {
  it("reads the RATIO panel: 300 for one rater, 60 of them also for four others", () => {
    const plan = samplePlan({
      size: "300",
      seed: "ratio",
      stratum1: "field:relation",
      allocation: "equal",
      k: "1",
      reservedFor: "r-aaaa",
      overlapSize: "60",
      overlapK: "5",
      overlapReservedFor: "r-bbbb, r-cccc r-dddd;r-eeee",
    });
    expect(plan).toEqual({
      size: 300,
      seed: "ratio",
      strata: [{ field: "relation" }],
      allocation: "equal",
      minimum: 0,
      onePerWindow: false,
      filter: {},
      k: 1,
      reservedFor: ["r-aaaa"],
      overlap: { size: 60, k: 5, reservedFor: ["r-bbbb", "r-cccc", "r-dddd", "r-eeee"] },
    });
  });

  it("reads the cell of two judges, and empty means all", () => {
    const plan = samplePlan({
      size: "",
      seed: "s",
      stratum1: "cell:a|b",
      stratumQuestion: "role",
      onePerWindow: "on",
      located: "on",
    });
    expect(plan).toMatchObject({
      size: "all",
      strata: [{ judges: ["a", "b"], question: "role" }],
      onePerWindow: true,
      filter: { located: true },
    });
  });
});
