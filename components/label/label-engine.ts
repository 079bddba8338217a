import type { LabelAck, ServedSlot } from "@/lib/labels/wire";
import { ActiveClock } from "./active-clock";
import { type Ruling, rulingOn } from "./asking";
import { giveUp, insistOnMine, keepNewer, type Settlement } from "./held-answers";
import * as api from "./label-api";
import { type LabelStore, openLabelStore } from "./label-store";
import { Outbox } from "./outbox";
import type { OutboxEntry, OutboxView } from "./outbox-state";
import type { Change, Codebooks, LabelSession, Recorded } from "./session-state";
import * as state from "./session-state";
import { openTabChannel, type TabChannel, type TabMessage } from "./tab-channel";
import { uuid7 } from "./uuid7";

/** How many items wait behind the current one. */
const AHEAD = 5;

export type Reach = { kind: "ok" | "unreachable" | "signed_out" } | { kind: "refused"; title: string };

export type EngineView = {
  session: LabelSession;
  outbox: OutboxView;
  /** Whether a claim has been answered, or the browser's own copy is shown. */
  ready: boolean;
  claiming: boolean;
  reach: Reach;
  /** For the live region; a new number is a new announcement. */
  said: { n: number; text: string };
};

export const firstView: EngineView = {
  session: state.emptySession(),
  outbox: { mine: [], foreign: 0, phase: { kind: "idle" }, durable: true },
  ready: false,
  claiming: false,
  reach: { kind: "ok" },
  said: { n: 0, text: "" },
};

export type Identity = { userId: string; study: string; codebooks: Codebooks };

/**
 * The label page without its drawing: claims items, takes answers one after another, keeps each in this browser before
 * the next item is shown, and hands it to the outbox. React draws `current()`.
 */
export class LabelEngine {
  readonly clock = new ActiveClock();
  private view: EngineView = firstView;
  private listeners = new Set<() => void>();
  private chain: Promise<void> = Promise.resolve();
  private store: LabelStore | undefined;
  private queue: Outbox | undefined;
  private channel: TabChannel | undefined;
  /** Items that the server has said are filled or skipped. */
  private settled = new Set<string>();
  /** Counts answers given and acknowledged. */
  private moves = 0;
  private painted: string | null = null;
  /** Something was answered or acknowledged while a claim was under way. */
  private claimAgain = false;
  private stopped = false;
  /** React may start, stop and start again at once; only the last start counts. */
  private starts = 0;

  constructor(private readonly me: Identity) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);

    return () => this.listeners.delete(listener);
  };

  readonly current = (): EngineView => this.view;

  async start(reopenId?: string): Promise<void> {
    this.stopped = false;
    this.starts += 1;
    const mine = this.starts;
    const store = await openLabelStore();
    if (this.stopped || mine !== this.starts) return;
    this.store = store;
    this.channel = openTabChannel(this.me.userId, (message) => this.hear(message));
    const queue = new Outbox({
      userId: this.me.userId,
      store,
      send: api.postLabel,
      acknowledged: (entry, ack) => this.acknowledged(entry, ack),
      changed: () => this.channel?.post({ kind: "queue" }),
    });
    this.queue = queue;
    queue.subscribe(() => this.draw({ outbox: queue.current() }));
    await store.forgetOthers(this.me.userId).catch(() => undefined);
    await queue.reload();
    await this.restore(store);
    if (reopenId) await this.reopen(reopenId);
    // The count is right only while nothing is under way: first this, then the answers that wait.
    await this.claim();
    queue.sendNow();
  }

  stop(): void {
    this.stopped = true;
    this.queue?.close();
    this.channel?.close();
  }

  /** The drawing says that this item is now on the screen: only then does it take answers. */
  hasPainted(slotId: string | null): void {
    this.painted = slotId;
  }

  /**
   * Gives an answer, or takes a mark or flag off where it is on (`toggles`). Whether it needs a note is decided here, on
   * the item as the answers before this one left it, however fast they came; it is then not given yet.
   */
  async give(slotId: string, answer: { question: string; value: string }, toggles = false): Promise<Ruling> {
    let ruling: Ruling = { kind: "fine" };
    await this.act(async () => {
      const slot = this.taking(slotId);
      const codebook = slot && this.me.codebooks[slot.codebookVersion];
      if (!slot || !codebook) return;
      const was = slot.answers[answer.question];
      if (toggles && was?.value === answer.value) return this.record(slot, { ...answer, value: null });
      if (was?.value === answer.value) return this.put(state.passIfDone(this.view.session, this.me.codebooks, slotId));
      ruling = rulingOn(codebook, slot, answer, this.view.session.reopened.includes(slotId));
      if (ruling.kind === "fine") await this.record(slot, answer);
    });

    return ruling;
  }

  /** Records an answer that has all it needs: a note, a skip with its reason, a comment. */
  answer(slotId: string, change: Change): Promise<void> {
    return this.act(async () => {
      const slot = this.taking(slotId);
      const was = slot?.answers[change.question];
      const same = (was?.value ?? null) === change.value && (was?.note ?? "") === (change.note ?? "");
      if (slot && !same) await this.record(slot, change);
    });
  }

  undo(): Promise<void> {
    return this.act(async () => {
      const undone = state.undo(this.view.session, { opId: uuid7(), elapsedMs: this.clock.elapsed() });
      if (!undone) return this.say("Nothing to undo");
      await this.putAnswer(undone, null);
      this.say("Answer taken back");
    });
  }

  /** From a practice item's gold answer, or from an item that is done, to the next open one. */
  goOn(): Promise<void> {
    return this.act(() => {
      const { session } = this.view;
      const slot = state.slotOf(session, session.currentId);
      if (slot && !session.feedbackId && !state.isDone(this.me.codebooks, slot)) return;

      return this.put(state.toNextOpen(session, this.me.codebooks)).then(() => this.sayPlace());
    });
  }

  /** To an item that is held here, as from a notice about it. */
  show(slotId: string): Promise<void> {
    return this.act(() => {
      const { session } = this.view;
      if (state.slotOf(session, slotId)) return this.put({ ...session, currentId: slotId, feedbackId: null });
    });
  }

  turn(by: 1 | -1): Promise<void> {
    return this.act(() => this.put(state.turn(this.view.session, by)));
  }

  async reopen(slotId: string): Promise<void> {
    const got = await api.reopen(this.me.study, this.me.userId, slotId);
    if (got.kind !== "ok") return this.failed(got);
    this.settled.add(slotId);
    const slot = state.withWaiting(got.value, this.view.outbox.mine);
    this.draw({ ready: true, session: state.withReopened(this.view.session, slot, [...this.settled]) });
  }

  /** Fetches items until five wait behind the current one: after the page is drawn, and after each answer. */
  async claim(): Promise<void> {
    if (this.view.claiming) this.claimAgain = true;
    if (this.stopped || this.view.claiming) return;
    this.claimAgain = false;
    const { session, outbox } = this.view;
    const open = state.openSlots(session, this.me.codebooks);
    const fresh = session.progress !== null && this.view.ready;
    const wanted = fresh ? AHEAD + 1 - open.length : AHEAD + 1;
    if (wanted <= 0) return;
    const have = new Set(fresh ? open.map((slot) => slot.slotId) : []);
    for (const entry of outbox.mine) have.add(entry.body.slotId);
    const quiet = outbox.mine.length === 0 || session.progress === null;
    const movedBefore = this.moves;
    const counted = [...this.settled];
    this.draw({ claiming: true });
    // Items answered here and not sent yet still count as held there.
    const unsent = [...have].filter((id) => !open.some((slot) => slot.slotId === id)).length;
    const ahead = Math.min(20, AHEAD + 1 + unsent);
    const got = await api.claim(this.me.study, this.me.userId, ahead, [...have].slice(-50));
    this.draw({ claiming: false });
    if (this.stopped) return;
    if (got.kind !== "ok") return this.failed(got);
    await this.act(async () => {
      const waiting = this.view.outbox.mine;
      const moved = movedBefore !== this.moves;
      const known = { waiting, moved, counted: quiet && !moved ? counted : undefined };
      const merged = state.mergeClaim(this.view.session, this.me.codebooks, got.value, known);
      await this.store?.commit([], this.saved(merged)).catch(() => undefined);
      this.draw({ session: merged, ready: true, reach: { kind: "ok" } });
    });
    if (this.claimAgain) await this.claim();
  }

  async heartbeat(): Promise<void> {
    const open = state.openSlots(this.view.session, this.me.codebooks).map((slot) => slot.slotId);
    if (open.length === 0 || this.stopped) return;
    const got = await api.heartbeat(this.me.study, this.me.userId, open.slice(0, 50));
    if (got.kind !== "ok" || this.stopped) return;
    await this.act(() => this.put(state.loseLeases(this.view.session, this.me.codebooks, got.value.lost)));
  }

  /** The network is back, the tab is shown again, or somebody has signed in: try at once. */
  wake(): void {
    void this.queue?.reload();
    this.queue?.sendNow();
    void this.claim();
  }

  /** Every quarter of a minute: what could not be fetched, or was held by others, may be there now. */
  tick(): void {
    const { session, reach } = this.view;
    const free = session.nextFreeAt !== null && Date.parse(session.nextFreeAt) <= Date.now();
    if (reach.kind === "unreachable" || free || session.currentId === null) void this.claim();
  }

  /** Whether closing the tab now would lose answers. */
  atRisk(): boolean {
    return !this.view.outbox.durable && this.view.outbox.mine.length > 0;
  }

  keepNewer(entry: OutboxEntry): Promise<void> {
    return this.settle(entry, keepNewer(entry, this.view.outbox.mine));
  }

  insistOnMine(entry: OutboxEntry): Promise<void> {
    return this.settle(entry, insistOnMine(entry, this.view.outbox.mine, uuid7()));
  }

  giveUp(entry: OutboxEntry): Promise<void> {
    return this.settle(entry, giveUp(entry, this.view.outbox.mine));
  }

  async retry(entry: OutboxEntry): Promise<void> {
    await this.queue?.retry(entry.opId);
  }

  /** Answers that other accounts have left in this browser. */
  async foreignEntries(): Promise<OutboxEntry[]> {
    const all = (await this.store?.entries()) ?? [];

    return all.filter((entry) => entry.userId !== this.me.userId);
  }

  draft(slotId: string, kind: string): Promise<string | undefined> {
    return this.store?.draft(`${this.me.userId}|${slotId}|${kind}`) ?? Promise.resolve(undefined);
  }

  saveDraft(slotId: string, kind: string, text: string): void {
    void this.store?.saveDraft(`${this.me.userId}|${slotId}|${kind}`, this.me.userId, text);
  }

  private act(work: () => Promise<void> | void): Promise<void> {
    this.chain = this.chain
      .then(work)
      .catch(() => this.say("Something failed on this page. Reload it; answers are kept."));

    return this.chain;
  }

  /** The item, where it takes answers: those for an item no longer, or not yet, on the screen are dropped. */
  private taking(slotId: string): ServedSlot | undefined {
    const { session } = this.view;
    const shown = session.currentId === slotId && !session.feedbackId && this.painted === slotId;

    return shown ? state.slotOf(session, slotId) : undefined;
  }

  private async record(slot: ServedSlot, change: Change): Promise<void> {
    const { session } = this.view;
    const made = { opId: uuid7(), elapsedMs: this.clock.elapsed() };
    const recorded = state.record(session, this.me.codebooks, slot.slotId, change, made);
    if (recorded) await this.putAnswer(recorded, session.currentId);
  }

  private async settle(entry: OutboxEntry, plan: Settlement | undefined): Promise<void> {
    if (!plan) return;
    await this.queue?.settle(plan.out, plan.in);
    await this.act(() =>
      this.put(state.takeOver(this.view.session, this.me.codebooks, entry.body.slotId, plan.shows, plan.opId)),
    );
  }

  private async put(session: LabelSession): Promise<void> {
    if (session === this.view.session) return;
    await this.store?.commit([], this.saved(session)).catch(() => undefined);
    this.draw({ session });
    void this.claim();
  }

  /** Keeps the answer in this browser, then shows what follows from it. */
  private async putAnswer({ session, body }: Recorded, fromId: string | null): Promise<void> {
    this.moves += 1;
    const { userId, study } = this.me;
    const entry = { opId: body.opId, userId, study, body, madeAt: new Date().toISOString() };
    await this.queue?.add([entry], this.saved(session));
    this.draw({ session });
    const { opId, slotId, question, value, note } = body;
    this.channel?.post({
      kind: "answered",
      study,
      slotId,
      opId,
      change: { question, value, ...(note ? { note } : {}) },
    });
    if (fromId && session.currentId !== fromId) this.sayPlace();
    void this.claim();
  }

  private saved(session: LabelSession) {
    const { userId, study } = this.me;

    return { key: `${userId}|${study}`, userId, session };
  }

  private async restore(store: LabelStore): Promise<void> {
    const kept = await store.session(`${this.me.userId}|${this.me.study}`).catch(() => undefined);
    void navigator.storage?.persist?.().catch(() => false);
    if (!state.isSession(kept)) return;
    const waiting = this.view.outbox.mine;
    const session = { ...kept, feedbackId: null, slots: kept.slots.map((slot) => state.withWaiting(slot, waiting)) };
    for (const slot of session.slots) {
      const sent = !waiting.some((entry) => entry.body.slotId === slot.slotId);
      if (sent && state.isDone(this.me.codebooks, slot)) this.settled.add(slot.slotId);
    }
    const here = state.slotOf(session, session.currentId);
    this.draw({ session: here ? session : state.toNextOpen(session, this.me.codebooks) });
  }

  private acknowledged(entry: OutboxEntry, ack: LabelAck): void {
    if (entry.study !== this.me.study) return;
    this.moves += 1;
    if (ack.slot === "leased") this.settled.delete(entry.body.slotId);
    else this.settled.add(entry.body.slotId);
    void this.claim();
  }

  private hear(message: TabMessage): void {
    if (message.kind === "queue") {
      // Another tab that sends may be signed in again where this one was told to wait.
      if (this.view.outbox.phase.kind === "signed_out") this.wake();
      else void this.queue?.reload();
      return;
    }
    if (message.study !== this.me.study) return;
    const { slotId, change, opId } = message;
    void this.act(() => this.put(state.takeOver(this.view.session, this.me.codebooks, slotId, change, opId)));
  }

  private failed(got: Exclude<Reach, { kind: "ok" }> | { kind: "unreachable" | "signed_out" }): void {
    const holds = state.slotOf(this.view.session, this.view.session.currentId) !== undefined;
    this.draw({ reach: got, ready: this.view.ready || holds });
  }

  private sayPlace(): void {
    const at = state.tally(this.view.session, this.me.codebooks);
    const saved = this.view.outbox.durable ? "Saved." : "Kept in this tab.";
    const place = !at ? "" : at.left === 0 ? " All items done." : ` Item ${at.done + 1} of ${at.total}`;
    this.say(saved + place);
  }

  private say(text: string): void {
    this.draw({ said: { n: this.view.said.n + 1, text } });
  }

  private draw(change: Partial<EngineView>): void {
    if (change.session && change.session.currentId !== this.view.session.currentId) this.clock.restart();
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener();
  }
}
