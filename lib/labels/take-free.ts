import type { PreparedQuery } from "@/lib/db/prepared";
import { type TakenSlot, takeSlots, type Where } from "./take-slots";

/**
 * Who is far ahead of the others has passed thousands of places that only they may fill. So a claim begins where the
 * last one found its first; what came free before that is found within a minute, or when nothing is left behind it. A hint: it may stand where the
 * transaction did not.
 */
const KEPT_MS = 60_000;
const begins = new Map<string, { position: number; at: number }>();

/** Up to `count` slots that are free to all, in the order of positions. */
export async function takeFree(query: PreparedQuery, where: Where, count: number): Promise<TakenSlot[]> {
  const key = `${where.roundId} ${where.raterId}`;
  const known = begins.get(key);
  const begin = known && Date.now() - known.at < KEPT_MS ? known : { position: 0, at: Date.now() };
  const taken = await takeSlots(query, where, false, count, begin.position);
  const first = taken[0];
  if (taken.length === count && first) {
    if (begins.size >= 10_000) begins.clear();
    begins.set(key, { position: first.position, at: begin.at });

    return taken;
  }
  begins.delete(key);
  if (begin.position === 0) return taken;

  return [...(await takeSlots(query, where, false, count - taken.length)), ...taken];
}
