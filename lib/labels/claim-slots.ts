import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import { database, type Transaction } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { ensureRater } from "./ensure-rater";
import { inTurn, requireRater } from "./internal";
import { readOwnProgress } from "./own-progress";
import { ClaimSlotsInput } from "./schema";
import { type HeldSlot, type Served, serveSlots } from "./serve-slots";
import { regainSlots, rememberServed, renewHeld, type TakenSlot, takeSlots } from "./take-slots";
import type { ClaimAnswer } from "./wire";

type RoundState = {
  roundId: string;
  name: string;
  purpose: string;
  /** Whether it has slots kept for this rater, and slots that anybody may have. */
  reserved: boolean;
  free: boolean;
};

/**
 * Gives the rater slots until they hold `ahead`, and the items in them. Slots held already and not in `have` come
 * first: after a reload the same items appear. Practice rounds come before others, slots kept for the rater before
 * free ones, then the order of rounds and positions.
 */
export async function claimSlots(ctx: ServiceContext, input: unknown): Promise<z.infer<typeof ClaimAnswer>> {
  const { studyId, ahead, have } = ClaimSlotsInput.parse(input);
  const me = await requireRater(ctx, studyId);
  const raterId = me.raterId ?? (await withTransaction(ctx, (tx) => ensureRater(tx, studyId, me.userId)));
  const slots = await inTurn(`claim ${studyId} ${raterId}`, () =>
    withTransaction(ctx, (tx, inside) => claim(tx, inside, { studyId, raterId, ahead, have })),
  );
  const progress = await readOwnProgress(ctx, studyId, raterId);

  return { slots: slots.map(({ slot }) => slot), ...progress };
}

type Claim = { studyId: string; raterId: string; ahead: number; have: readonly string[] };

async function claim(tx: Transaction, ctx: ServiceContext, call: Claim): Promise<Served[]> {
  const { studyId, raterId, ahead, have } = call;
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('claim:' || ${studyId} || ${raterId}, 0))::text`;
  const { rounds, codebookVersion } = await readRounds(ctx, studyId, raterId);
  const held = (await renewHeld(tx, studyId, raterId)).filter((slot) => rounds.has(slot.roundId));
  held.sort((a, b) => placeOf(rounds, a) - placeOf(rounds, b) || a.position - b.position);
  const taken = held.filter((slot) => !have.includes(slot.slotId)).slice(0, ahead);
  const missing = () => ahead - held.length - (taken.length - kept);
  const kept = taken.length;
  for (const { roundId, reserved } of tiers([...rounds.values()])) {
    if (missing() <= 0) break;
    taken.push(...(await takeSlots(tx, { studyId, raterId, roundId, codebookVersion }, reserved, missing())));
  }
  for (const { roundId, free } of rounds.values()) {
    if (missing() <= 0) break;
    if (free) taken.push(...(await regainSlots(tx, { studyId, raterId, roundId, codebookVersion }, missing())));
  }
  const served = await serveSlots(
    ctx,
    studyId,
    raterId,
    taken.map((slot) => withRound(slot, rounds)),
  );
  await rememberServed(
    tx,
    studyId,
    served.map(({ slot, hash }) => ({ slotId: slot.slotId, hash })),
  );

  return served;
}

/** The open rounds in the order in which they are worked, and the newest codebook. */
async function readRounds(
  ctx: ServiceContext,
  studyId: string,
  raterId: string,
): Promise<{ rounds: Map<string, RoundState>; codebookVersion: number }> {
  const rows = await database(ctx).$queryRaw<(RoundState & { version: number })[]>`
    SELECT r."id"::text AS "roundId", r."name", r."purpose"::text,
      EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = r."studyId" AND s."reservedFor" = ${raterId}::uuid
        AND s."state" = 'open' AND s."roundId" = r."id") AS "reserved",
      EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = r."studyId" AND s."roundId" = r."id"
        AND s."state" IN ('open', 'leased') AND s."reservedFor" IS NULL) AS "free",
      (SELECT max(c."version") FROM "Codebook" c WHERE c."studyId" = r."studyId") AS "version"
    FROM "Round" r WHERE r."studyId" = ${studyId}::uuid AND r."closedAt" IS NULL AND r."purpose" <> 'corpus'
    ORDER BY r."purpose" <> 'practice', r."ordinal", r."id"`;

  return {
    rounds: new Map(rows.map((row) => [row.roundId, row])),
    codebookVersion: rows[0]?.version ?? 1,
  };
}

function tiers(rounds: readonly RoundState[]): { roundId: string; reserved: boolean }[] {
  const inOrder = (some: readonly RoundState[]) => [
    ...some.filter((round) => round.reserved).map(({ roundId }) => ({ roundId, reserved: true })),
    ...some.filter((round) => round.free).map(({ roundId }) => ({ roundId, reserved: false })),
  ];

  return [
    ...inOrder(rounds.filter((round) => round.purpose === "practice")),
    ...inOrder(rounds.filter((round) => round.purpose !== "practice")),
  ];
}

function placeOf(rounds: ReadonlyMap<string, RoundState>, slot: TakenSlot): number {
  return [...rounds.keys()].indexOf(slot.roundId);
}

function withRound(slot: TakenSlot, rounds: ReadonlyMap<string, RoundState>): HeldSlot {
  const round = rounds.get(slot.roundId);

  return { ...slot, round: round?.name ?? "", purpose: round?.purpose ?? "main" };
}
