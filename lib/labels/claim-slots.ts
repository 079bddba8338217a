import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import { type PreparedQuery, withPrepared } from "@/lib/db/prepared";
import { sql } from "@/lib/db/sql";
import { withTransaction } from "@/lib/db/transaction";
import { ensureRater } from "./ensure-rater";
import { inTurn, requireRater } from "./internal";
import { openClaim, type RoundState } from "./open-claim";
import { readOwnProgress, readWaiting } from "./own-progress";
import { ClaimSlotsInput } from "./schema";
import { type HeldSlot, serveSlots } from "./serve-slots";
import { regainSlots, type TakenSlot, takeSlots } from "./take-slots";
import type { ClaimAnswer, ServedSlot } from "./wire";

/**
 * Gives the rater slots until they hold `ahead`, and the items in them. Slots held already and not in `have` come
 * first: after a reload the same items appear. Practice rounds come before others, slots kept for the rater before
 * free ones, then the order of rounds and positions.
 */
export async function claimSlots(ctx: ServiceContext, input: unknown): Promise<z.infer<typeof ClaimAnswer>> {
  const { studyId, ahead, have } = ClaimSlotsInput.parse(input);
  const me = await requireRater(ctx, studyId);
  const raterId = me.raterId ?? (await withTransaction(ctx, (tx) => ensureRater(tx, studyId, me.userId)));

  const { missing, slots } = await inTurn(`claim ${studyId} ${raterId}`, () =>
    withPrepared(ctx, (query) => claim(ctx, query, { studyId, raterId, ahead, have })),
  );
  const [progress, waiting] = await Promise.all([
    readOwnProgress(ctx, studyId, raterId, missing > 0),
    missing > 0 ? readWaiting(ctx, studyId, raterId) : { heldByOthers: 0, nextFreeAt: null },
  ]);

  return { slots, progress, ...waiting };
}

type Claim = { studyId: string; raterId: string; ahead: number; have: readonly string[] };

async function claim(
  ctx: ServiceContext,
  query: PreparedQuery,
  call: Claim,
): Promise<{ missing: number; slots: ServedSlot[] }> {
  const { studyId, raterId, ahead, have } = call;
  await lockRater(query, studyId, raterId);
  const { rounds, codebookVersion, held } = await openClaim(query, studyId, raterId);
  const again = held.filter((slot) => !have.includes(slot.slotId)).slice(0, ahead);
  const fresh: TakenSlot[] = [];
  const missing = () => ahead - held.length - fresh.length;
  for (const { roundId, reserved } of tiers([...rounds.values()])) {
    if (missing() <= 0) break;
    fresh.push(...(await takeSlots(query, { studyId, raterId, roundId, codebookVersion }, reserved, missing())));
  }
  for (const { roundId, free } of rounds.values()) {
    if (missing() <= 0) break;
    if (free) fresh.push(...(await regainSlots(query, { studyId, raterId, roundId, codebookVersion }, missing())));
  }
  const given = [...again, ...fresh].map((slot) => withRound(slot, rounds));
  const slots = await serveSlots(ctx, query, { studyId, raterId, remember: true }, given);

  return { missing: missing(), slots };
}

/** One claim of a rater at a time, in whatever process. A statement of its own: the next one sees what was done before. */
async function lockRater(query: PreparedQuery, studyId: string, raterId: string): Promise<void> {
  await query(
    "lock rater",
    sql`SELECT pg_advisory_xact_lock(hashtextextended('claim:' || ${studyId}::text || ${raterId}::text, 0))::text`,
  );
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
