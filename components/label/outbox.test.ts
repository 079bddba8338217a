import { expect, test, vi } from "vitest";
import { memoryStore } from "./label-store";
import { Outbox } from "./outbox";
import type { OutboxEntry, Reply } from "./outbox-state";
import { uuid7 } from "./uuid7";

function answer(value: string, userId = "anna"): OutboxEntry {
  const opId = uuid7();
  const body = { opId, slotId: "s1", question: "role", value, elapsedMs: 1 };

  return { opId, userId, study: "roots", madeAt: new Date().toISOString(), body };
}

const ack = (entry: OutboxEntry): Reply => ({
  kind: "answer",
  status: 200,
  type: "application/json",
  json: { opId: entry.opId, seq: 1, slot: "filled" },
});

function outboxWith(send: (entry: OutboxEntry) => Promise<Reply>) {
  const sent: string[] = [];
  const store = memoryStore();
  const outbox = new Outbox({
    userId: "anna",
    store,
    send: (entry) => {
      sent.push(String(entry.body.value));
      return send(entry);
    },
    acknowledged: () => undefined,
    changed: () => undefined,
  });

  return { outbox, sent, store };
}

test("delivers in order, and only the acknowledgement empties the queue", async () => {
  const { outbox, sent } = outboxWith(async (entry) => ack(entry));
  await outbox.add([answer("TF"), answer("ME")]);
  await outbox.add([answer("GM")]);
  await vi.waitFor(() => expect(outbox.current().mine).toHaveLength(0));
  expect(sent).toEqual(["TF", "ME", "GM"]);
});

test("a dropped reply and a portal's page are tried again with back-off; the order stays", async () => {
  vi.useFakeTimers();
  try {
    const replies: Reply[] = [{ kind: "none" }, { kind: "answer", status: 200, type: "text/html", json: undefined }];
    const { outbox, sent } = outboxWith(async (entry) => replies.shift() ?? ack(entry));
    await outbox.add([answer("TF"), answer("ME")]);
    await vi.advanceTimersByTimeAsync(0);
    expect(outbox.current()).toMatchObject({ phase: { kind: "waiting" }, mine: [{}, {}] });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(outbox.current().mine).toHaveLength(0);
    expect(sent).toEqual(["TF", "TF", "TF", "ME"]);
  } finally {
    vi.useRealTimers();
  }
});

test("when signed out the queue stays until told that somebody is signed in again", async () => {
  let open = false;
  const { outbox } = outboxWith(async (entry) =>
    open ? ack(entry) : { kind: "answer", status: 401, type: "application/problem+json", json: {} },
  );
  await outbox.add([answer("TF"), answer("ME")]);
  await vi.waitFor(() => expect(outbox.current().phase.kind).toBe("signed_out"));
  expect(outbox.current().mine).toHaveLength(2);
  open = true;
  outbox.sendNow();
  await vi.waitFor(() => expect(outbox.current().mine).toHaveLength(0));
});

test("another account's answers are counted and never sent", async () => {
  const { outbox, sent, store } = outboxWith(async (entry) => ack(entry));
  await store.commit([answer("BC", "ben")]);
  await outbox.add([answer("TF")]);
  await vi.waitFor(() => expect(outbox.current().mine).toHaveLength(0));
  expect(outbox.current().foreign).toBe(1);
  expect(sent).toEqual(["TF"]);
});

test("a conflict is set aside with the newer answer, and its settlement is sent", async () => {
  const current = { question: "role", value: "GM", opId: uuid7(), at: "2031-01-01T00:00:00.000Z" };
  const { outbox, sent } = outboxWith(async (entry) =>
    entry.body.revises === current.opId
      ? ack(entry)
      : { kind: "answer", status: 409, type: "application/problem+json", json: { title: "Newer.", current } },
  );
  const mine = answer("TF");
  await outbox.add([mine]);
  await vi.waitFor(() => expect(outbox.current().mine[0]?.held).toEqual({ kind: "conflict", current }));
  const again = answer("TF");
  await outbox.settle([mine.opId], [{ ...again, body: { ...again.body, revises: current.opId } }]);
  await vi.waitFor(() => expect(outbox.current().mine).toHaveLength(0));
  expect(sent).toEqual(["TF", "TF"]);
});
