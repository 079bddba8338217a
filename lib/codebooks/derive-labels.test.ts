import { describe, expect, it } from "vitest";
import { deriveAll, deriveLabels, deriveOfItem } from "./derive-labels";
import { small } from "./fixtures/small-codebook";

const fields = { kind: "a", parts: [1, 2] };

describe("deriveLabels", () => {
  it("maps options, and leaves out what cannot be told", () => {
    expect(deriveLabels(small, { fields, answers: { sound: "yes", grade: "3" } })).toEqual({
      fine: "FINE",
      both: "yes",
    });
    expect(deriveLabels(small, { fields, answers: { sound: "yes", grade: "1" } })).toEqual({
      fine: "POOR",
      both: "no",
    });
    expect(deriveLabels(small, { fields, answers: { sound: "yes", grade: "UNSURE" } })).toEqual({});
    expect(deriveLabels(small, { fields, answers: {} })).toEqual({});
  });

  it("decides as soon as one part does", () => {
    expect(deriveLabels(small, { fields: { kind: "a", parts: [1] }, answers: {} })).toEqual({ both: "no" });
  });

  it("leaves aside an answer to a question that is no longer asked", () => {
    expect(deriveLabels(small, { fields, answers: { sound: "no", grade: "3" } })).toEqual({});
    expect(deriveLabels(small, { fields, answers: { grade: "3" } })).toEqual({ fine: "FINE", both: "yes" });
  });

  it("keeps what belongs to the item apart from raters' labels", () => {
    expect(deriveOfItem(small, fields)).toEqual({ many: "yes" });
    expect(deriveAll(small, { fields, answers: {} })).toEqual({ many: "yes" });
    expect(deriveOfItem(small, {})).toEqual({});
  });

  it("does not read inherited names as options", () => {
    expect(deriveLabels(small, { fields, answers: { grade: "constructor" } })).toEqual({});
  });
});
