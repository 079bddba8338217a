import { backoffMs } from "@/components/label/backoff";
import { withLock } from "@/components/label/tab-lock";
import type { EndorseAck } from "@/lib/endorsements/wire";
import { type Entry, inOrder, nextToSend, type Reply, rebased, verdictOf } from "./outbox-state";
import type { OutboxStore } from "./outbox-store";

export type Phase = "idle" | "sending" | "waiting" | "consent" | "gone" | "other_link";

type Parts = {
  owner: string;
  store: OutboxStore;
  send: (entry: Entry) => Promise<Reply>;
  /** Called before the acknowledged entry leaves the queue, so that its answer is never missing from the page. */
  acknowledged: (entry: Entry, ack: EndorseAck) => void;
  /** The queue or the phase has changed here. */
  changed: () => void;
  /** Another tab should look at the queue, and at what is stored. */
  tell: () => void;
};

/** Delivers changes in order, from one tab at a time, again and again until the server has acknowledged each. */
export class Outbox {
  entries: Entry[] = [];
  phase: Phase = "idle";
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;
  private closed = false;

  constructor(private readonly parts: Parts) {}

  /** Resolved when this browser keeps the entry; sending starts by itself. */
  async add(entry: Entry): Promise<void> {
    await this.parts.store.add(entry);
    await this.reload();
    void this.send(false);
  }

  async reload(): Promise<void> {
    this.entries = inOrder(await this.parts.store.entries());
    this.parts.changed();
  }

  async change(to: (entries: Entry[]) => Entry[]): Promise<void> {
    await this.parts.store.change(to);
    await this.reload();
    this.parts.tell();
    void this.send();
  }

  /** Sends what can be sent; resolved when that is done or cannot go on. `eager` does not wait for the back-off. */
  async send(eager = true): Promise<void> {
    if (this.closed || (!eager && this.timer !== undefined)) return;
    if (eager) this.failures = 0;
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.running !== undefined) await this.running;
    this.running = withLock(`assay-endorse-${this.parts.owner}`, () => this.drain())
      .catch(() => this.wait(0))
      .finally(() => {
        this.running = undefined;
      });

    return this.running;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async drain(): Promise<void> {
    for (;;) {
      if (this.closed) return;
      const entry = nextToSend(await this.parts.store.entries());
      if (!entry) {
        this.phase = "idle";
        return this.reload();
      }
      this.show("sending");
      const verdict = verdictOf(entry.opId, await this.parts.send(entry));
      if (verdict.kind === "later") return this.wait(verdict.retryAfter);
      if (verdict.kind === "consent") return this.show("consent");
      if (verdict.kind === "stopped") return this.show(verdict.reason);
      this.failures = 0;
      if (verdict.kind === "acknowledged") {
        this.parts.acknowledged(entry, verdict.ack);
        await this.parts.store.change((entries) => rebased(entries, entry, verdict.ack));
      } else {
        const { held } = verdict;
        await this.parts.store.change((all) => all.map((one) => (one.opId === entry.opId ? { ...one, held } : one)));
      }
      await this.reload();
      this.parts.tell();
    }
  }

  private wait(retryAfter: number): void {
    if (this.closed) return;
    this.failures += 1;
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        void this.send(false);
      },
      backoffMs(this.failures, Math.random(), retryAfter),
    );
    this.show("waiting");
  }

  private show(phase: Phase): void {
    if (this.phase === phase) return;
    this.phase = phase;
    this.parts.changed();
  }
}
