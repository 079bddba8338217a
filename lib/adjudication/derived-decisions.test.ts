import { expect, test } from "vitest";
import { findBuiltIn } from "@/lib/codebooks/built-in/find-built-in";
import { CodebookSchema } from "@/lib/codebooks/schema";
import { TEST_CODEBOOK } from "@/lib/labels/test-study";
import { derivedDecisions, sourcesOf } from "./derived-decisions";
import type { SaidLabel } from "./read-said";
import { agreedAnswers, type StoredDecision, standingOf } from "./standing-decisions";

const book = CodebookSchema.parse(TEST_CODEBOOK);
const mustCite = findBuiltIn("must-cite");
const own = (value: string, settles = false) => ({ value, settles, own: true });

test("a mapped label follows from the decision; without one of the own decisions beneath it there is none", () => {
  expect(derivedDecisions(book, {}, { kind: own("B") }, {})).toEqual([
    { question: "side", value: "RIGHT", settles: false },
  ]);
  expect(derivedDecisions(book, {}, { kind: own("A", true) }, {})).toEqual([
    { question: "side", value: "LEFT", settles: true },
  ]);
  expect(derivedDecisions(book, {}, { strong: own("yes") }, { kind: "A" })).toEqual([]);
  expect(derivedDecisions(book, {}, { kind: { ...own("A"), own: false }, strong: own("no") }, {})).toEqual([]);
});

test("where a rule needs a second question, what all raters said alike answers for it", () => {
  if (!mustCite) throw new Error("must-cite is built in");
  const fields = { contexts: [{ section: "", context: "x" }] };
  const decided = { relevance: own("2") };
  const value = (agreed: Record<string, string>) =>
    derivedDecisions(mustCite, fields, decided, agreed).find((label) => label.question === "must_cite")?.value;
  expect(sourcesOf(mustCite, "must_cite").toSorted()).toEqual(["baseline", "relevance"]);
  // Relevance 2 is below the threshold, one mention too: must-cite or not hangs on the baseline.
  expect(value({ baseline: "yes" })).toBe("yes");
  expect(value({ baseline: "no" })).toBe("no");
  expect(value({})).toBeUndefined();
});

const label = (raterId: string, question: string, value: string, more: Partial<SaidLabel> = {}): SaidLabel => ({
  ...{ raterId, pseudonym: raterId, kind: "human", question, value, note: null, extra: false, at: new Date(0) },
  ...{ elapsedMs: null, codebookVersion: 1, confidence: null, probability: null, rationale: null },
  ...more,
});

test("agreed is what all people said alike: no judge, no late answer, no comment; a mark only where everybody set it", () => {
  const said = [
    label("a", "kind", "A"),
    label("b", "kind", "A"),
    label("c", "kind", "B", { extra: true }),
    label("j", "kind", "B", { kind: "judge" }),
    label("a", "strong", "yes"),
    label("b", "strong", "no"),
    label("a", "mark_data", "yes"),
    label("a", "_flag", "yes"),
    label("b", "_flag", "yes"),
  ];
  expect(agreedAnswers(said)).toEqual({ kind: "A" });
  expect(agreedAnswers([...said, label("b", "mark_data", "yes")])).toEqual({ kind: "A", mark_data: "yes" });
});

test("who settles stands on what is settled on the other questions; who decides alone on their own decisions only", () => {
  const row = (userId: string, question: string, value: string, settles = false): StoredDecision => ({
    ...{ userId, question, value, settles, reason: "rater_slip", opId: "", at: new Date(0) },
  });
  const rows = [row("a", "kind", "A"), row("b", "kind", "A"), row("a", "strong", "yes"), row("b", "strong", "no")];
  expect(standingOf(rows, "a", false)).toEqual({ kind: own("A"), strong: own("yes") });
  expect(standingOf([...rows, row("c", "strong", "no", true)], "c", true)).toEqual({
    kind: { value: "A", settles: false, own: false },
    strong: own("no", true),
  });
});
