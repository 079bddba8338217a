import { expect, test } from "vitest";
import type { AdjudicationItem, Decision } from "@/lib/adjudication/wire";
import { afterStep, decisionBody, undoBody } from "./adjudicate-session";

const own = (value: string, more: Partial<Decision> = {}): Decision => ({
  ...{ opId: `op-${value}`, value, reason: "rater_slip", note: null, settles: false, at: "", codebookVersion: 1 },
  who: "you",
  ...more,
});
const item = (more: Partial<AdjudicationItem> = {}): AdjudicationItem => ({
  ...{ itemId: "i", roundId: "r", round: "main", unit: "", key: "k", question: "kind", codebookVersion: 1 },
  ...{ basisHash: "h", fields: [], raters: [], judgeShown: false, disputed: [], history: [] },
  ...{ decisions: 0, mine: false, differ: false, settled: false, stale: false, own: null, others: null },
  ...more,
});
const made = { opId: "op-1", elapsedMs: 900 };
const draft = { value: "A", note: " ", guideline: "  Say more. " };

test("a first decision replaces nothing and settles nothing; empty remarks are none", () => {
  expect(decisionBody(item(), draft, "criteria_unclear", made)).toMatchObject({
    ...{ value: "A", reason: "criteria_unclear", note: null, guideline: "Say more.", settles: false, revises: null },
    ...{ opId: "op-1", elapsedMs: 900, basisHash: "h" },
  });
});

test("who sees the others' decisions settles, with or without one of their own; nobody else's is nothing to settle", () => {
  const others = [own("B", { who: "Adjudicator 1" })];
  expect(decisionBody(item({ own: own("A"), others }), draft, "rater_slip", made)).toMatchObject({
    ...{ settles: true, revises: "op-A" },
  });
  expect(decisionBody(item({ others }), draft, "rater_slip", made).settles).toBe(true);
  expect(decisionBody(item({ own: own("A"), others: [] }), draft, "rater_slip", made).settles).toBe(false);
});

test("undo: nothing where nothing stood, the former one where one did, and of a settling only the settling", () => {
  const first = decisionBody(item(), draft, "rater_slip", made);
  const step = { entry: item(), before: null, body: first };
  const next = { opId: "op-2", elapsedMs: 5 };
  expect(undoBody(step, next)).toMatchObject({
    value: null,
    reason: null,
    guideline: null,
    revises: "op-1",
    opId: "op-2",
  });
  const before = own("B", { note: "so" });
  expect(undoBody({ ...step, before }, next)).toMatchObject({
    value: "B",
    reason: "rater_slip",
    note: "so",
    revises: "op-1",
  });
  const settling = { ...step, before, body: { ...first, settles: true } };
  expect(undoBody(settling, next)).toMatchObject({ value: null, settles: true });
  expect(afterStep(item(), undoBody(settling, next), before).own).toBe(before);
  expect(afterStep(item(), first).own).toMatchObject({ opId: "op-1", value: "A", who: "you" });
});
