import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { auditHash, GENESIS } from "./record-audit";

export type ChainReport = {
  events: number;
  broken: { seq: number; reason: string }[];
  /** The last event. A copy kept elsewhere shows when the end of the chain was cut off, which no chain can show itself. */
  head: { seq: number; hash: string } | null;
};

/** Recomputes a study's audit chain in pages and names every row that was altered, added or removed since. */
export async function verifyChain(ctx: ServiceContext, studyId: string): Promise<ChainReport> {
  const report: ChainReport = { events: 0, broken: [], head: null };
  let previous = { seq: 0, hash: GENESIS };
  for (;;) {
    const page = await database(ctx).auditEvent.findMany({
      where: { studyId, seq: { gt: previous.seq } },
      orderBy: { seq: "asc" },
      take: 1000,
    });
    for (const event of page) {
      const { hash, ...body } = event;
      if (event.seq !== previous.seq + 1)
        report.broken.push({ seq: event.seq, reason: "an event before it is missing" });
      else if (event.prevHash !== previous.hash)
        report.broken.push({ seq: event.seq, reason: "does not follow from the event before it" });
      if (auditHash(body) !== hash) report.broken.push({ seq: event.seq, reason: "altered after it was written" });
      previous = { seq: event.seq, hash };
      report.events += 1;
      report.head = previous;
    }
    if (page.length < 1000) return report;
  }
}
