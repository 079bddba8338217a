import { uuid7 } from "@/components/label/uuid7";
import type { EndorseAck, EndorseView } from "@/lib/endorsements/wire";
import { call, readView } from "./endorse-api";
import { Outbox, type Phase } from "./outbox";
import { type Change, type Entry, membersOf, targetOf, titleOf, verdictOf, withThoseBehind } from "./outbox-state";
import { type OutboxStore, openOutboxStore } from "./outbox-store";
import { applied, withPending } from "./with-pending";

export type EndorseState = {
  /** What the author sees: stored answers with those on their way on top. */
  view: EndorseView;
  waiting: Entry[];
  held: Entry[];
  phase: Phase;
  durable: boolean;
};
export type Outcome =
  | { ok: true }
  | { ok: false; kind: "offline" | "waiting" | "stale" | "texts" | "gone" }
  | { ok: false; kind: "refused"; reason: string };

type Act = "consent" | "submit" | "decline" | "withdraw" | "not-me";

/** The author's page without its drawing: keeps each tap in this browser, sends it, and joins what comes back. */
export class EndorseEngine {
  private state: EndorseState;
  private stored: EndorseView;
  private listeners = new Set<() => void>();
  private store: OutboxStore | undefined;
  private queue: Outbox | undefined;
  private channel: BroadcastChannel | undefined;
  /** Taps made before this browser's store is open. */
  private opening: Promise<void> | undefined;

  constructor(
    initial: EndorseView,
    private readonly mark: string,
  ) {
    this.stored = initial;
    this.state = { view: initial, waiting: [], held: [], phase: "idle", durable: true };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);

    return () => this.listeners.delete(listener);
  };

  readonly current = (): EndorseState => this.state;

  start(): Promise<void> {
    this.opening ??= this.open();

    return this.opening;
  }

  private async open(): Promise<void> {
    const owner = this.stored.respondentId;
    const store = await openOutboxStore(owner);
    this.store = store;
    if (typeof BroadcastChannel !== "undefined") {
      this.channel = new BroadcastChannel(`assay-endorse-${owner}`);
      this.channel.onmessage = () => void this.wake();
    }
    this.queue = new Outbox({
      owner,
      store,
      send: ({ opId, change, base }) => call(this.mark, "POST", change.path, { ...change.body, opId, revision: base }),
      acknowledged: (entry, ack) => this.acknowledged(entry, ack),
      changed: () => this.draw(),
      tell: () => this.channel?.postMessage("changed"),
    });
    await this.queue.reload();
    await this.queue.send();
  }

  stop(): void {
    this.queue?.close();
    this.channel?.close();
    this.opening = undefined;
  }

  async make(change: Change): Promise<void> {
    await this.start();
    const base = this.stored.revision;
    await this.queue?.add({ opId: uuid7(), owner: this.stored.respondentId, change, base });
  }

  /** Network is back, the page is shown again, or another tab has changed something. */
  async wake(): Promise<void> {
    await this.queue?.reload();
    await this.refresh();
    void this.queue?.send();
  }

  /** Everything that waits is sent, then what is stored is read: the rows of the review. */
  async arrive(): Promise<void> {
    await this.start();
    await this.queue?.send();
    await this.refresh();
  }

  async refresh(): Promise<boolean> {
    const read = await readView(this.mark);
    if (read.kind === "gone") {
      if (this.queue) this.queue.phase = "gone";
      this.draw();
    }
    if (read.kind !== "view") return false;
    // A reading that is older than what was acknowledged since is no news.
    if (read.view.revision >= this.stored.revision) this.stored = read.view;
    this.draw();

    return true;
  }

  /** Consent, submit, withdraw and the like: after all taps have arrived, and answered at once. */
  async act(path: Act, body: object): Promise<Outcome> {
    await this.start();
    if (path === "submit") {
      await this.queue?.send();
      if (this.state.waiting.length + this.state.held.length > 0) return { ok: false, kind: "waiting" };
    }
    if (!(await this.refresh())) return { ok: false, kind: this.state.phase === "gone" ? "gone" : "offline" };
    const opId = uuid7();
    const reply = await call(this.mark, "POST", path, { ...body, opId, revision: this.stored.revision });
    const verdict = verdictOf(opId, reply);
    if (verdict.kind !== "stopped") await this.refresh();
    switch (verdict.kind) {
      case "acknowledged":
        if (path === "consent") void this.queue?.send();

        return { ok: true };
      case "later":
        return { ok: false, kind: "offline" };
      case "consent":
        return { ok: false, kind: "texts" };
      case "stopped":
        return { ok: false, kind: "gone" };
      case "held":
        return verdict.held.kind === "conflict"
          ? { ok: false, kind: "stale" }
          : { ok: false, kind: "refused", reason: verdict.held.reason || titleOf(membersOf(reply)) };
    }
  }

  /** The other device's answer stands; or a refused change is given up. */
  async giveUp(held: Entry): Promise<void> {
    await this.queue?.change((all) => {
      const out = new Set(withThoseBehind(all, held).map((entry) => entry.opId));

      return all.filter((entry) => !out.has(entry.opId));
    });
    await this.refresh();
  }

  /** The last change that was made here is sent again, now on top of the other device's. */
  async insist(held: Entry): Promise<void> {
    await this.refresh();
    const { revision } = this.stored;
    await this.queue?.change((all) => {
      const behind = withThoseBehind(all, held);
      const out = new Set(behind.map((entry) => entry.opId));
      const last = behind.at(-1) ?? held;
      const again = { opId: uuid7(), owner: last.owner, change: last.change, base: revision };

      return [...all.filter((entry) => !out.has(entry.opId)), again];
    });
  }

  /** Nothing more waits here: leaving the page loses nothing. */
  atRisk(): boolean {
    return !this.state.durable && this.state.waiting.length > 0;
  }

  private acknowledged(entry: Entry, ack: EndorseAck): void {
    this.stored = applied(this.stored, entry.change);
    if (ack.missed) void this.refresh();
    else if (ack.revision > this.stored.revision) this.stored = { ...this.stored, revision: ack.revision };
  }

  private draw(): void {
    const entries = this.queue?.entries ?? [];
    const held = entries.filter((entry) => entry.held);
    const blocked = new Set(held.map((entry) => targetOf(entry.change)));
    const waiting = entries.filter((entry) => !entry.held);
    const shown = waiting.filter((entry) => !blocked.has(targetOf(entry.change)));
    this.state = {
      view: withPending(this.stored, shown),
      waiting,
      held,
      phase: this.queue?.phase ?? "idle",
      durable: this.store?.durable ?? true,
    };
    for (const listener of this.listeners) listener();
  }
}
