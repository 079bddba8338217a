import type { ImportFault, ImportNotice } from "./wire";

const SHOWN = 100;
const NOTICES = 50;
const LINES = 10;

/** The first faults in file order, a hundred unless said otherwise, and how many there are in all. Memory does not grow with the faults. */
export class FaultList {
  total = 0;
  private kept: { fault: ImportFault; order: number }[] = [];

  constructor(private readonly limit = SHOWN) {}

  /** `order` sorts files as they were given. */
  add(fault: ImportFault, order = 0, count = 1): void {
    this.total += count;
    this.kept.push({ fault, order });
    if (this.kept.length > 4 * this.limit) this.trim();
  }

  get first(): ImportFault[] {
    this.trim();
    return this.kept.map((entry) => entry.fault);
  }

  private trim(): void {
    this.kept.sort((a, b) => a.order - b.order || (a.fault.line ?? 0) - (b.fault.line ?? 0));
    this.kept.length = Math.min(this.kept.length, this.limit);
  }
}

/** What was noticed and accepted; the same remark is counted, with the lines of its first few. */
export class NoticeList {
  private readonly entries = new Map<string, { count: number; lines: number[] }>();

  /** A remark; with `line`, one about rows: `reason` then says what they are, without a full stop. */
  add(reason: string, line?: number): void {
    const entry = this.entries.get(reason) ?? { count: 0, lines: [] };
    if (line !== undefined) {
      entry.count += 1;
      if (entry.lines.length < LINES) entry.lines.push(line);
    }
    if (this.entries.size < NOTICES || this.entries.has(reason)) this.entries.set(reason, entry);
  }

  /** A remark about a number of rows; none where it is 0. */
  counted(count: number, reason: string): void {
    if (count > 0) this.entries.set(reason, { count, lines: [] });
  }

  get all(): ImportNotice[] {
    return [...this.entries].map(([reason, { count, lines }]) => {
      if (count === 0) return { reason };
      const list = `${lines.length > 1 ? "lines" : "line"} ${lines.join(", ")}${count > lines.length ? ", …" : ""}`;
      return { reason: `${reason}: ${count}${lines.length > 0 ? ` (${list})` : ""}`, count };
    });
  }
}
