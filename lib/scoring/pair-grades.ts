import type { Qrels } from "./data";

/** One labelled thing that speaks of a (query, document) pair: the pair itself, or one of its contexts. */
export type PairGrade = { readonly query: string; readonly document: string; readonly grade: number };

/**
 * Grades by pair where several labelled things may speak of one pair: a pair's grade is the `least`-th highest of its own, so that with
 * grades 1 and 0 it is positive from `least` positive contexts on (k ≥ 1, k ≥ 2); 0 where it has fewer. O(n log contexts).
 *
 * @example gradePairs([{ query: "q", document: "d", grade: 1 }, { query: "q", document: "d", grade: 0 }]).get("q")?.get("d"); // => 1
 */
export function gradePairs(given: Iterable<PairGrade>, least = 1): Qrels {
  const all = new Map<string, Map<string, number[]>>();
  for (const { query, document, grade } of given) {
    const documents = all.get(query) ?? new Map<string, number[]>();
    all.set(query, documents);
    const grades = documents.get(document);
    if (grades) grades.push(grade);
    else documents.set(document, [grade]);
  }

  return new Map(
    [...all].map(([query, documents]) => [
      query,
      new Map([...documents].map(([document, grades]) => [document, kthHighest(grades, least)])),
    ]),
  );
}

/**
 * The k-th highest of some grades, 0 where there are fewer than k. O(n log n).
 *
 * @example kthHighest([0, 2, 1], 2); // => 1
 */
export function kthHighest(grades: number[], k: number): number {
  if (k === 1 && grades.length === 1) return grades[0] ?? 0;

  return grades.sort((a, b) => b - a)[k - 1] ?? 0;
}
