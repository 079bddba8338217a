import type { PatternTable } from "@/lib/agreement/pattern-table";

/** The table with each item counted once. */
export function withoutWeights(table: PatternTable): PatternTable {
  const { weights: _, ...rest } = table;

  return rest;
}
