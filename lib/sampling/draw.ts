import { type Random, seededRandom } from "@/lib/agreement/random";
import { allocate } from "./allocate";
import { choose } from "./choose";
import { type Merge, mergeStrata } from "./merge-strata";
import type { SamplePlan } from "./schema";

/** Names the generator, so that a sample can be drawn again elsewhere. */
export const GENERATOR = "sfc32 seeded by FNV-1a, 53 bits (lib/agreement/random.ts); choice by Fisher-Yates; v1";

export type FrameItem = { id: string; focalKey: string | null; windowHash: string | null; cell: string };
export type DrawnItem = { id: string; stratum: string; inclusionProbability: number; k: number };
export type StratumCount = {
  stratum: string;
  /** Items of the frame, before windows and focal keys thin it. */
  frame: number;
  available: number;
  drawn: number;
  overlap: number;
};
export type Draw = { items: DrawnItem[]; strata: StratumCount[]; merges: Merge[] };

type Thinned = FrameItem & { probability: number };
type DrawPlan = Pick<
  SamplePlan,
  "size" | "seed" | "allocation" | "minimum" | "perFocal" | "onePerWindow" | "k" | "overlap"
>;

/**
 * Draws from a frame sorted by key. Phases, each with a stream of its own from the seed: (1) of each identical window
 * one item stays (1 / g); (2) of each focal key at most m stay (m / g); (3) cells below the minimum merge; (4) simple
 * random sampling of n_h of the N_h items left in each stratum (n_h / N_h).
 *
 * The inclusion probability is the product of the phases' (for two-phase sampling: π* = π₁ · π₂|₁). Where neither (1)
 * nor (2) thins, or where there is one stratum, this is the exact unconditional probability; otherwise N_h depends on
 * the first phases, and π* is the conditional one whose inverse still weights without bias (Särndal, Swensson, Wretman,
 * Model Assisted Survey Sampling, 1992, §9.3).
 */
export function draw(frame: readonly FrameItem[], plan: DrawPlan): Draw {
  const stream = (name: string) => seededRandom(`${plan.seed}\u0000${name}`);
  let left: Thinned[] = frame.map((item) => ({ ...item, probability: 1 }));
  if (plan.onePerWindow) left = atMost(left, (item) => item.windowHash, 1, stream("window"));
  if (plan.perFocal !== undefined) left = atMost(left, (item) => item.focalKey, plan.perFocal, stream("focal"));

  const { merged, merges } = mergeStrata(sizesOf(frame, left), plan.minimum);
  const stratumOf = (item: FrameItem) => merged.get(item.cell) ?? item.cell;
  const groups = groupBy(left, stratumOf);
  const frameSizes = groupBy(frame, stratumOf);
  const names = [...frameSizes.keys()].sort((a, b) => (a < b ? -1 : 1));
  const available = names.map((name) => groups.get(name)?.length ?? 0);
  const size = plan.size === "all" ? left.length : plan.size;
  const counts = allocate(available, size, plan.allocation);
  const overlaps = plan.overlap ? allocate(counts, plan.overlap.size, "proportional") : counts.map(() => 0);

  const items = names.flatMap((stratum, h) => {
    const [drawn, inStratum, twice] = [counts[h] ?? 0, available[h] ?? 0, overlaps[h] ?? 0];
    // choose() gives a random order, so the first of it are a simple random subset.
    return choose(groups.get(stratum) ?? [], drawn, stream(`stratum ${stratum}`)).map((item, place) => ({
      id: item.id,
      stratum,
      inclusionProbability: (item.probability * drawn) / inStratum,
      k: plan.overlap && place < twice ? plan.overlap.k : plan.k,
    }));
  });
  const strata = names.map((stratum, h) => ({
    stratum,
    frame: frameSizes.get(stratum)?.length ?? 0,
    available: available[h] ?? 0,
    drawn: counts[h] ?? 0,
    overlap: overlaps[h] ?? 0,
  }));

  return { items, strata, merges };
}

/** Items without a key are groups of their own. Order stays. */
function atMost(items: Thinned[], keyOf: (item: Thinned) => string | null, most: number, random: Random): Thinned[] {
  const groups = groupBy(items, (item) => keyOf(item) ?? `\u0000${item.id}`);
  const kept = new Map<string, number>();
  for (const group of groups.values()) {
    const chosen = group.length <= most ? group : choose(group, most, random);
    for (const item of chosen) kept.set(item.id, chosen.length / group.length);
  }

  return items.flatMap((item) => {
    const share = kept.get(item.id);

    return share === undefined ? [] : [{ ...item, probability: item.probability * share }];
  });
}

/** What is left of each cell of the frame; thinning may empty one. */
function sizesOf(frame: readonly FrameItem[], left: readonly FrameItem[]): Map<string, number> {
  const sizes = new Map(frame.map((item) => [item.cell, 0]));
  for (const item of left) sizes.set(item.cell, (sizes.get(item.cell) ?? 0) + 1);

  return sizes;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }

  return groups;
}
