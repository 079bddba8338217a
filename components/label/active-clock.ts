const IDLE_MS = 120_000;

/**
 * Time that somebody spends at an item: `performance.now()` without hidden-tab time, and with at most two minutes
 * after the last sign of life. The caller reports signs of life, hiding and showing.
 */
export class ActiveClock {
  private counted = 0;
  private since: number;
  private alive: number;
  private hidden = false;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.since = now();
    this.alive = this.since;
  }

  /** A key, a pointer, a scroll. */
  sign(): void {
    this.settle();
    this.alive = this.now();
  }

  hide(): void {
    this.settle();
    this.hidden = true;
  }

  show(): void {
    this.settle();
    this.hidden = false;
    this.alive = this.now();
  }

  /** Milliseconds since the item was shown: whole, and never negative. */
  elapsed(): number {
    this.sign();

    return Math.round(this.counted);
  }

  /** Another item is shown. */
  restart(): void {
    this.sign();
    this.counted = 0;
  }

  private settle(): void {
    const now = Math.max(this.now(), this.since);
    const until = Math.min(now, this.alive + IDLE_MS);
    if (!this.hidden) this.counted += Math.max(0, until - this.since);
    this.since = now;
  }
}
