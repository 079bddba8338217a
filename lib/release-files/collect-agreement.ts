import type { AgreementFile, AgreementRecipe } from "./agreement-file";
import { agreementNumber } from "./agreement-number";
import { type PatternScope, patternCounter, type Settled } from "./agreement-patterns";
import type { Row } from "./columns";

/**
 * All agreement numbers of a release from its label rows, fed in the order of their table: what agreement.json holds,
 * and what verify computes again. `settled` maps `settledKey` to the settled value, for adjudicated references. Memory
 * depends on the distinct patterns. O(labels × recipes' scopes), then O(replicates × patterns) a recipe.
 *
 * @example const collect = collectAgreement(recipes, new Map()); for (const row of rows) collect.add(row); collect.finish();
 */
export function collectAgreement(recipes: readonly AgreementRecipe[], settled: Settled) {
  const counters = new Map<string, ReturnType<typeof patternCounter>>();
  for (const recipe of recipes) {
    const key = scopeKey(recipe);
    if (!counters.has(key)) counters.set(key, patternCounter(recipe, settled));
  }
  const all = [...counters.values()];

  return {
    add(row: Row): void {
      for (const counter of all) counter.add(row);
    },
    finish(): AgreementFile {
      const patterns = new Map([...counters].map(([key, counter]) => [key, counter.finish()]));
      const numbers = recipes.map((recipe) => agreementNumber(recipe, patterns.get(scopeKey(recipe)) ?? []));

      return { layout: 1, numbers };
    },
  };
}

function scopeKey(recipe: AgreementRecipe): string {
  const { question, categories, abstain, abstainQuestion, rounds, raters, origins, codebookVersion, judge } = recipe;
  const scope: PatternScope = {
    question,
    categories,
    abstain,
    abstainQuestion,
    rounds,
    raters,
    origins,
    codebookVersion,
    judge,
  };

  return JSON.stringify(scope);
}
