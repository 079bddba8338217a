import { expect, test } from "vitest";
import { citationRole } from "@/lib/codebooks/built-in/citation-role";
import { mustCite } from "@/lib/codebooks/built-in/must-cite";
import { paperRoot } from "@/lib/codebooks/built-in/paper-root";
import type { ServedSlot } from "@/lib/labels/wire";
import { rulingOn } from "./asking";

function slot(answers: Record<string, string> = {}): ServedSlot {
  return {
    slotId: "a",
    itemId: "i",
    round: { id: "r", name: "Main", purpose: "main" },
    codebookVersion: 1,
    leasedUntil: "",
    state: "leased",
    fields: [],
    conditionFields: {},
    answers: Object.fromEntries(Object.entries(answers).map(([id, value]) => [id, { value, opId: null, note: null }])),
    metBefore: 0,
  };
}

test("a plain answer needs nothing", () => {
  expect(rulingOn(citationRole, slot(), { question: "role", value: "ME" }, false)).toEqual({ kind: "fine" });
});

test("below the floor that a mark sets, a note is asked for; at the floor it is not", () => {
  const marked = slot({ mark_primary_data: "yes" });
  expect(rulingOn(mustCite, marked, { question: "relevance", value: "3" }, false)).toMatchObject({ kind: "ask" });
  expect(rulingOn(mustCite, marked, { question: "relevance", value: "4" }, false)).toEqual({ kind: "fine" });
  const both = slot({ mark_primary_data: "yes", mark_extended_method: "yes" });
  expect(rulingOn(mustCite, both, { question: "relevance", value: "4" }, false)).toMatchObject({ kind: "ask" });
});

test("a mark that puts an earlier answer below the floor asks too", () => {
  const low = slot({ relevance: "2" });
  expect(rulingOn(mustCite, low, { question: "mark_primary_data", value: "yes" }, false)).toMatchObject({
    kind: "ask",
  });
});

test("a question that wants a justification asks for it", () => {
  const id = paperRoot.questions[0]?.id ?? "";
  expect(rulingOn(paperRoot, slot(), { question: id, value: "yes" }, false)).toMatchObject({ kind: "ask" });
});

test("changing an answer of a reopened item asks why; giving it again does not", () => {
  const done = slot({ role: "ME" });
  expect(rulingOn(citationRole, done, { question: "role", value: "TF" }, true)).toMatchObject({ kind: "ask" });
  expect(rulingOn(citationRole, done, { question: "role", value: "ME" }, true)).toEqual({ kind: "fine" });
  expect(rulingOn(citationRole, done, { question: "role", value: "TF" }, false)).toEqual({ kind: "fine" });
});

test("what is no option cannot be given", () => {
  expect(rulingOn(citationRole, slot(), { question: "role", value: "UNSURE" }, false).kind).toBe("no");
});
