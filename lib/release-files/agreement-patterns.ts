import { compareIds } from "@/lib/scoring/compare-ids";
import type { AgreementRecipe } from "./agreement-file";
import type { Row } from "./columns";

/** What one unit's raters said, as places in `categories` then `abstain`; −1 is missing; the last two are settled and judge. */
export type Pattern = { readonly labels: readonly number[]; readonly items: number };

/** Recipes that look at the same labels share one count. */
export type PatternScope = Pick<
  AgreementRecipe,
  | "question"
  | "categories"
  | "abstain"
  | "abstainQuestion"
  | "rounds"
  | "raters"
  | "origins"
  | "codebookVersion"
  | "judge"
>;

/** Settled answers by `settledKey`. */
export type Settled = ReadonlyMap<string, string>;

/** The key of a settled answer. O(length). */
export function settledKey(row: Row): string {
  return JSON.stringify([row.item, row.unit, row.question, row.round]);
}

/**
 * Counts what raters said, unit by unit, from label rows in the order of their table. Memory depends on the number of
 * distinct patterns, not of rows. `finish` answers them in an order that the rows' order has no part in. O(labels).
 *
 * @example const counter = patternCounter(recipe, new Map()); for (const row of rows) counter.add(row); counter.finish();
 */
export function patternCounter(scope: PatternScope, settled: Settled) {
  const places = new Map([...scope.categories, ...scope.abstain].map((option, place) => [option, place]));
  const raters = new Map(scope.raters.map((rater, place) => [rater, place]));
  const counts = new Map<string, { labels: number[]; items: number }>();
  const width = scope.raters.length + 2;
  let item: unknown;
  let units = new Map<string, number[]>();
  let judged = new Map<string, number>();

  const flush = () => {
    for (const [key, labels] of units) {
      const [unit] = JSON.parse(key) as [string, string];
      labels[width - 1] = judged.get(unit) ?? -1;
      const text = labels.join(",");
      const known = counts.get(text);
      if (known) known.items++;
      else counts.set(text, { labels, items: 1 });
    }
    units = new Map();
    judged = new Map();
  };

  return {
    add(row: Row): void {
      if (row.item !== item) {
        flush();
        item = row.item;
      }
      if (row.counted !== true) return;
      if (scope.codebookVersion !== null && row.codebook_version !== scope.codebookVersion) return;
      const unit = String(row.unit);
      const place = places.get(String(row.value));
      if (place === undefined) return;
      if (scope.judge !== null && row.rater === scope.judge) {
        // An unsure answer stands in for a derived label only where there is none.
        const silent = row.question === scope.abstainQuestion && scope.abstain.includes(String(row.value));
        if (row.question === scope.question || (silent && !judged.has(unit))) judged.set(unit, place);
      }
      const rater = raters.get(String(row.rater));
      if (rater === undefined || row.question !== scope.question) return;
      if (!scope.rounds.includes(String(row.round))) return;
      if (!scope.origins.some((origin) => origin === row.origin)) return;
      const key = JSON.stringify([unit, row.round]);
      const labels = units.get(key) ?? new Array<number>(width).fill(-1);
      if (!units.has(key)) labels[width - 2] = places.get(settled.get(settledKey(row)) ?? "") ?? -1;
      labels[rater] = place;
      units.set(key, labels);
    },
    finish(): Pattern[] {
      flush();

      return [...counts].sort(([a], [b]) => compareIds(a, b)).map(([, pattern]) => pattern);
    },
  };
}
