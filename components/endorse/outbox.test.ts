import { expect, test, vi } from "vitest";
import { Outbox } from "./outbox";
import type { Entry, Reply } from "./outbox-state";
import { memoryStore } from "./outbox-store";

const entry = (opId: string, n: number): Entry => ({
  opId,
  owner: "me",
  base: 0,
  change: { path: "answers", body: { focalId: "f", n, value: "yes" } },
});

function outbox(replies: (entry: Entry) => Reply) {
  const sent: [string, number][] = [];
  const store = memoryStore();
  const queue = new Outbox({
    owner: "me",
    store,
    send: async (one) => {
      sent.push([one.opId, one.base]);

      return replies(one);
    },
    acknowledged: () => undefined,
    changed: () => undefined,
    tell: () => undefined,
  });

  return { queue, sent, store };
}

test("taps arrive one after another, each knowing of the one before", async () => {
  let revision = 0;
  const { queue, sent, store } = outbox(({ opId }) => {
    revision += 1;

    return { kind: "answer", status: 200, problem: false, retryAfter: 0, json: { opId, revision, missed: false } };
  });
  await store.add(entry("a", 1));
  await store.add(entry("b", 1));
  await store.add(entry("c", 2));
  await queue.send();
  expect(sent).toEqual([
    ["a", 0],
    ["b", 1],
    ["c", 2],
  ]);
  expect(await store.entries()).toEqual([]);
});

test("without network nothing leaves the queue, and it is tried again by itself", async () => {
  vi.useFakeTimers();
  let online = false;
  const { queue, store } = outbox(({ opId }) =>
    online
      ? { kind: "answer", status: 200, problem: false, retryAfter: 0, json: { opId, revision: 1, missed: false } }
      : { kind: "none" },
  );
  await store.add(entry("a", 1));
  await queue.send();
  expect(queue.phase).toBe("waiting");
  expect(await store.entries()).toHaveLength(1);
  online = true;
  await vi.advanceTimersByTimeAsync(2000);
  expect(await store.entries()).toEqual([]);
  expect(queue.phase).toBe("idle");
  vi.useRealTimers();
});
