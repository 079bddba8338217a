import { describe, expect, it } from "vitest";
import { brokenFloors } from "./broken-floors";
import { markerPair } from "./built-in/marker-pair";
import { mustCite } from "./built-in/must-cite";
import { paperRoot } from "./built-in/paper-root";
import { type AnswerToCheck, checkAnswer, MAX_NOTE_LENGTH } from "./check-answer";
import { small } from "./fixtures/small-codebook";
import type { Codebook } from "./schema";

function codes(codebook: Codebook, answer: Partial<AnswerToCheck> & Pick<AnswerToCheck, "question" | "value">) {
  const checked = checkAnswer(codebook, { fields: {}, answers: {}, audience: "human", ...answer });
  return checked.ok ? [] : checked.reasons.map((reason) => reason.code);
}

describe("floors of must-cite", () => {
  const relevance = (value: string, marks: string[], note?: string) =>
    codes(mustCite, { question: "relevance", value, marks, note });

  it.each([
    // One mark: at least 4. Both: 5. Below, a note is asked for.
    ["primary_data", "3", 1],
    ["primary_data", "4", 0],
    ["extended_method", "1", 1],
    ["extended_method", "5", 0],
    ["primary_data extended_method", "5", 0],
    ["primary_data extended_method", "4", 1],
    ["primary_data extended_method", "3", 2],
    ["", "1", 0],
  ])("marks %s, %s: %i", (marks, value, broken) => {
    const set = marks.split(" ").filter(Boolean);
    expect(relevance(value, set)).toEqual(Array(broken).fill("below_floor"));
    expect(relevance(value, set, "only its licence text is used")).toEqual([]);
    expect(brokenFloors(mustCite, { fields: {}, answers: { relevance: value }, marks: set })).toHaveLength(broken);
  });

  it("says the rule", () => {
    const checked = checkAnswer(mustCite, {
      fields: {},
      answers: { mark_primary_data: "yes" },
      question: "relevance",
      value: "2",
      note: "  ",
      audience: "human",
    });
    expect(checked).toMatchObject({
      ok: false,
      reasons: [{ code: "below_floor", text: mustCite.floors[0]?.text }, {}],
    });
  });

  it("a mark that comes after the answer asks for the note itself, once", () => {
    const marked = (question: string, answers: Record<string, string>, note?: string) =>
      codes(mustCite, { question, value: "yes", answers, note });
    expect(marked("mark_primary_data", { relevance: "3" })).toEqual(["below_floor"]);
    expect(marked("mark_primary_data", { relevance: "3" }, "a side corpus")).toEqual([]);
    expect(marked("mark_primary_data", { relevance: "4" })).toEqual([]);
    expect(marked("mark_extended_method", { relevance: "4", mark_primary_data: "yes" })).toEqual(["below_floor"]);
    expect(codes(mustCite, { question: "mark_primary_data", value: "no", answers: { relevance: "1" } })).toEqual([]);
    // Q1 has nothing to do with a floor that is broken already.
    const broken = { relevance: "3", mark_primary_data: "yes" };
    expect(codes(mustCite, { question: "baseline", value: "yes", answers: broken })).toEqual([]);
  });
});

describe("what is asked", () => {
  it("unknown questions and options, and options of judges", () => {
    expect(codes(small, { question: "nothing", value: "yes" })).toEqual(["unknown_question"]);
    expect(codes(small, { question: "mark_nothing", value: "yes" })).toEqual(["unknown_question"]);
    expect(codes(small, { question: "fine", value: "FINE" })).toEqual(["unknown_question"]);
    expect(codes(small, { question: "sound", value: "Yes" })).toEqual(["unknown_option"]);
    const asked = { fields: { kind: "a" }, answers: { sound: "yes" }, question: "grade" };
    expect(codes(small, { ...asked, value: "UNSURE" })).toEqual(["option_not_asked"]);
    expect(codes(small, { ...asked, value: "UNSURE", audience: "judge" })).toEqual([]);
  });

  it("a question that this item does not ask", () => {
    const match = { question: "match", value: "yes", fields: { relation: "ADDRESS" } };
    expect(codes(markerPair, { ...match, answers: { problem: "yes" } })).toEqual(["question_not_asked"]);
    expect(codes(markerPair, { ...match, answers: { problem: "yes", solution: "yes" } })).toEqual([]);
    expect(codes(markerPair, { question: "broaden", value: "yes", fields: { relation: "SPECIFY" } })).toEqual([
      "question_not_asked",
    ]);
  });

  it("taking back is always possible where the question exists", () => {
    for (const question of ["sound", "grade", "mark_odd", "_skip", "_flag", "_comment"]) {
      expect(codes(small, { question, value: null })).toEqual([]);
    }
    expect(codes(small, { question: "_other", value: null })).toEqual(["unknown_question"]);
  });
});

describe("notes", () => {
  it("paper-root wants a justification with each answer", () => {
    expect(codes(paperRoot, { question: "root", value: "maybe" })).toEqual(["note_required"]);
    expect(codes(paperRoot, { question: "root", value: "maybe", note: "only one passage" })).toEqual([]);
  });

  it("one option may want one where the question does not", () => {
    const asked = { fields: { kind: "a" }, answers: { sound: "yes" }, question: "grade" };
    expect(codes(small, { ...asked, value: "3" })).toEqual(["note_required"]);
    expect(codes(small, { ...asked, value: "2" })).toEqual([]);
  });

  it("a question may refuse one", () => {
    const mute: Codebook = { ...small, questions: [{ ...small.questions[0]!, note: "none" }] };
    expect(codes(mute, { question: "sound", value: "yes", note: "because" })).toEqual(["note_refused"]);
    expect(codes(mute, { question: "sound", value: "yes" })).toEqual([]);
  });

  it("text that the database cannot keep is refused", () => {
    const broken = ["a\0b", "\ud83d", "x".repeat(MAX_NOTE_LENGTH + 1)];
    for (const text of broken) {
      expect(codes(small, { question: "sound", value: "yes", note: text })).toEqual(["bad_text"]);
      expect(codes(small, { question: "_comment", value: text })).toEqual(["bad_text"]);
    }
    expect(codes(small, { question: "_comment", value: "  " })).toEqual(["bad_text"]);
    expect(codes(small, { question: "_comment", value: "fine 😀" })).toEqual([]);
  });
});

it("skips name a reason of the codebook, or other with a note; flags and marks are yes or no", () => {
  expect(codes(small, { question: "_skip", value: "garbled" })).toEqual([]);
  expect(codes(small, { question: "_skip", value: "tired" })).toEqual(["unknown_skip_reason"]);
  expect(codes(small, { question: "_skip", value: "other" })).toEqual(["note_required"]);
  expect(codes(small, { question: "_skip", value: "other", note: "it is in Latin" })).toEqual([]);
  expect(codes(small, { question: "_flag", value: "yes" })).toEqual([]);
  expect(codes(small, { question: "_flag", value: "red" })).toEqual(["unknown_option"]);
  expect(codes(small, { question: "mark_odd", value: "maybe" })).toEqual(["unknown_option"]);
});
