import { combineMeasures, meanOutcome } from "@/lib/agreement/combine-measures";
import type { Measure } from "@/lib/agreement/measure";
import { estimateAll, type Plan } from "./estimate";
import type { Estimated } from "./wire";

/** The mean of each named measure over several sets of measures on one table, with its interval. */
export function meanOver<Name extends string>(
  sets: readonly Record<Name, Measure>[],
  plan: Plan,
  title: string,
): Record<Name, Estimated> {
  return estimateAll(meanMeasures(sets), plan, title);
}

/** The same, prepared to be estimated beside others. */
export function meanMeasures<Name extends string>(sets: readonly Record<Name, Measure>[]): Record<Name, Measure> {
  const names = Object.keys(sets[0] ?? {}) as Name[];
  const means = names.map((name) => {
    const parts = sets.map((set) => set[name]);

    return [name, combineMeasures(parts, meanOutcome)] as const;
  });

  return Object.fromEntries(means) as Record<Name, Measure>;
}
