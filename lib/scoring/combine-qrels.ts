import type { Qrels, Run } from "./data";
import { rankDocuments } from "./rank-documents";

/**
 * Several judges' verdicts as one layer of grades 1 and 0: `all` (hard: a pair is accepted where every judge gave it at least
 * `level`) or `any` (soft: where at least one did). Under `all` a pair that a judge left out is not accepted; under both it stands as
 * judged where at least one judge saw it. O(judgements).
 *
 * @example combineQrels([promptA, promptB], "all");
 */
export function combineQrels(layers: readonly Qrels[], rule: "all" | "any", level = 1): Qrels {
  const combined = new Map<string, Map<string, number>>();
  const accepted = new Map<string, Map<string, number>>();
  for (const layer of layers) {
    for (const [query, documents] of layer) {
      const grades = combined.get(query) ?? new Map<string, number>();
      const counts = accepted.get(query) ?? new Map<string, number>();
      combined.set(query, grades);
      accepted.set(query, counts);
      for (const [document, grade] of documents) {
        if (grade < 0) continue;
        const count = (counts.get(document) ?? 0) + (grade >= level ? 1 : 0);
        counts.set(document, count);
        grades.set(document, count >= (rule === "all" ? layers.length : 1) ? 1 : 0);
      }
    }
  }

  return combined;
}

/**
 * The judgements of the documents in a run's own lists (its first `depth` places): RATIO's top-10 metrics, whose ideal and whose
 * number of accepted candidates are those of the list itself. Queries that the run leaves out stay, without documents.
 * O(rows log rows).
 *
 * @example ownCandidates(hard, run, 10);
 */
export function ownCandidates(qrels: Qrels, run: Run, depth: number): Qrels {
  const own = new Map<string, ReadonlyMap<string, number>>();
  for (const [query, documents] of qrels) {
    const scores = run.scores.get(query) ?? new Map<string, number>();
    const { firstRank } = run;
    const listed = new Set(
      rankDocuments(scores).filter((id, index) => {
        const place = firstRank === undefined ? index + 1 : 1 - firstRank - (scores.get(id) ?? 0);
        return place <= depth;
      }),
    );
    own.set(query, new Map([...documents].filter(([document]) => listed.has(document))));
  }

  return own;
}
