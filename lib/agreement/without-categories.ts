import { deriveTable } from "./derive-table";
import { MISSING, type PatternTable } from "./pattern-table";

/**
 * The table with some categories taken off the declared list; their labels become missing. For judge-only answers such
 * as UNSURE, which must not count as a category of the scale (it would change weights, AC1 and Brennan–Prediger).
 * Names that are not declared are passed over. O(rows × raters).
 *
 * @example withoutCategories(table, ["UNSURE"]).categories.includes("UNSURE"); // => false
 */
export function withoutCategories(table: PatternTable, removed: readonly string[]): PatternTable {
  const gone = new Set(removed);
  const kept = table.categories.filter((category) => !gone.has(category));
  if (kept.length === table.categories.length) return table;
  const next = table.categories.map((category) => (gone.has(category) ? MISSING : kept.indexOf(category)));

  return deriveTable(table, {
    raters: table.raters,
    categories: kept,
    values: table.values?.filter((_, index) => next[index] !== MISSING),
    labels: (old) => Array.from(old, (label) => (label === MISSING ? MISSING : (next[label] ?? MISSING))),
  });
}
