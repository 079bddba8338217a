import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import { type PreparedQuery, withPrepared } from "@/lib/db/prepared";
import { withTransaction } from "@/lib/db/transaction";
import { ensureRater } from "./ensure-rater";
import { inTurn, requireRater } from "./internal";
import { openClaim, type RoundState } from "./open-claim";
import { mustCount, type Own, ownProgress, readWaiting, tellProgress } from "./own-progress";
import { ClaimSlotsInput } from "./schema";
import { type HeldSlot, serveClaim } from "./serve-slots";
import { takeFree } from "./take-free";
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

  const { missing, slots, own } = await inTurn(`claim ${studyId} ${raterId}`, () =>
    withPrepared(
      ctx,
      (query) => claim(ctx, query, { studyId, raterId, ahead, have }),
      // One claim of a rater at a time.
      `claim:${studyId}${raterId}`,
    ),
  );
  const [progress, waiting] = await Promise.all([
    tellProgress(ctx, studyId, raterId, own),
    missing > 0 ? readWaiting(ctx, studyId, raterId) : { heldByOthers: 0, nextFreeAt: null },
  ]);

  return { slots, progress, ...waiting };
}

type Claim = { studyId: string; raterId: string; ahead: number; have: readonly string[] };
type Claimed = { missing: number; slots: ServedSlot[]; own: Own | null };

async function claim(ctx: ServiceContext, query: PreparedQuery, call: Claim): Promise<Claimed> {
  const { studyId, raterId, ahead, have } = call;
  const { rounds, codebookVersion, held } = await openClaim(query, studyId, raterId);
  const again = held.filter((slot) => !have.includes(slot.slotId)).slice(0, ahead);
  const fresh: TakenSlot[] = [];
  const missing = () => ahead - held.length - fresh.length;
  for (const { roundId, reserved } of tiers([...rounds.values()])) {
    if (missing() <= 0) break;
    const where = { studyId, raterId, roundId, codebookVersion };
    fresh.push(
      ...(reserved ? await takeSlots(query, where, true, missing()) : await takeFree(query, where, missing())),
    );
  }
  for (const { roundId, free } of rounds.values()) {
    if (missing() <= 0) break;
    if (free) fresh.push(...(await regainSlots(query, { studyId, raterId, roundId, codebookVersion }, missing())));
  }
  const given = [...again, ...fresh].map((slot) => withRound(slot, rounds));
  const beside = ownProgress(studyId, raterId, mustCount(studyId, raterId, missing() > 0));
  const served = await serveClaim<Own>(ctx, query, { studyId, raterId, beside }, given);

  return { missing: missing(), slots: served.slots, own: served.beside };
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
