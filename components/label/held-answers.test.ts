import { expect, test } from "vitest";
import { giveUp, insistOnMine, keepNewer } from "./held-answers";
import type { OutboxEntry } from "./outbox-state";

const current = { question: "role", value: "GM", opId: "theirs", at: "2031-01-01T00:00:00.000Z" };

function entry(order: number, value: string, more: Partial<OutboxEntry> = {}, revises?: string): OutboxEntry {
  const opId = `op-${order}`;
  const body = { opId, slotId: "s1", question: "role", value, elapsedMs: 9, ...(revises ? { revises } : {}) };

  return { order, opId, userId: "anna", study: "roots", madeAt: "2031-01-01T00:00:00.000Z", body, ...more };
}

const held = entry(1, "TF", { held: { kind: "conflict", current } }, "first");

test("keeping the newer answer takes mine out, with what I answered after it", () => {
  expect(keepNewer(held, [held, entry(2, "ME", {}, "op-1")])).toEqual({
    out: ["op-1", "op-2"],
    in: [],
    shows: { question: "role", value: "GM" },
    opId: "theirs",
  });
});

test("insisting sends my last answer as a revision of the one that stands", () => {
  const plan = insistOnMine(held, [held, entry(2, "ME", {}, "op-1")], "new");
  expect(plan?.out).toEqual(["op-1", "op-2"]);
  expect(plan?.in.map((one) => [one.opId, one.held, one.order, one.body])).toEqual([
    [
      "new",
      undefined,
      undefined,
      { opId: "new", slotId: "s1", question: "role", value: "ME", elapsedMs: 9, revises: "theirs" },
    ],
  ]);
  expect(plan?.shows).toEqual({ question: "role", value: "ME" });
});

test("giving a refused answer up lets the next one replace what it would have replaced", () => {
  const refused = entry(1, "TF", { held: { kind: "refused", status: 422, reason: "…" } }, "first");
  const plan = giveUp(refused, [refused, entry(2, "ME", {}, "op-1"), entry(3, "BC", {}, "op-2")]);
  expect(plan.in.map((one) => one.body.revises)).toEqual(["first", "op-2"]);
  expect(plan.shows).toEqual({ question: "role", value: "BC" });
  expect(giveUp(refused, [refused])).toEqual({
    out: ["op-1"],
    in: [],
    shows: { question: "role", value: null },
    opId: null,
  });
});

test("only a conflict can be settled by a choice between two answers", () => {
  expect(keepNewer(entry(1, "TF"), [])).toBeUndefined();
  expect(insistOnMine(entry(1, "TF"), [], "new")).toBeUndefined();
});
