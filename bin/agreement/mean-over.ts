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
  const names = Object.keys(sets[0] ?? {}) as Name[];
  const means = Object.fromEntries(
    names.map((name) => [
      name,
      combineMeasures(
        sets.map((set) => set[name]),
        meanOutcome,
      ),
    ]),
  ) as Record<Name, Measure>;

  return estimateAll(means, plan, title);
}
