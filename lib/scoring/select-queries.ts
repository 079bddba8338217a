import type { Scores } from "./score-run";

/**
 * The scores of some queries, in their order. O(queries × metrics).
 *
 * @example selectQueries(scores, (query) => query.startsWith("cs-")).queries.length;
 */
export function selectQueries(scores: Scores, keep: (query: string, index: number) => boolean): Scores {
  const kept = scores.queries.map(keep);
  const own = (_: unknown, index: number) => kept[index] === true;

  return {
    metrics: scores.metrics,
    queries: scores.queries.filter(own),
    values: scores.values.map((row) => row.filter(own)),
    targets: scores.targets.filter(own),
    positives: scores.positives.filter(own),
    complete: scores.complete,
    answered: scores.answered.filter(own),
  };
}
