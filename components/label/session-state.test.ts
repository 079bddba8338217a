import { expect, test } from "vitest";
import { citationRole } from "@/lib/codebooks/built-in/citation-role";
import { mustCite } from "@/lib/codebooks/built-in/must-cite";
import type { ClaimAnswer, ServedSlot } from "@/lib/labels/wire";
import type { OutboxEntry } from "./outbox-state";
import {
  emptySession,
  isDone,
  type LabelSession,
  loseLeases,
  mergeClaim,
  record,
  slotOf,
  takeOver,
  tally,
  toNextOpen,
  turn,
  undo,
} from "./session-state";

const codebooks = { 1: citationRole, 2: mustCite };

function slot(id: string, more: Partial<ServedSlot> = {}): ServedSlot {
  return {
    slotId: id,
    itemId: `item-${id}`,
    round: { id: "r", name: "Main", purpose: "main" },
    codebookVersion: 1,
    leasedUntil: "2031-01-01T00:15:00.000Z",
    state: "leased",
    fields: [],
    conditionFields: {},
    answers: {},
    metBefore: 0,
    ...more,
  };
}

function claimOf(slots: ServedSlot[], left = 10): ClaimAnswer {
  return {
    slots,
    progress: { done: 2, skipped: 1, left, medianMs: 4000 },
    heldByOthers: 0,
    nextFreeAt: null,
  };
}

function begun(slots: ServedSlot[]): LabelSession {
  return mergeClaim(emptySession(), codebooks, claimOf(slots), { waiting: [], counted: [] });
}

function answered(
  session: LabelSession,
  slotId: string,
  question: string,
  value: string | null,
  opId = `op-${slotId}`,
) {
  const recorded = record(session, codebooks, slotId, { question, value }, { opId, elapsedMs: 7 });
  if (!recorded) throw new Error("not recorded");

  return recorded;
}

test("the first item of a claim is shown, and an answer moves to the next", () => {
  const start = begun([slot("a"), slot("b")]);
  expect(start.currentId).toBe("a");
  const { session, body } = answered(start, "a", "role", "ME");
  expect(session.currentId).toBe("b");
  expect(body).toEqual({ opId: "op-a", slotId: "a", question: "role", value: "ME", elapsedMs: 7 });
});

test("an item stays until its last asked question is answered, in either order", () => {
  const start = begun([slot("a", { codebookVersion: 2 }), slot("b", { codebookVersion: 2 })]);
  const one = answered(start, "a", "relevance", "3").session;
  expect(one.currentId).toBe("a");
  const marked = answered(one, "a", "_flag", "yes").session;
  expect(marked.currentId).toBe("a");
  expect(answered(marked, "a", "baseline", "no").session.currentId).toBe("b");
});

test("an answer says which one it replaces, and undo takes back one step at a time, as events of their own", () => {
  const start = begun([slot("a"), slot("b")]);
  const first = answered(start, "a", "role", "ME", "one").session;
  const back = undo(first, { opId: "two", elapsedMs: 1 });
  expect(back?.body).toEqual({ opId: "two", slotId: "a", question: "role", value: null, elapsedMs: 1, revises: "one" });
  expect(back?.session).toMatchObject({ currentId: "a", history: [] });
  expect(back && slotOf(back.session, "a")?.answers).toEqual({});
});

test("undoing a changed answer gives the former one back", () => {
  const start = begun([slot("a", { codebookVersion: 2 })]);
  const one = answered(start, "a", "relevance", "3", "one").session;
  const two = answered(one, "a", "relevance", "4", "two");
  expect(two.body.revises).toBe("one");
  const back = undo(two.session, { opId: "three", elapsedMs: 1 });
  expect(back?.body).toMatchObject({ value: "3", revises: "two" });
});

test("the last ten steps can be undone, no more", () => {
  let session = begun(Array.from({ length: 12 }, (_, i) => slot(`s${i}`)));
  for (let i = 0; i < 12; i += 1) session = answered(session, `s${i}`, "role", "BC").session;
  const places: (string | null)[] = [];
  for (let i = 0; i < 11; i += 1) {
    const back = undo(session, { opId: `u${i}`, elapsedMs: 0 });
    if (!back) break;
    session = back.session;
    places.push(session.currentId);
  }
  expect(places).toEqual(["s11", "s10", "s9", "s8", "s7", "s6", "s5", "s4", "s3", "s2"]);
});

test("a skip with its reason passes the item", () => {
  const { session, body } = answered(begun([slot("a"), slot("b")]), "a", "_skip", "garbled");
  expect(session.currentId).toBe("b");
  expect(body).toMatchObject({ question: "_skip", value: "garbled" });
});

test("a practice item shows its gold answer before the next", () => {
  const gold = { role: { value: "TF", why: "the theory is used as it is" } };
  const { session } = answered(begun([slot("a", { gold }), slot("b")]), "a", "role", "ME");
  expect(session).toMatchObject({ currentId: "a", feedbackId: "a" });
  expect(toNextOpen(session, codebooks)).toMatchObject({ currentId: "b", feedbackId: null });
});

test("after a reload, answers that wait are laid over what the server knows", () => {
  const waiting: OutboxEntry[] = ["ME", "GM"].map((value, order) => ({
    order,
    opId: `op-${order}`,
    userId: "anna",
    study: "roots",
    madeAt: "2031-01-01T00:00:00.000Z",
    body: { opId: `op-${order}`, slotId: "a", question: "role", value, elapsedMs: 1 },
  }));
  const session = mergeClaim(emptySession(), codebooks, claimOf([slot("a"), slot("b")]), { waiting, counted: [] });
  expect(session.currentId).toBe("b");
  expect(slotOf(session, "a")?.answers.role).toEqual({ value: "GM", opId: "op-1", note: null });
});

test("a claim does not move the place, and what comes new is put behind", () => {
  const start = turn(begun([slot("a"), slot("b")]), 1);
  const next = mergeClaim(start, codebooks, claimOf([slot("c"), slot("b")]), { waiting: [], counted: [] });
  expect(next.slots.map((one) => one.slotId)).toEqual(["a", "b", "c"]);
  expect(next.currentId).toBe("b");
});

test("an answer given while a claim was under way is not undone by what the claim brings", () => {
  const one = answered(begun([slot("a"), slot("b")]), "a", "role", "ME").session;
  const merged = mergeClaim(one, codebooks, claimOf([slot("a"), slot("c")]), { waiting: [], moved: true });
  expect(slotOf(merged, "a")?.answers.role?.value).toBe("ME");
  expect(merged.slots.map((one) => one.slotId)).toEqual(["a", "b", "c"]);
});

test("counts what was done here on top of the server's count, each item once", () => {
  const start = begun([slot("a"), slot("b"), slot("c")]);
  expect(tally(start, codebooks)).toEqual({ done: 3, total: 13, left: 10, medianMs: 4000 });
  const one = answered(start, "a", "role", "ME").session;
  expect(tally(one, codebooks)).toMatchObject({ done: 4, total: 13, left: 9 });
  const counted = mergeClaim(
    one,
    codebooks,
    { ...claimOf([], 9), progress: { done: 3, skipped: 1, left: 9, medianMs: 4000 } },
    { waiting: [], counted: ["a"] },
  );
  expect(tally(counted, codebooks)).toMatchObject({ done: 4, total: 13, left: 9 });
  const back = undo(counted, { opId: "u", elapsedMs: 0 });
  expect(back && tally(back.session, codebooks)).toMatchObject({ done: 3, total: 13, left: 10 });
});

test("a count that may or may not include an answer under way does not replace the former one", () => {
  const one = answered(begun([slot("a"), slot("b")]), "a", "role", "ME").session;
  const claim = { ...claimOf([slot("c")], 9), progress: { done: 3, skipped: 1, left: 9, medianMs: 5000 } };
  const merged = mergeClaim(one, codebooks, claim, { waiting: [] });
  expect(tally(merged, codebooks)).toEqual({ done: 4, total: 13, left: 9, medianMs: 5000 });
});

test("in a long sitting old items go, and the count stays right", () => {
  let session = begun([slot("s0"), slot("s1")]);
  for (let i = 0; i < 40; i += 1) {
    session = answered(session, `s${i}`, "role", "BC").session;
    session = mergeClaim(session, codebooks, claimOf([slot(`s${i + 2}`)], 100), { waiting: [] });
    expect(tally(session, codebooks)?.done).toBe(3 + i + 1);
  }
  expect(session.slots.length).toBeLessThan(30);
  const done = Array.from({ length: 40 }, (_, i) => `s${i}`);
  const progress = { done: 42, skipped: 1, left: 60, medianMs: 1 };
  const quiet = mergeClaim(session, codebooks, { ...claimOf([]), progress }, { waiting: [], counted: done });
  expect(tally(quiet, codebooks)?.done).toBe(43);
  expect(quiet.beyond).toBe(0);
});

test("a lost lease takes away what was not begun, and only notes it for the current item", () => {
  const lost = loseLeases(begun([slot("a"), slot("b"), slot("c")]), codebooks, ["a", "c"]);
  expect(lost.slots.map((one) => one.slotId)).toEqual(["a", "b"]);
  expect(lost).toMatchObject({ currentId: "a", lost: ["a", "c"] });
});

test("an answer from another tab moves this one on", () => {
  const start = begun([slot("a"), slot("b")]);
  const next = takeOver(start, codebooks, "a", { question: "role", value: "TF" }, "theirs");
  expect(next.currentId).toBe("b");
  expect(answered({ ...next, currentId: "a" }, "a", "role", "ME").body.revises).toBe("theirs");
});

test("done is decided by the codebook", () => {
  const half = slot("a", { codebookVersion: 2, answers: { baseline: { value: "no", opId: null, note: null } } });
  expect(isDone(codebooks, half)).toBe(false);
  expect(isDone(codebooks, slot("b", { codebookVersion: 99 }))).toBe(false);
});

test("an item that comes back open, asked again under a new codebook version, is counted as done no more", () => {
  const done = { answers: { role: { value: "ME", opId: "o", note: null } } };
  const before = mergeClaim(emptySession(), codebooks, claimOf([slot("a", done), slot("b", done)]), {
    waiting: [],
    counted: ["a", "b"],
  });
  // The server has one of three done; `a` is served again without its answer.
  const progress = { done: 1, skipped: 0, left: 2, medianMs: null };
  const again = mergeClaim(
    before,
    codebooks,
    { ...claimOf([slot("a")]), progress },
    { waiting: [], counted: ["a", "b"] },
  );
  expect(tally(again, codebooks)).toMatchObject({ done: 1, total: 3, left: 2 });
  const next = mergeClaim(again, codebooks, { ...claimOf([]), progress }, { waiting: [], counted: ["a", "b"] });
  expect(tally(next, codebooks)).toMatchObject({ done: 1, total: 3, left: 2 });
});
