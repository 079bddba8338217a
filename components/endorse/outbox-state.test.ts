import { describe, expect, test } from "vitest";
import { type Entry, nextToSend, rebased, verdictOf, withThoseBehind } from "./outbox-state";

const answer = (order: number, n: number, base = 5, held?: Entry["held"]): Entry => ({
  order,
  opId: `op-${order}`,
  owner: "me",
  base,
  change: { path: "answers", body: { focalId: "f", n, value: "yes" } },
  ...(held && { held }),
});
const reply = (status: number, json: unknown, problem = status >= 400) =>
  ({ kind: "answer", status, problem, json, retryAfter: 0 }) as const;
const conflict = { kind: "conflict", revision: 9, current: null } as const;

describe("what a reply means", () => {
  test("only our own acknowledgement takes a change out; a captive portal's 200 does not", () => {
    expect(verdictOf("op-1", reply(200, { opId: "op-1", revision: 6, missed: false }))).toEqual({
      kind: "acknowledged",
      ack: { opId: "op-1", revision: 6, missed: false },
    });
    for (const other of [{ opId: "op-2", revision: 6 }, { welcome: "to the hotel" }, undefined]) {
      expect(verdictOf("op-1", reply(200, other)).kind).toBe("later");
    }
    expect(verdictOf("op-1", { kind: "none" }).kind).toBe("later");
    expect(verdictOf("op-1", reply(404, undefined, false)).kind).toBe("later");
    expect(verdictOf("op-1", reply(503, { title: "down" })).kind).toBe("later");
  });

  test("conflict, consent, an ended link and another link are told apart; a refusal keeps its reason", () => {
    expect(verdictOf("op-1", reply(409, { revision: 9, current: null }))).toEqual({ kind: "held", held: conflict });
    expect(verdictOf("op-1", reply(409, { needs: "consent" })).kind).toBe("consent");
    expect(verdictOf("op-1", reply(404, { title: "x", gone: true }))).toEqual({ kind: "stopped", reason: "gone" });
    expect(verdictOf("op-1", reply(401, { title: "x" }))).toEqual({ kind: "stopped", reason: "other_link" });
    expect(verdictOf("op-1", reply(422, { title: "Not asked for." }))).toEqual({
      kind: "held",
      held: { kind: "refused", reason: "Not asked for." },
    });
  });
});

test("sending goes in order, and what stands behind a held change of the same work waits with it", () => {
  expect(nextToSend([answer(2, 2), answer(1, 1)])?.opId).toBe("op-1");
  const queue = [answer(1, 1, 5, conflict), answer(2, 1), answer(3, 2)];
  expect(nextToSend(queue)?.opId).toBe("op-3");
  expect(withThoseBehind(queue, answer(1, 1, 5, conflict)).map((entry) => entry.opId)).toEqual(["op-1", "op-2"]);
});

test("with nothing missed all that waits knows the new revision; else only the same work does", () => {
  const queue = [answer(1, 1), answer(2, 1), answer(3, 2)];
  const sent = answer(1, 1);
  const bases = (missed: boolean) =>
    rebased(queue, sent, { opId: "op-1", revision: 8, missed }).map((entry) => [entry.opId, entry.base]);
  expect(bases(false)).toEqual([
    ["op-2", 8],
    ["op-3", 8],
  ]);
  // Somebody else wrote revisions 6 and 7: about work 2 this browser still knows no more than 5.
  expect(bases(true)).toEqual([
    ["op-2", 8],
    ["op-3", 5],
  ]);
});
