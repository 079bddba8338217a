import { randomBytes } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import { queryPrepared } from "@/lib/db/prepared";
import { sql } from "@/lib/db/sql";
import { eventHash, GENESIS, payloadHash } from "./label-hash";
import type { StandingSlot } from "./read-standing";
import { LEASE_MINUTES } from "./schema";

export type LabelWrite = {
  studyId: string;
  raterId: string;
  slot: StandingSlot;
  head: { seq: number; hash: string } | null;
  opId: string;
  unit: string;
  question: string;
  value: string | null;
  note: string | null;
  elapsedMs: number;
  bodyHash: string;
  /** Derived labels after this answer. */
  derived: Readonly<Record<string, string>>;
  /** Ids of all derived labels of the codebook, and former ids of what is answered: those not in `derived` go. */
  derivable: readonly string[];
  nextState: "leased" | "filled" | "skipped" | "closed";
};

/**
 * Event, current labels and slot in one statement, which is one transaction. False, and nothing written, where the slot,
 * the codebook or the rater's chain has moved since it was read: read again and try once more.
 */
export async function writeLabel(ctx: ServiceContext, write: LabelWrite): Promise<boolean> {
  const { studyId, raterId, slot, head, opId, unit, question, value, note, elapsedMs } = write;
  const salt = randomBytes(16).toString("hex");
  const at = new Date();
  const seq = (head?.seq ?? 0) + 1;
  const prevHash = head?.hash ?? GENESIS;
  const { slotId, roundId, itemId, codebookVersion } = slot;
  const revises = slot.last?.opId ?? null;
  const ids = { studyId, opId, roundId, itemId, unit, slotId, raterId, question, revises, elapsedMs, at, seq };
  const payload = payloadHash({ salt, value, note });
  const hash = eventHash(prevHash, { ...ids, codebookVersion }, payload);
  const extra = write.nextState === "closed";
  const rows = Object.entries(write.derived).map(([id, derivedValue]) => ({
    question: id,
    value: derivedValue,
    derived: true,
  }));
  const own = value === null ? [] : [{ question, value, derived: false, note }];
  const gone = write.derivable.filter((id) => write.derived[id] === undefined);
  if (value === null) gone.push(question);
  const [written] = await queryPrepared<{ count: number }>(
    ctx,
    "label write",
    sql`
    WITH slot AS MATERIALIZED (
      SELECT "id" FROM "Slot" WHERE "studyId" = ${studyId}::uuid AND "id" = ${slotId}::uuid
        AND "raterId"::text = ${raterId} AND "state" = ${slot.state}::"SlotState"
        AND (SELECT max(c."version") FROM "Codebook" c WHERE c."studyId" = ${studyId}::uuid) = ${slot.newestVersion}::int
      FOR UPDATE
    ), event AS (
      INSERT INTO "LabelEvent" ("studyId", "opId", "roundId", "itemId", "unit", "slotId", "raterId", "question", "value",
        "revises", "note", "elapsedMs", "at", "seq", "salt", "bodyHash", "payloadHash", "prevHash", "hash", "codebookVersion")
      SELECT ${studyId}::uuid, ${opId}::uuid, ${roundId}::uuid, ${itemId}::uuid, ${unit}, ${slotId}::uuid, ${raterId}::uuid,
        ${question}, ${value}, ${revises}::uuid, ${note}, ${elapsedMs}::int, ${at}::timestamptz(3), ${seq}::int, ${salt},
        ${write.bodyHash}, ${payload}, ${prevHash}, ${hash}, ${codebookVersion}::int
      FROM slot ON CONFLICT DO NOTHING RETURNING 1
    ), labels AS (
      INSERT INTO "Label" ("studyId", "roundId", "itemId", "unit", "raterId", "question", "value", "derived", "extra",
        "note", "opId", "elapsedMs", "at", "codebookVersion")
      SELECT ${studyId}::uuid, ${roundId}::uuid, ${itemId}::uuid, ${unit}, ${raterId}::uuid, x."question", x."value",
        x."derived", ${extra}::boolean, x."note", ${opId}::uuid, ${elapsedMs}::int, ${at}::timestamptz(3),
        ${codebookVersion}::int
      FROM jsonb_to_recordset(${JSON.stringify([...own, ...rows])}::jsonb)
        AS x("question" text, "value" text, "derived" boolean, "note" text), event
      ON CONFLICT ("studyId", "roundId", "itemId", "unit", "raterId", "question") DO UPDATE SET
        "value" = EXCLUDED."value", "derived" = EXCLUDED."derived", "extra" = EXCLUDED."extra", "note" = EXCLUDED."note",
        "opId" = EXCLUDED."opId", "elapsedMs" = EXCLUDED."elapsedMs", "at" = EXCLUDED."at",
        "codebookVersion" = EXCLUDED."codebookVersion"
    ), gone AS (
      DELETE FROM "Label" l USING event WHERE l."studyId" = ${studyId}::uuid AND l."roundId" = ${roundId}::uuid
        AND l."itemId" = ${itemId}::uuid AND l."unit" = ${unit} AND l."raterId"::text = ${raterId}
        AND l."question" || '' = ANY(${gone}::text[])
    ), moved AS (
      UPDATE "Slot" t SET "state" = ${write.nextState}::"SlotState",
        "filledAt" = CASE WHEN ${write.nextState} IN ('filled', 'skipped') THEN coalesce(t."filledAt", now()) END,
        "leasedUntil" = CASE WHEN ${write.nextState} = 'leased'
          THEN now() + make_interval(mins => ${LEASE_MINUTES}::int) END
      FROM event WHERE t."studyId" = ${studyId}::uuid AND t."id" = ${slotId}::uuid
    )
    SELECT count(*)::int AS "count" FROM event`,
  );

  return written?.count === 1;
}
