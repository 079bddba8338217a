import { rankDocuments } from "./rank-documents";

/** The grade of a document without a judgement. */
export const UNJUDGED = -1;

/** One query as the metrics see it. */
export type RankedQuery = {
  /** Places (from 1, ascending) and grades of the listed documents; `UNJUDGED` where there is no grade of 0 or more. */
  readonly places: readonly number[];
  readonly grades: readonly number[];
  /** Judged documents with at least the relevance level, and judged ones below it, listed or not. */
  readonly relevant: number;
  readonly nonrelevant: number;
  /** All grades above 0, descending: the ideal ranking's gains. */
  readonly ideal: readonly number[];
  readonly level: number;
};

export type RankOptions = {
  /** Lowest grade that counts as relevant (trec_eval -l); 1 unless given. Gains of nDCG do not depend on it. */
  readonly level?: number;
  /** Only the first places count (trec_eval -M). */
  readonly depth?: number;
  /** Unjudged documents are taken out and the others move up (trec_eval -J). */
  readonly judgedOnly?: boolean;
  /** See `Run.firstRank`. */
  readonly firstRank?: 0 | 1;
};

/**
 * Joins one query's judgements with one run's scores for it. Either may be empty. O(n log n).
 *
 * @example rankQuery(new Map([["a", 1]]), new Map([["b", 2], ["a", 1]])).grades; // => [-1, 1]
 */
export function rankQuery(
  judged: ReadonlyMap<string, number>,
  scores: ReadonlyMap<string, number>,
  options: RankOptions = {},
): RankedQuery {
  const { level = 1, depth = Number.POSITIVE_INFINITY, judgedOnly = false, firstRank } = options;
  const places: number[] = [];
  const grades: number[] = [];
  for (const [index, id] of rankDocuments(scores).entries()) {
    const place = firstRank === undefined ? index + 1 : 1 - firstRank - (scores.get(id) ?? 0);
    if (place > depth) break;
    const grade = Math.max(judged.get(id) ?? UNJUDGED, UNJUDGED);
    if (judgedOnly && grade === UNJUDGED) continue;
    places.push(judgedOnly ? places.length + 1 : place);
    grades.push(grade);
  }
  const known = [...judged.values()].filter((grade) => grade >= 0);
  const relevant = known.filter((grade) => grade >= level).length;
  const ideal = known.filter((grade) => grade > 0).sort((a, b) => b - a);

  return { places, grades, relevant, nonrelevant: known.length - relevant, ideal, level };
}
