import type { LabelAck } from "@/lib/labels/wire";
import { backoffMs } from "./backoff";
import type { LabelStore, SavedSession } from "./label-store";
import {
  inOrder,
  nextToSend,
  type OutboxEntry,
  type OutboxView,
  type Reply,
  type SendPhase,
  verdictOf,
} from "./outbox-state";
import { withLock } from "./tab-lock";

type Parts = {
  userId: string;
  store: LabelStore;
  send: (entry: OutboxEntry) => Promise<Reply>;
  /** Called once an acknowledged entry has left the queue. */
  acknowledged: (entry: OutboxEntry, ack: LabelAck) => void;
  /** Tells the other tabs that the queue has changed. */
  changed: () => void;
};

/**
 * Delivers answers in the background: in order, from one tab at a time, again and again until the server has
 * acknowledged each. Nothing leaves the queue otherwise but by the rater's own choice.
 */
export class Outbox {
  private listeners = new Set<() => void>();
  private view: OutboxView;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = false;
  private again = false;
  private closed = false;
  /** Only the newest reading of the queue is shown. */
  private readings = 0;

  constructor(private readonly parts: Parts) {
    this.view = { mine: [], foreign: 0, phase: { kind: "idle" }, durable: parts.store.durable };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);

    return () => this.listeners.delete(listener);
  };

  readonly current = (): OutboxView => this.view;

  /** Keeps the entries in this browser; resolved when they are kept. Sending starts by itself. */
  async add(entries: OutboxEntry[], session?: SavedSession): Promise<void> {
    await this.parts.store.commit(entries, session);
    if (entries.length === 0) return;
    this.show({ mine: [...this.view.mine, ...entries] });
    this.parts.changed();
    void this.reload().then(() => this.sendNow(false));
  }

  /** Reads the queue anew, as after another tab's word. */
  async reload(): Promise<void> {
    this.readings += 1;
    const mineIs = this.readings;
    const all = await this.parts.store.entries();
    if (mineIs !== this.readings) return;
    const mine = inOrder(all.filter((entry) => entry.userId === this.parts.userId));
    this.show({ mine, foreign: all.length - mine.length, durable: this.parts.store.durable });
  }

  /** Sends what can be sent. `eager` (network is back, signed in again, tab shown) does not wait for the back-off. */
  sendNow(eager = true): void {
    if (this.closed || (!eager && this.timer !== undefined)) return;
    if (eager) this.failures = 0;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = true;
    void withLock(`assay-outbox-${this.parts.userId}`, () => this.drain())
      .catch(() => this.wait(0))
      .finally(() => {
        this.running = false;
        if (this.again) {
          this.again = false;
          this.sendNow(false);
        }
      });
  }

  /** Settles held entries: takes them out and, where given, puts others in their place. */
  async settle(opIds: string[], by: OutboxEntry[] = []): Promise<void> {
    await this.parts.store.replace(opIds, by);
    await this.reload();
    this.parts.changed();
    this.sendNow();
  }

  /** Sends a refused entry once more as it is. */
  async retry(opId: string): Promise<void> {
    await this.parts.store.hold(opId, undefined);
    await this.reload();
    this.sendNow();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async drain(): Promise<void> {
    for (;;) {
      if (this.closed) return;
      const all = await this.parts.store.entries();
      const entry = nextToSend(all, this.parts.userId);
      if (!entry) {
        await this.reload();
        this.show({ phase: { kind: "idle" } });
        return;
      }
      if (this.view.phase.kind !== "sending") this.show({ phase: { kind: "sending" } });
      const verdict = verdictOf(entry, await this.parts.send(entry));
      if (verdict.kind === "later") return this.wait(verdict.retryAfter);
      if (verdict.kind === "signed_out") {
        this.show({ phase: { kind: "signed_out" } });
        return;
      }
      this.failures = 0;
      if (verdict.kind === "acknowledged") await this.parts.store.remove([entry.opId]);
      else await this.parts.store.hold(entry.opId, verdict.held);
      await this.reload();
      this.parts.changed();
      if (verdict.kind === "acknowledged") this.parts.acknowledged(entry, verdict.ack);
    }
  }

  private wait(retryAfter: number): void {
    if (this.closed) return;
    this.failures += 1;
    const ms = backoffMs(this.failures, Math.random(), retryAfter);
    this.show({ phase: { kind: "waiting", until: Date.now() + ms } });
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.sendNow(false);
    }, ms);
  }

  private show(change: Partial<OutboxView> | { phase: SendPhase }): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener();
  }
}
