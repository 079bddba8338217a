import type { Manifest } from "./manifest";
import type { Finding } from "./release-source";
import type { DrawnStrata } from "./tally";

/**
 * The sampling frame against items.*. An item stands there once, under the stratum it was first drawn from: with one
 * draw the numbers must be equal; with several, none of a stratum can have more items than were drawn from it. A stratum's
 * size, chance and drawn number must fit each other, too. O(strata).
 *
 * @example checkSamples(manifest, tally.strata()); // [{ check: "counts", message: "samples.main.graded: 13 drawn …" }]
 */
export function checkSamples({ samples }: Pick<Manifest, "samples">, strata: DrawnStrata): Finding[] {
  const findings: Finding[] = [];
  const say = (message: string) => findings.push({ file: "manifest.json", check: "counts", message });
  const drawn = new Map<string, number>();
  for (const { round, strata: own, frameSize } of samples) {
    for (const { name, drawn: n, size, inclusionProbability: chance } of own) {
      drawn.set(name, (drawn.get(name) ?? 0) + n);
      if (n > size || size > frameSize)
        say(`samples ${round}, ${name}: ${n} drawn of ${size} in a frame of ${frameSize} cannot be.`);
      const items = strata.get(name);
      const [first] = items?.chances ?? [];
      if (samples.length !== 1 || !items) continue;
      if (chance !== null && items.chances.some((one) => Math.abs(one - chance) > 1e-9))
        say(`samples ${round}, ${name}: the chance is ${chance}; items.jsonl has ${first}.`);
    }
  }
  if (samples.length === 0) return findings;
  for (const [name, n] of drawn) {
    const items = strata.get(name)?.items ?? 0;
    if (samples.length === 1 ? items !== n : items > n)
      say(`samples: ${n} drawn from ${name}; items.jsonl has ${items} of it.`);
  }
  for (const [name, { items }] of strata)
    if (!drawn.has(name)) say(`samples: items.jsonl has ${items} drawn from ${name}, which no sample names.`);

  return findings;
}
