import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { ensureRater } from "./ensure-rater";
import { inTurn, requireRater } from "./internal";
import { openClaim, type RoundState } from "./open-claim";
import { readOwnProgress, readWaiting } from "./own-progress";
import { ClaimSlotsInput } from "./schema";
import { type HeldSlot, serveSlots } from "./serve-slots";
import { regainSlots, rememberServed, type TakenSlot, takeSlots } from "./take-slots";
import type { ClaimAnswer } from "./wire";

/**
 * Gives the rater slots until they hold `ahead`, and the items in them. Slots held already and not in `have` come
 * first: after a reload the same items appear. Practice rounds come before others, slots kept for the rater before
 * free ones, then the order of rounds and positions.
 */
export async function claimSlots(ctx: ServiceContext, input: unknown): Promise<z.infer<typeof ClaimAnswer>> {
  const { studyId, ahead, have } = ClaimSlotsInput.parse(input);
  const me = await requireRater(ctx, studyId);
  const raterId = me.raterId ?? (await withTransaction(ctx, (tx) => ensureRater(tx, studyId, me.userId)));

  return inTurn(`claim ${studyId} ${raterId}`, () =>
    withTransaction(ctx, (tx, inside) => claim(tx, inside, { studyId, raterId, ahead, have })),
  );
}

type Claim = { studyId: string; raterId: string; ahead: number; have: readonly string[] };

async function claim(tx: Transaction, ctx: ServiceContext, call: Claim): Promise<z.infer<typeof ClaimAnswer>> {
  const { studyId, raterId, ahead, have } = call;
  await lockRater(tx, studyId, raterId);
  const { rounds, codebookVersion, held } = await openClaim(tx, studyId, raterId);
  const again = held.filter((slot) => !have.includes(slot.slotId)).slice(0, ahead);
  const fresh: TakenSlot[] = [];
  const missing = () => ahead - held.length - fresh.length;
  for (const { roundId, reserved } of tiers([...rounds.values()])) {
    if (missing() <= 0) break;
    fresh.push(...(await takeSlots(tx, { studyId, raterId, roundId, codebookVersion }, reserved, missing())));
  }
  for (const { roundId, free } of rounds.values()) {
    if (missing() <= 0) break;
    if (free) fresh.push(...(await regainSlots(tx, { studyId, raterId, roundId, codebookVersion }, missing())));
  }
  const given = [...again, ...fresh].map((slot) => withRound(slot, rounds));
  const served = await serveSlots(ctx, studyId, raterId, given);
  await rememberServed(tx, studyId, served);
  const waiting = missing() > 0 ? await readWaiting(ctx, studyId, raterId) : { heldByOthers: 0, nextFreeAt: null };

  return {
    slots: served.map(({ slot }) => slot),
    progress: await readOwnProgress(ctx, studyId, raterId),
    ...waiting,
  };
}

/**
 * One claim of a rater at a time, in whatever process. For this transaction the planner is held to index scans in their
 * order: all that a claim reads is found by an index, and tables that were filled just now have no statistics.
 */
async function lockRater(tx: Transaction, studyId: string, raterId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('claim:' || ${studyId} || ${raterId}, 0))::text,
      set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_bitmapscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('jit', 'off', true)`;
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

function withRound(slot: TakenSlot, rounds: ReadonlyMap<string, RoundState>): HeldSlot {
  const round = rounds.get(slot.roundId);

  return { ...slot, round: round?.name ?? "", purpose: round?.purpose ?? "main" };
}
