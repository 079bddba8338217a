import { expect, test } from "vitest";
import { behind, nextToSend, type OutboxEntry, type OutboxView, overdue, statusLine, verdictOf } from "./outbox-state";

const op = "01990000-0000-7000-8000-00000000000a";
const other = "01990000-0000-7000-8000-00000000000b";
const json = "application/json";
const problem = "application/problem+json";

function entry(order: number, more: Partial<OutboxEntry> & { slotId?: string; question?: string } = {}): OutboxEntry {
  const { slotId = "s1", question = "role", ...rest } = more;

  return {
    order,
    opId: `op-${order}`,
    userId: "anna",
    study: "roots",
    madeAt: "2031-05-01T10:00:00.000Z",
    body: { opId: `op-${order}`, slotId, question, value: "ME", elapsedMs: 5 },
    ...rest,
  };
}

function view(mine: OutboxEntry[], more: Partial<OutboxView> = {}): OutboxView {
  return { mine, foreign: 0, phase: { kind: "idle" }, durable: true, ...more };
}

const conflict = { question: "role", value: "TF", opId: other, at: "2031-05-01T10:00:01.000Z" };

test.each([
  ["our acknowledgement", { status: 200, type: json, json: { opId: op, seq: 4, slot: "filled" } }, "acknowledged"],
  [
    "another answer's acknowledgement",
    { status: 200, type: json, json: { opId: other, seq: 4, slot: "filled" } },
    "later",
  ],
  ["a sign-in page with 200", { status: 200, type: "text/html", json: undefined }, "later"],
  ["JSON of somebody else with 200", { status: 200, type: json, json: { ok: true } }, "later"],
  ["a session that ended", { status: 401, type: problem, json: { title: "Sign in." } }, "signed_out"],
  ["a newer answer", { status: 409, type: problem, json: { title: "Newer.", current: conflict } }, "held"],
  ["a refusal", { status: 422, type: problem, json: { title: "Other body." } }, "held"],
  ["a portal's 403 page", { status: 403, type: "text/html", json: undefined }, "later"],
  ["a proxy's 404 page", { status: 404, type: "text/html", json: undefined }, "later"],
  ["a full disk", { status: 507, type: problem, json: { title: "Full." } }, "later"],
  ["too many", { status: 429, type: problem, json: { title: "Slow down." } }, "later"],
  ["a restart", { status: 503, type: problem, json: { title: "Starting." } }, "later"],
] as const)("%s", (_what, reply, kind) => {
  expect(verdictOf({ opId: op }, { kind: "answer", ...reply }).kind).toBe(kind);
});

test("a dropped reply means later, and Retry-After is passed on", () => {
  expect(verdictOf({ opId: op }, { kind: "none" })).toEqual({ kind: "later", retryAfter: 0 });
  expect(verdictOf({ opId: op }, { kind: "answer", status: 503, type: problem, json: {}, retryAfter: 9 })).toEqual({
    kind: "later",
    retryAfter: 9,
  });
});

test("a refusal keeps the server's reason", () => {
  expect(
    verdictOf({ opId: op }, { kind: "answer", status: 400, type: problem, json: { title: "No such option." } }),
  ).toEqual({
    kind: "held",
    held: { kind: "refused", status: 400, reason: "No such option." },
  });
});

test("sends the oldest of this user, and nothing of others", () => {
  const entries = [entry(3), entry(2), entry(1, { userId: "ben" })];
  expect(nextToSend(entries, "anna")?.order).toBe(2);
  expect(nextToSend(entries, "ben")?.order).toBe(1);
  expect(nextToSend(entries, "cleo")).toBeUndefined();
});

test("a held answer holds back later ones to the same question, and no others", () => {
  const held = { kind: "conflict", current: conflict } as const;
  const entries = [entry(1, { held }), entry(2), entry(3, { question: "_flag" }), entry(4, { slotId: "s2" })];
  expect(nextToSend(entries, "anna")?.order).toBe(3);
  expect(nextToSend(entries.slice(0, 2), "anna")).toBeUndefined();
  expect(behind(entries, entries[0] ?? entry(0)).map((one) => one.order)).toEqual([2]);
});

test("the line at the foot says how things stand", () => {
  expect(statusLine(view([]), 0)).toBe("All answers saved");
  expect(statusLine(view([entry(1)], { phase: { kind: "sending" } }), 0)).toBe("1 answer waiting, sending");
  const three = [entry(1), entry(2), entry(3)];
  expect(statusLine(view(three, { phase: { kind: "waiting", until: 8000 } }), 100)).toBe(
    "3 answers waiting, trying again in 8 s",
  );
  expect(statusLine(view(three, { phase: { kind: "signed_out" } }), 0)).toBe("3 answers waiting, sign in to send");
  const refused = entry(4, { held: { kind: "refused", status: 422, reason: "…" } });
  expect(statusLine(view([refused]), 0)).toBe("1 answer to settle; all others saved");
});

test("counts what has waited for more than a day", () => {
  const made = Date.parse("2031-05-01T10:00:00.000Z");
  expect(overdue(view([entry(1), entry(2)]), made + 86_400_000)).toBe(0);
  expect(overdue(view([entry(1), entry(2)]), made + 86_400_001)).toBe(2);
});
