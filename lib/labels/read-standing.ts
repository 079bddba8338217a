import type { ServiceContext } from "@/lib/context";
import { queryPrepared } from "@/lib/db/prepared";
import { sql } from "@/lib/db/sql";
import { REPLACEMENT } from "./schema";

type Answer = {
  question: string;
  value: string;
  opId: string | null;
  at: string;
  note: string | null;
  codebookVersion: number;
};

export type StandingSlot = {
  slotId: string;
  state: "open" | "leased" | "filled" | "skipped" | "closed";
  n: number;
  roundId: string;
  itemId: string;
  codebookVersion: number;
  /** The study's newest codebook. */
  newestVersion: number;
  content: Record<string, unknown>;
  answers: Answer[];
  /** The newest event to this question, an undo too. */
  last: { opId: string; value: string | null; at: string; codebookVersion: number } | null;
  /** The newest slot that took this one's place (its number is n plus a multiple of REPLACEMENT). */
  replacement: { n: number; state: string; raterId: string | null } | null;
};

export type Standing = {
  /** Null where the person is not a rater of this study, or has not begun. */
  raterId: string | null;
  slot: StandingSlot | null;
  head: { seq: number; hash: string } | null;
  replay: { raterId: string; bodyHash: string; seq: number } | null;
};

type Ask = { studyId: string; userId: string; slotId: string; opId: string; unit: string; question: string };
type Row = { slot: Omit<StandingSlot, "answers"> | null; answers: Answer[] } & Pick<
  Standing,
  "raterId" | "head" | "replay"
>;

/**
 * All that recording an answer needs to know, in one round trip: whether the person rates here, too. A slot of another rater is not there. `raterId::text`
 * keeps the planner from walking all that the rater ever did where the item's own rows are wanted: in young tables it
 * takes both for equally cheap.
 */
export async function readStanding(ctx: ServiceContext, ask: Ask): Promise<Standing> {
  const { studyId, userId, slotId, opId, unit, question } = ask;
  const [row] = await queryPrepared<Row>(
    ctx,
    "label standing",
    sql`
    SELECT me."id"::text AS "raterId",
      CASE WHEN s."id" IS NOT NULL THEN jsonb_build_object(
        'slotId', s."id", 'state', s."state", 'n', s."n", 'roundId', s."roundId", 'itemId', s."itemId",
        'codebookVersion', s."codebookVersion", 'content', i."content",
        'newestVersion', (SELECT max(c."version") FROM "Codebook" c WHERE c."studyId" = s."studyId"),
        'last', (SELECT jsonb_build_object('opId', e."opId", 'value', e."value", 'at', e."at",
            'codebookVersion', e."codebookVersion") FROM "LabelEvent" e
          WHERE e."studyId" = s."studyId" AND e."itemId" = s."itemId" AND e."roundId" = s."roundId"
            AND e."raterId"::text = me."id"::text AND e."unit" = ${unit} AND e."question" = ${question}
          ORDER BY e."seq" DESC LIMIT 1),
        'replacement', (SELECT jsonb_build_object('n', r."n", 'state', r."state", 'raterId', r."raterId") FROM "Slot" r
          WHERE r."studyId" = s."studyId" AND r."roundId" = s."roundId" AND r."itemId" = s."itemId" AND r."n" > s."n"
            AND r."n" % ${REPLACEMENT}::int = s."n" % ${REPLACEMENT}::int
          ORDER BY r."n" DESC LIMIT 1)) END AS "slot",
      coalesce((SELECT jsonb_agg(jsonb_build_object(
          'question', l."question", 'value', l."value", 'opId', l."opId", 'at', l."at", 'note', l."note",
          'codebookVersion', l."codebookVersion")) FROM (
        SELECT * FROM "Label" l WHERE l."studyId" = s."studyId" AND l."roundId" = s."roundId" AND l."itemId" = s."itemId"
          AND l."unit" = ${unit} AND l."raterId"::text = me."id"::text AND NOT l."derived"
        ORDER BY l."raterId", l."question") l), '[]') AS "answers",
      (SELECT jsonb_build_object('seq', h."seq", 'hash', h."hash") FROM "LabelEvent" h
        WHERE h."studyId" = one."studyId" AND h."raterId" = me."id"
        ORDER BY h."seq" DESC LIMIT 1) AS "head",
      (SELECT jsonb_build_object('raterId', p."raterId", 'bodyHash', p."bodyHash", 'seq', p."seq") FROM "LabelEvent" p
        WHERE p."studyId" = one."studyId" AND p."opId" = ${opId}::uuid) AS "replay"
    FROM (SELECT ${studyId}::uuid AS "studyId") one
    LEFT JOIN (SELECT r."id", r."studyId" FROM "Membership" m
        JOIN "Rater" r ON r."studyId" = m."studyId" AND r."userId" = m."userId"
        WHERE m."studyId" = ${studyId}::uuid AND m."userId" = ${userId}::uuid AND m."role" = 'rater') me
      ON me."studyId" = one."studyId"
    LEFT JOIN "Slot" s ON s."studyId" = one."studyId" AND s."id" = ${slotId}::uuid AND s."raterId"::text = me."id"::text
    LEFT JOIN "Item" i ON i."studyId" = s."studyId" AND i."id" = s."itemId"`,
  );
  if (!row?.raterId) return { raterId: null, slot: null, head: null, replay: null };

  return {
    raterId: row.raterId,
    slot: row.slot ? { ...row.slot, answers: row.answers } : null,
    head: row.head,
    replay: row.replay,
  };
}
