import { hashText } from "./hash-text";

/** Two sentences as a vetting item shows them. */
export type SampledPair = { id: string; section: string; s1: string; s2: string };

/**
 * A simple random sample of at most `size` pairs a group, without knowing how many there will be: those with the smallest hashes of seed,
 * group and pair id. So the order of files does not matter, and the same seed draws the same pairs. O(size) a pair, memory O(groups × size).
 *
 * @example const sampler = new PairSampler(15, "seed"); sampler.add("to fix this", pair.id, () => pair); sampler.pairs("to fix this")
 */
export class PairSampler {
  private readonly size: number;
  private readonly seed: string;
  private readonly groups = new Map<string, { hash: number; pair: SampledPair }[]>();

  constructor(size: number, seed: string) {
    this.size = size;
    this.seed = seed;
  }

  /** @param pair is made only when it enters the sample */
  add(group: string, id: string, pair: () => SampledPair): void {
    const hash = hashText(`${this.seed}\n${group}\n${id}`);
    const drawn = this.groups.get(group) ?? [];
    if (drawn.length === 0) this.groups.set(group, drawn);
    const last = drawn.at(-1);
    if (drawn.length >= this.size && last && hash >= last.hash) return;
    const place = drawn.findIndex((one) => one.hash > hash);
    drawn.splice(place < 0 ? drawn.length : place, 0, { hash, pair: pair() });
    if (drawn.length > this.size) drawn.pop();
  }

  /** The sample of a group, in drawn order; none for a group never seen. */
  pairs(group: string): SampledPair[] {
    return (this.groups.get(group) ?? []).map(({ pair }) => pair);
  }
}
