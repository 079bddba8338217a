import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { eventHash, GENESIS, type LabelIds, payloadHash } from "./label-hash";
import { StudyScope } from "./schema";

const PAGE = 2000;
const NAMED = 100;

export type ChainFault = { rater: string; seq: number | null; opId: string | null; reason: string };
export type LabelChainReport = {
  raters: number;
  events: number;
  /** Events whose salt, value and note were erased: their place in the chain holds, their content cannot be checked. */
  erased: number;
  faultCount: number;
  /** The first hundred. */
  faults: ChainFault[];
};

/**
 * Recomputes each rater's chain and names every event that was altered, removed or put in between, and every current
 * label that is not what the events say.
 */
export async function verifyLabelChain(ctx: ServiceContext, input: unknown): Promise<LabelChainReport> {
  const { studyId } = StudyScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "auditor"]);
  const report: LabelChainReport = { raters: 0, events: 0, erased: 0, faultCount: 0, faults: [] };
  const raters = await database(ctx).rater.findMany({
    where: { studyId, kind: "human" },
    select: { id: true, pseudonym: true },
    orderBy: { pseudonym: "asc" },
  });
  for (const rater of raters) {
    const events = await verifyRater(ctx, studyId, rater, report);
    if (events > 0) report.raters += 1;
  }
  await compareCurrent(ctx, studyId, report);

  return report;
}

function note(report: LabelChainReport, fault: ChainFault): void {
  report.faultCount += 1;
  if (report.faults.length < NAMED) report.faults.push(fault);
}

async function verifyRater(
  ctx: ServiceContext,
  studyId: string,
  rater: { id: string; pseudonym: string },
  report: LabelChainReport,
): Promise<number> {
  let previous = { seq: 0, hash: GENESIS };
  for (let count = 0; ; ) {
    const page = await database(ctx).labelEvent.findMany({
      where: { studyId, raterId: rater.id, seq: { gt: previous.seq } },
      orderBy: { seq: "asc" },
      take: PAGE,
    });
    for (const event of page) {
      const { salt, value, note: text, payloadHash: payload, prevHash, hash } = event;
      const ids = idsOf(event);
      const fault = (reason: string) => note(report, { rater: rater.pseudonym, seq: ids.seq, opId: ids.opId, reason });
      if (ids.seq !== previous.seq + 1) fault("an event before it is missing");
      else if (prevHash !== previous.hash) fault("does not follow from the event before it");
      if (eventHash(prevHash, ids, payload) !== hash) fault("altered after it was written");
      if (salt === null) report.erased += 1;
      else if (payloadHash({ salt, value, note: text }) !== payload) fault("its value or note was altered");
      previous = { seq: ids.seq, hash };
      report.events += 1;
      count += 1;
    }
    if (page.length < PAGE) return count;
  }
}

/** Named one by one: a column added later is not part of older hashes. */
function idsOf(event: LabelIds): LabelIds {
  const { opId, roundId, itemId, unit, slotId, raterId, question, revises, elapsedMs, at, seq, codebookVersion } =
    event;
  const { studyId } = event;

  return {
    ...{ studyId, opId, roundId, itemId, unit, slotId, raterId, question },
    ...{ revises, elapsedMs, at, seq, codebookVersion },
  };
}

/** The chain cannot know of events cut off at its end; the current labels do. */
async function compareCurrent(ctx: ServiceContext, studyId: string, report: LabelChainReport): Promise<void> {
  const rows = await database(ctx).$queryRaw<
    { rater: string; seq: number | null; opId: string | null; missing: boolean }[]
  >`
    SELECT r."pseudonym" AS "rater", e."seq", l."opId"::text, e."opId" IS NULL AS "missing"
    FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r."id" = l."raterId"
    LEFT JOIN "LabelEvent" e ON e."studyId" = l."studyId" AND e."opId" = l."opId"
    WHERE l."studyId" = ${studyId}::uuid AND l."origin" = 'studio' AND NOT l."derived"
      AND (e."opId" IS NULL OR e."raterId" <> l."raterId" OR e."question" <> l."question"
        OR (e."salt" IS NOT NULL AND e."value" IS DISTINCT FROM l."value"))
    ORDER BY r."pseudonym", l."at" LIMIT 1000`;
  for (const { rater, seq, opId, missing } of rows) {
    note(report, {
      rater,
      seq,
      opId,
      reason: missing ? "the event of a current label is missing" : "the current label is not what its event says",
    });
  }
}
