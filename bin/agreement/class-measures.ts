import type { Measure } from "@/lib/agreement/measure";
import type { PatternTable } from "@/lib/agreement/pattern-table";
import { type ClassStatistic, classMeasure } from "./class-measure";
import type { Estimated } from "./wire";

/** One statistic of every category but those in `left`. */
export function classMeasures(
  table: PatternTable,
  judge: string,
  reference: string,
  statistic: ClassStatistic,
  left: readonly string[] = [],
): Record<string, Measure> {
  return Object.fromEntries(
    table.categories.flatMap((category, index) =>
      left.includes(category) ? [] : [[category, classMeasure(table, reference, judge, index, statistic)]],
    ),
  );
}

/** Class measures under names that tell the statistic: "f1 yes". */
export function named(statistic: ClassStatistic, measures: Record<string, Measure>): Record<string, Measure> {
  return Object.fromEntries(
    Object.entries(measures).map(([category, measure]) => [`${statistic} ${category}`, measure]),
  );
}

/** And back: one statistic of each category. */
export function unnamed(statistic: ClassStatistic, means: Record<string, Estimated>): Record<string, Estimated> {
  return Object.fromEntries(
    Object.entries(means)
      .filter(([name]) => name.startsWith(`${statistic} `))
      .map(([name, mean]) => [name.slice(statistic.length + 1), mean]),
  );
}
