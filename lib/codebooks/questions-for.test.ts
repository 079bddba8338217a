import { describe, expect, it } from "vitest";
import { markerPair } from "./built-in/marker-pair";
import { mustCite } from "./built-in/must-cite";
import { small } from "./fixtures/small-codebook";
import { isComplete, listeningQuestions, optionsFor, questionsFor } from "./questions-for";
import type { Codebook } from "./schema";

const ids = (questions: { id: string }[]) => questions.map(({ id }) => id);

describe("marker-pair", () => {
  const asked = (relation: string, answers: Record<string, string>) =>
    ids(questionsFor(markerPair, { relation }, answers, "human"));

  it("ADDRESS asks for problem and solution, and for the match only where both are valid", () => {
    expect(asked("ADDRESS", {})).toEqual(["problem", "solution"]);
    expect(asked("ADDRESS", { problem: "yes" })).toEqual(["problem", "solution"]);
    expect(asked("ADDRESS", { problem: "yes", solution: "yes" })).toEqual(["problem", "solution", "match"]);
    expect(asked("ADDRESS", { problem: "no", solution: "yes" })).toEqual(["problem", "solution"]);
    expect(asked("ADDRESS", { problem: "yes", solution: "no", match: "yes" })).toEqual(["problem", "solution"]);
  });

  it("SPECIFY and BROADEN ask one thing, and an item without a relation nothing", () => {
    expect(asked("SPECIFY", {})).toEqual(["specify"]);
    expect(asked("BROADEN", {})).toEqual(["broaden"]);
    expect(ids(questionsFor(markerPair, {}, {}, "human"))).toEqual([]);
    expect(isComplete(markerPair, {}, {})).toBe(false);
  });

  it("is complete when all that is asked is answered", () => {
    const complete = (answers: Record<string, string>) => isComplete(markerPair, { relation: "ADDRESS" }, answers);
    expect(complete({ problem: "no" })).toBe(false);
    expect(complete({ problem: "no", solution: "no" })).toBe(true);
    expect(complete({ problem: "yes", solution: "yes" })).toBe(false);
    expect(complete({ problem: "yes", solution: "yes", match: "no" })).toBe(true);
  });

  it("listens to one question at a time", () => {
    const listening = (answers: Record<string, string>) =>
      ids(listeningQuestions(markerPair, { relation: "ADDRESS" }, answers));
    expect(listening({})).toEqual(["problem"]);
    expect(listening({ problem: "yes" })).toEqual(["solution"]);
    expect(listening({ problem: "yes", solution: "yes" })).toEqual(["match"]);
    expect(listening({ problem: "yes", solution: "no" })).toEqual([]);
  });
});

it("must-cite listens to both questions, whichever is answered first", () => {
  const states: Record<string, string>[] = [{}, { relevance: "3" }, { baseline: "no", relevance: "3" }];
  for (const answers of states) {
    expect(ids(listeningQuestions(mustCite, {}, answers))).toEqual(["baseline", "relevance"]);
  }
  expect(isComplete(mustCite, {}, { relevance: "3" })).toBe(false);
  expect(isComplete(mustCite, {}, { relevance: "3", baseline: "no" })).toBe(true);
});

it("an optional question does not keep an item open", () => {
  const [sound, grade] = small.questions;
  const optional: Codebook = { ...small, questions: [sound!, { ...grade!, required: false }] };
  expect(isComplete(optional, { kind: "a" }, { sound: "yes" })).toBe(true);
  expect(isComplete(small, { kind: "a" }, { sound: "yes" })).toBe(false);
});

it("judges see the options that only judges have", () => {
  const grade = small.questions[1]!;
  expect(ids(optionsFor(grade, "human"))).toEqual(["1", "2", "3"]);
  expect(ids(optionsFor(grade, "judge"))).toEqual(["1", "2", "3", "UNSURE"]);
});
